"""The first page is quick because the browser knows at once what it needs."""

from __future__ import annotations

import re
from pathlib import Path

from sokoplan import web

STATIC = Path(web.__file__).parent / "static"
IMPORT = re.compile(r'^(?:import|\} from).*?"\./(\w+\.js)";', re.MULTILINE)


def needed(name: str, found: set[str]) -> set[str]:
    """The modules that must be there before a module runs, itself included."""
    if name not in found:
        found.add(name)
        for other in IMPORT.findall((STATIC / "js" / name).read_text(encoding="utf-8")):
            needed(other, found)
    return found


def test_the_modules_of_the_first_page_are_asked_for_at_once() -> None:
    """Otherwise the browser learns of them one after the other, when the one before has come."""
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    listed = re.findall(r'rel="modulepreload" href="static/js/(\w+\.js)"', index)
    assert listed == sorted(needed("app.js", set()) | needed("library.js", set()))


def test_what_only_a_dialog_or_a_game_needs_comes_later() -> None:
    """Each file costs the browser some milliseconds; these are half of them all, and no card needs them."""
    first = needed("app.js", set()) | needed("library.js", set())
    assert first.isdisjoint(
        {"add.js", "backup.js", "dialog.js", "game.js", "help.js", "keeping.js", "law.js", "sok.js"}
    )
