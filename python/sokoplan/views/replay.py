"""A plan as one HTML page that replays it: play, pause, step, scrub, speed.

Comes in:  a Level and a Plan.     Goes out: the text of a page that needs no other file and no network.

The page's own policy allows the one script that is in it and nothing else, so a title can say what it likes: it is
text, and even if it were not, it could not run.
"""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from importlib import resources

from sokoplan.errors import printable
from sokoplan.level import Level, count
from sokoplan.plan import Plan
from sokoplan.views.frames import Frame, frames
from sokoplan.views.svg import ground, symbols, view_box
from sokoplan.views.tiles import colours


def page(level: Level, plan: Plan, most: int | None = None) -> str:
    film = frames(level, plan, most)
    script = _part("script.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    dark = "".join(f"--tile-{name}:{value};" for name, value in colours("dark").items())
    fields = {
        "policy": f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'",
        "title": escape(printable(level.title or f"A level of {level.game}")),
        "words": escape(_words(level, film)),
        "style": _part("style.css"),
        "colours": f"@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}",
        "tiles": symbols().replace("<svg", '<svg class="tiles" aria-hidden="true"', 1),
        "view": view_box(level),
        "ground": "".join(ground(level)),
        "last": str(len(film) - 1),
        # `<` never stands in the data as itself, so nothing in it can close the element.
        "film": json.dumps(_film(level, film)).replace("<", "\\u003c"),
        "script": script,
    }
    page = _part("page.html")
    # One pass over the page: what was filled in is not looked at again.
    pieces = page.split("{")
    out = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}")
        out += [fields[name], rest]
    return "".join(out)


def _part(name: str) -> str:
    return (resources.files("sokoplan") / "views" / "replay_page" / name).read_text(encoding="utf-8")


def _words(level: Level, film: list[Frame]) -> str:
    kind = "kick" if level.game == "helltaker" else "push"
    words = f"{level.game}, {count(len(film) - 1, 'move')}, {count(film[-1].pushes, kind)}"
    return f"{words}, by {printable(level.author)}" if level.author else words


def _film(level: Level, film: list[Frame]) -> dict[str, object]:
    changes: list[list[object]] = []
    before: dict[tuple[int, int], list[str]] = {}
    for frame in film:
        changed = sorted(
            cell for cell in before.keys() | frame.pieces.keys() if before.get(cell) != frame.pieces.get(cell)
        )
        changes.append([[*cell, before.get(cell, []), frame.pieces.get(cell, [])] for cell in changed])
        before = frame.pieces
    return {
        "keys": "".join(frame.key for frame in film),
        "changes": changes,
        "costs": [frame.cost for frame in film],
        "pushes": [frame.pushes for frame in film],
        "push": "kicks" if level.game == "helltaker" else "pushes",
        "limit": level.limit,
    }
