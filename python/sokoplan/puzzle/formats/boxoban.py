"""Boxoban packs: `; number`, then ten rows of ten cells.

; 0
##########      The letters are those of XSB. The number is kept as the level's title; in writing, a title
# $     .#      that is a number stays, and other levels are counted from 0.
#   .  $ #
######## #
########.#
#####@#  #
#####$ # #
#### . $ #
####     #
##########
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.base import Format
from sokoplan.puzzle.formats.board import Limits, Row, draw, level_of, only_closed
from sokoplan.puzzle.formats.collection import each_board
from sokoplan.puzzle.formats.text import lines_of
from sokoplan.puzzle.formats.xsb import LETTERS
from sokoplan.puzzle.level import Level, Reading

SIZE = 10
_HEAD = re.compile(r";\s*([0-9]+)\s*")
_SIGNS = "".join(LETTERS)


def looks_like(text: str) -> bool:
    heads = 0
    for line in lines_of(text):
        if _HEAD.fullmatch(line):
            heads += 1
        elif line.strip() and (len(line) != SIZE or line.strip(_SIGNS)):
            return False
    return heads > 0


def read(text: str, reading: Reading, limits: Limits) -> list[Level]:
    titles: list[str] = []
    boards: list[list[Row]] = []
    for number, line in enumerate(lines_of(text), 1):
        if head := _HEAD.fullmatch(line):
            titles.append(head[1])
            boards.append([])
        elif line.strip():
            if not boards:
                right = "A level begins with `; 0`, `; 1` and so on."
                raise InputError("there is no number above the board", right, line=number, column=0, text=line)
            boards[-1].append(Row(line, number, line))
    if not boards:
        raise InputError("there is no level", "A level begins with `; 0`, `; 1` and so on.")

    def make(at: int, rows: Sequence[Row]) -> Level:
        _check_size(titles[at], rows)
        return level_of(rows, LETTERS, limits, reading=reading, closed=True, title=titles[at])

    return each_board(boards, make, limits)


def _check_size(title: str, rows: Sequence[Row]) -> None:
    right = f"A Boxoban board has {SIZE} rows of {SIZE} cells."
    for row in rows:
        if len(row.cells) != SIZE:
            raise row.wrong(f"this row has {len(row.cells)} cells", right, min(SIZE, len(row.cells)))
    if not rows:
        raise InputError(f"there is no board under `; {title}`", right)
    if len(rows) != SIZE:
        raise rows[min(SIZE, len(rows) - 1)].wrong(f"the board has {len(rows)} rows", right)


def write(levels: Sequence[Level]) -> str:
    return "\n".join(_write_one(number, level) for number, level in enumerate(levels))


def _write_one(number: int, level: Level) -> str:
    only_closed(level)
    if (level.height, level.width) != (SIZE, SIZE):
        raise InputError(f"a Boxoban board is {SIZE}x{SIZE}, and this one is {level.width}x{level.height}")
    rows = draw(level, LETTERS)
    if any(not row.strip() for row in rows):
        raise InputError("a Boxoban board cannot have an empty row")
    title = level.title if re.fullmatch("[0-9]+", level.title) else str(number)
    return "".join(f"{line}\n" for line in [f"; {title}", *rows])


FORMAT = Format(
    name="boxoban",
    what="Boxoban packs: `; number`, then ten rows of ten cells",
    games=("sokoban",),
    endings=(".txt",),
    looks_like=looks_like,
    read=read,
    write=write,
)
