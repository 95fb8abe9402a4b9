"""Helltaker in the letters of ZakiYudhistira's solver, read only: columns, rows and limit; then spaced cells.

7 6 23
# # # # . $ #       `$` hero   `!` goal (a demoness)   `#` wall   `.` floor   `@` stone   `*` enemy
# . . * . . #       `?` key   `+` lock   `^` spikes   `&` stone on spikes
# . * . * # #
. . # # # # #
. @ . . @ . #
. @ . @ . ! #
"""

from __future__ import annotations

import re

from sokoplan.errors import InputError
from sokoplan.formats.base import Format
from sokoplan.formats.board import Letters, Limits, Row, level_of
from sokoplan.formats.helltaker import number_of_moves
from sokoplan.formats.text import lines_of
from sokoplan.level import Level, Reading

LETTERS: Letters = {
    "$": ("player",),
    "!": ("demonesses",),
    "#": ("walls",),
    ".": (),
    "@": ("boxes",),
    "*": ("mobs",),
    "?": ("keys",),
    "+": ("locks",),
    "^": ("spikes",),
    "&": ("boxes", "spikes"),
}
_HEAD = re.compile(r"\s*([0-9]{1,9})\s+([0-9]{1,9})\s+(\S+)\s*")


def looks_like(text: str) -> bool:
    lines = [line for line in lines_of(text) if line.strip()]
    if len(lines) < 2 or not _HEAD.fullmatch(lines[0]):
        return False
    cells = [cell for line in lines[1:] for cell in line.split()]
    single = sum(len(cell) == 1 for cell in cells)
    return len(cells) > 1 and single >= 0.8 * len(cells)


def read(text: str, reading: Reading, limits: Limits) -> list[Level]:
    lines = [(number, line) for number, line in enumerate(lines_of(text), 1) if line.strip()]
    head = _HEAD.fullmatch(lines[0][1]) if lines else None
    if head is None:
        at, first = lines[0] if lines else (1, "")
        right = "Line 1 is the number of columns, of rows, and the limit of moves: 7 6 23."
        raise InputError("line 1 is not three numbers", right, line=at, column=0, text=first)
    if len(lines) < 2:
        raise InputError("there is no board", "Cells follow line 1, with spaces between them.")
    width, height = int(head[1]), int(head[2])
    limit = _limit(*lines[0], head)
    rows = [_row(number, line, width) for number, line in lines[1:]]
    if len(rows) != height:
        says = f"line {lines[0][0]} says {height} rows, but there are {len(rows)}"
        raise InputError(says, line=lines[0][0], column=head.start(2), text=lines[0][1])
    return [level_of(rows, LETTERS, limits, game="helltaker", reading=reading, limit=limit)]


def _limit(number: int, line: str, head: re.Match[str]) -> int:
    try:
        return number_of_moves(number, head[3])
    except InputError as error:
        raise InputError(error.says, error.right, line=number, column=head.start(3), text=line) from None


def _row(number: int, line: str, width: int) -> Row:
    cells = list(re.finditer(r"\S+", line))
    for cell in cells:
        if len(cell[0]) > 1:
            right = "One character a cell, with spaces between them."
            raise InputError("two cells stick together", right, line=number, column=cell.start(), text=line)
    row = Row("".join(cell[0] for cell in cells), number, line, columns=[cell.start() for cell in cells])
    if len(cells) != width:
        raise row.wrong(f"this row has {len(cells)} cells, not {width}", index=min(width, len(cells)))
    return row


FORMAT = Format(
    name="helltaker-zaki",
    what="Helltaker in ZakiYudhistira's letters: columns rows limit, spaced cells $ ! # . @ * ? + ^ & (read only)",
    endings=(".txt",),
    looks_like=looks_like,
    read=read,
)
