"""Pictures of NetHack's Sokoban, as players paste them.

-------- ------     `.` floor   `-` `|` and space solid   `0` boulder   `^` hole or pit
|<|>...|-|....|     `>` where one arrives: the player, unless there is an `@`
|^|-.00....0..|     `<` the way out: floor
|^||..00|.0.0.|     `+` a locked door: solid, since nothing behind it matters to the holes
|^||....|.....|     `?` and other things, and letters (pets, monsters): floor with something on it
|^|-----|0-----
|^|    |......|     As many boulders as holes are needed, and a filled hole is floor.
|^-----|......|     Text above a picture is its title, text below a comment; both are lost in writing.
|..^^^^0000...|
|..|---|......|
----   --------
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.base import Draft, Format
from sokoplan.puzzle.formats.board import Letters, Limits, Row, draw, level_of, plain_rows
from sokoplan.puzzle.formats.collection import each_board
from sokoplan.puzzle.formats.text import comment, lines_of, paragraphs, share, word
from sokoplan.puzzle.level import Cell, Level, Reading

LETTERS: Letters = {
    "@": ("player",),
    ".": (),
    "-": ("walls",),
    "|": ("walls",),
    " ": ("walls",),
    "0": ("boxes",),
    "^": ("holes",),
    "<": (),
    ">": (),
    "+": ("walls",),
}
# Things, pets and monsters lie or stand on floor.
_THINGS = str.maketrans(dict.fromkeys("?!%*$()[]=/\"'&:;~" + string.ascii_letters, "."))
_ARRIVAL: Letters = {**LETTERS, ">": ("player",)}
_SIGNS = "-|.0^<>+@?"


def _is_row(line: str) -> bool:
    known = share(line, _SIGNS)
    edge = line.strip()
    return known == 1.0 or (known >= 0.6 and edge[0] in "-|" and edge[-1] in "-|")


def looks_like(text: str) -> bool:
    if "#" in text or not any(sign in text for sign in "0^@><"):
        return False
    rows = [line for line in lines_of(text) if _is_row(line)]
    return len(rows) > 1 and share("".join(rows), "-|.0^") >= 0.6 and any("|" in row for row in rows)


def read(text: str, reading: Reading, limits: Limits) -> Iterator[Draft]:
    boards: list[list[Row]] = []
    before: list[list[str]] = [[]]  # the text above each board, and below the last
    for part in paragraphs(lines_of(text)):
        rows = [number for number, line in part if _is_row(line)]
        if not rows:
            before[-1] += [line for _, line in part]
            continue
        # Whatever stands between the first and the last row is a row, good or broken.
        before[-1] += [line for number, line in part if number < rows[0]]
        boards.append(plain_rows((number, line.rstrip()) for number, line in part if rows[0] <= number <= rows[-1]))
        before.append([line for number, line in part if number > rows[-1]])
    if not boards:
        raise InputError("there is no picture", "Its rows begin and end with `|` or `-`.")

    def make(at: int, rows: Sequence[Row]) -> Level:
        return _level(rows, before, at, reading, limits)

    return each_board(boards, make, limits, lambda at: word(before[at][0]) if before[at] else "")


def _level(rows: Sequence[Row], before: list[list[str]], at: int, reading: Reading, limits: Limits) -> Level:
    letters = LETTERS if any("@" in row.cells for row in rows) else _ARRIVAL
    above = before[at]
    below = before[at + 1] if at + 2 == len(before) else []
    return level_of(
        [replace(row, cells=row.cells.translate(_THINGS)) for row in rows],
        letters,
        limits,
        game="sink",
        reading=reading,
        outside=("walls",),
        title=word(above[0]) if above else "",
        comments=tuple(filter(None, (comment(line) for line in above[1:] + below))),
    )


def write(levels: Sequence[Level]) -> str:
    return "\n".join(_write_one(level) for level in levels)


def _write_one(level: Level) -> str:
    if level.sinks:
        raise InputError("a NetHack picture can show holes, but not a sink")
    rows = draw(level, LETTERS)
    lines = []
    for row, cells in enumerate(rows):
        signs = [_wall(level, (row, column)) if char == "-" else char for column, char in enumerate(cells)]
        # The reader knows the board's width by its longest row, and a row by not being blank.
        for end in (0, -1):
            if signs[end] == " ":
                signs[end] = "|"
        lines.append("".join(signs))
    return "".join(f"{line}\n" for line in lines)


def _wall(level: Level, cell: Cell) -> str:
    """`|` beside floor, `-` above, below or at the corner of it, nothing inside the rock."""

    def floor(down: int, right: int) -> bool:
        return not level.wall((cell[0] + down, cell[1] + right))

    around = [floor(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    if not any(around):
        return " "
    return "|" if (floor(0, -1) or floor(0, 1)) and not (floor(-1, 0) or floor(1, 0)) else "-"


FORMAT = Format(
    name="nethack-picture",
    what="pictures of NetHack's Sokoban: . - | 0 ^ < > + @ ?",
    games=("sink",),
    endings=(".txt",),
    looks_like=looks_like,
    read=read,
    write=write,
)
