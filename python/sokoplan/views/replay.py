"""A plan as one HTML page that replays it, with no other file and no network.

The content policy of the page allows the one script in it and nothing else. So a level's title can contain anything:
it is escaped, and even if it were not, it could not run.
"""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape

from sokoplan.errors import printable
from sokoplan.puzzle.level import Level, count, plural
from sokoplan.puzzle.plan import Plan
from sokoplan.views.frames import Frame, frames
from sokoplan.views.svg import drawn_ground, view_box
from sokoplan.views.tiles import text_of


def page(level: Level, plan: Plan, most: int | None = None) -> str:
    film = frames(level, plan, most)
    script = _part("script.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    fields = {
        "policy": f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'",
        "title": escape(printable(level.title or f"A level of {level.game.capitalize()}")),
        "words": escape(_words(level, film)),
        "style": text_of("palette.css") + _part("style.css"),
        "tiles": text_of("pieces.svg").replace("<svg", '<svg class="tiles" aria-hidden="true"', 1),
        "view": view_box(level),
        "ground": drawn_ground(level),
        "last": str(len(film) - 1),
        # `<` is always escaped in the data, so nothing in it can close the element.
        "film": json.dumps(_film(level, film)).replace("<", "\\u003c"),
        "script": script,
    }
    page = _part("page.html")
    # One pass over the page, so that braces in the inserted text are not replaced.
    pieces = page.split("{")
    out = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}")
        out += [fields[name], rest]
    return "".join(out)


def _part(name: str) -> str:
    return text_of(f"replay_page/{name}")


def _words(level: Level, film: list[Frame]) -> str:
    words = (
        f"{level.game.capitalize()}, {count(len(film) - 1, 'move')}, {count(film[-1].pushes, level.law.push_word)}"
    )
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
        "push": plural(level.law.push_word),
        "limit": level.limit,
    }
