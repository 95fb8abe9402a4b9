"""A short name for a puzzle, under which its games and solutions are kept: equal boards have equal names.

Titles and authors do not count. The same function is in `static/js/level.js`, because levels that were added or drawn
never reach the server; a test holds the two together. The text of the board is read as one large number, modulo a
prime: one line in either language, and as quick as either can be. Nobody's secret depends on it.
"""

from __future__ import annotations

from sokoplan.puzzle.level import CELL_FIELDS, Level

_PRIME = 2**96 - 17


def fingerprint(level: Level) -> str:
    width = level.width
    row, column = level.player
    parts = [level.game, level.reading, level.height, width, row * width + column]
    parts += ["" if level.limit is None else level.limit, int(level.has_key)]
    for name in CELL_FIELDS:
        cells = sorted(row * width + column for row, column in getattr(level, name))
        parts.append(",".join(map(str, cells)))
    text = ";".join(map(str, parts)).encode("ascii")
    return f"{int.from_bytes(text, 'big') % _PRIME:x}"
