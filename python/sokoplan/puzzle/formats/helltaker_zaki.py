"""Helltaker in the letters of ZakiYudhistira's solver, read only: columns, rows and limit; then spaced cells.

7 6 23
# # # # . $ #       `$` hero   `!` finish   `#` wall   `.` floor   `@` stone   `*` enemy
# . . * . . #       `?` key   `+` lock   `^` spikes   `&` stone on spikes
# . * . * # #
. . # # # # #       The finish is the cell to stand on, beside a demoness who is not drawn. Ours wins by
. @ . . @ . #       standing beside her, so we put her into a wall next to the finish: one that touches no
. @ . @ . ! #       other floor if there is one (here the last `#`), else a comment says where else she is met.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.base import Draft, Format, only
from sokoplan.puzzle.formats.board import Letters, Limits, Row, check_size, level_of
from sokoplan.puzzle.formats.helltaker import number_of_moves
from sokoplan.puzzle.formats.text import lines_of
from sokoplan.puzzle.level import KEYS, Cell, Reading, ahead_of, place

LETTERS: Letters = {
    "$": ("player",),
    "!": (),
    "#": ("walls",),
    ".": (),
    "@": ("boxes",),
    "*": ("mobs",),
    "?": ("keys",),
    "+": ("locks",),
    "^": ("spikes",),
    "&": ("boxes", "spikes"),
}
_SHE: Letters = {**LETTERS, "D": ("demonesses",)}
_HEAD = re.compile(r"\s*([0-9]{1,9})\s+([0-9]{1,9})\s+(\S+)\s*")


def looks_like(text: str) -> bool:
    lines = [line for line in lines_of(text) if line.strip()]
    if len(lines) < 2 or not _HEAD.fullmatch(lines[0]):
        return False
    cells = [cell for line in lines[1:] for cell in line.split()]
    single = sum(len(cell) == 1 for cell in cells)
    return len(cells) > 1 and single >= 0.8 * len(cells)


def read(text: str, reading: Reading, limits: Limits) -> list[Draft]:
    lines = [(number, line) for number, line in enumerate(lines_of(text), 1) if line.strip()]
    head = _HEAD.fullmatch(lines[0][1]) if lines else None
    if head is None:
        at, first = lines[0] if lines else (1, "")
        right = "Line 1 is the number of columns, the number of rows and the move limit: 7 6 23."
        raise InputError("line 1 is not three numbers", right, line=at, column=0, text=first)
    if len(lines) < 2:
        raise InputError("there is no board", "After line 1 come the cells, with spaces between them.")
    width, height = int(head[1]), int(head[2])
    limit = _limit(*lines[0], head)
    rows = [_row(number, line, width) for number, line in lines[1:]]
    if len(rows) != height:
        says = f"line {lines[0][0]} says {height} rows, but there are {len(rows)}"
        raise InputError(says, line=lines[0][0], column=head.start(2), text=lines[0][1])
    check_size(rows, limits)
    for row in rows:
        for index, char in enumerate(row.cells):
            if char not in LETTERS:
                raise row.unknown(index, LETTERS)
    rows, comments = _with_demoness(rows)
    return only(level_of(rows, _SHE, limits, game="helltaker", reading=reading, limit=limit, comments=comments))


def _with_demoness(rows: list[Row]) -> tuple[list[Row], tuple[str, ...]]:
    """The board with a demoness in a wall beside the finish."""
    finish = [(row, index) for row, cells in enumerate(rows) for index, char in enumerate(cells.cells) if char == "!"]
    right = "Exactly one cell must be `!`."
    if not finish:
        raise rows[0].wrong("there is no finish", right)
    if len(finish) > 1:
        raise rows[finish[1][0]].wrong("there is a second finish", right, finish[1][1])
    row, index = finish[0]
    others, wall = min(_walls(rows, finish[0]), default=(9, (0, 0)))
    if others and (row in (0, len(rows) - 1) or index in (0, len(rows[0].cells) - 1)):
        # Outside is wall: draw it, and she has a place that touches nothing else.
        rows = _walled(rows)
        others, wall = min(_walls(rows, (row + 1, index + 1)))
    if others == 9:
        raise rows[row].wrong("there is no wall beside the finish for the demoness to stand in", index=index)
    here = rows[wall[0]]
    changed = replace(here, cells=here.cells[: wall[1]] + "D" + here.cells[wall[1] + 1 :])
    comment = f"The demoness is in the wall at {place(wall)}, and can be met from {others + 1} cells."
    return [*rows[: wall[0]], changed, *rows[wall[0] + 1 :]], (comment,) if others else ()


def _walls(rows: Sequence[Row], finish: Cell) -> Iterator[tuple[int, Cell]]:
    """Walls beside the finish, each with the number of other cells that touch it and are not walls."""

    def solid(cell: Cell) -> bool:
        row, index = cell
        return not (0 <= row < len(rows) and 0 <= index < len(rows[0].cells)) or rows[row].cells[index] == "#"

    for key in KEYS:
        row, index = wall = ahead_of(finish, key)
        if 0 <= row < len(rows) and 0 <= index < len(rows[0].cells) and solid(wall):
            yield sum(not solid(ahead_of(wall, way)) for way in KEYS) - 1, wall


def _walled(rows: Sequence[Row]) -> list[Row]:
    """The same board with a wall around it."""
    edge = "#" * (len(rows[0].cells) + 2)
    inner = [replace(row, cells=f"#{row.cells}#", columns=[0, *(row.columns or ()), len(row.text)]) for row in rows]
    return [Row(edge, rows[0].line, rows[0].text), *inner, Row(edge, rows[-1].line, rows[-1].text)]


def _limit(number: int, line: str, head: re.Match[str]) -> int:
    try:
        return number_of_moves(number, head[3])
    except InputError as error:
        raise InputError(error.says, error.right, line=number, column=head.start(3), text=line) from None


def _row(number: int, line: str, width: int) -> Row:
    cells = list(re.finditer(r"\S+", line))
    for cell in cells:
        if len(cell[0]) > 1:
            right = "Write one character per cell, with spaces between them."
            raise InputError(
                "two cells without a space between them", right, line=number, column=cell.start(), text=line
            )
    row = Row("".join(cell[0] for cell in cells), number, line, columns=[cell.start() for cell in cells])
    if len(cells) != width:
        raise row.wrong(f"this row has {len(cells)} cells, not {width}", index=min(width, len(cells)))
    return row


FORMAT = Format(
    name="helltaker-zaki",
    what="Helltaker in ZakiYudhistira's letters: columns rows limit, spaced cells $ ! # . @ * ? + ^ & (read only)",
    games=("helltaker",),
    endings=(".txt",),
    looks_like=looks_like,
    read=read,
)
