"""The NetHack solver's files: `#` lines are height, width and rows; other lines are options.

#4
#7              `.` floor   `o` stone   `x` sink   `y` player, in either case; all else is wall.
#***....        Height and width are unreliable, so the rows themselves decide; they may be left out.
#yo.oo..        `·` is floor too, and `@` is the player where there is no `y`.
#*..o...        Exactly one sink and one player. Outside is wall. One level per file.
#*.....x
blocklist-number=2
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.base import Draft, Format, only
from sokoplan.puzzle.formats.board import Letters, Limits, Row, draw, level_of, only_one
from sokoplan.puzzle.formats.text import lines_of, word
from sokoplan.puzzle.level import Level, Reading

LETTERS: Letters = {".": (), "o": ("boxes",), "x": ("sinks",), "y": ("player",), "*": ("walls",)}
# Every character that is not wall, and the letter it stands for.
_SIGNS = {".": ".", "·": ".", "o": "o", "O": "o", "x": "x", "X": "x", "y": "y", "Y": "y"}
_OPTION = re.compile(r"\s*([\w.-]+)\s*=(.*)")


def looks_like(text: str) -> bool:
    rows = []
    for line in lines_of(text):
        if line.startswith("#"):
            rows.append(line[1:].strip().lower())
        elif line.strip() and not _OPTION.fullmatch(line):
            return False
    if len(rows) > 2 and rows[0].isdigit() and rows[1].isdigit():
        return True
    board = "\n".join(rows)
    return "o" in board and "x" in board and ("y" in board or "@" in board) and "$" not in board


def read(text: str, reading: Reading, limits: Limits) -> list[Draft]:
    rows: list[Row] = []
    options: list[tuple[str, str]] = []
    for number, line in enumerate(lines_of(text), 1):
        if line.startswith("#"):
            rows.append(Row(line[1:].rstrip(), number, line, offset=1))
        elif option := _OPTION.fullmatch(line):
            options.append((word(option[1]), word(option[2])))
        elif line.strip():
            right = "A line is a `#` and a row, or option=value."
            raise InputError("this is neither a row nor an option", right, line=number, column=0, text=line)
    sizes = 0
    while sizes < min(2, len(rows)) and re.fullmatch(r"\s*[0-9]+\s*", rows[sizes].cells):
        sizes += 1
    rows = rows[sizes:]
    while rows and not rows[-1].cells.strip():
        rows.pop()
    while rows and not rows[0].cells.strip():
        rows.pop(0)
    if not rows:
        raise InputError("there is no board", "Rows start with `#`; cells are `.` `o` `x` `y`, all else is wall.")
    signs = _SIGNS if any("y" in row.cells.lower() for row in rows) else {**_SIGNS, "@": "y"}
    rows = [replace(row, cells="".join(signs.get(char, "*") for char in row.cells)) for row in rows]
    _check_one_sink(rows)
    return only(
        level_of(rows, LETTERS, limits, game="sink", reading=reading, outside=("walls",), options=tuple(options))
    )


def _check_one_sink(rows: Sequence[Row]) -> None:
    found = [(row, index) for row in rows for index, char in enumerate(row.cells) if char == "x"]
    right = "Exactly one cell must be `x`."
    if not found:
        raise rows[0].wrong("there is no sink", right)
    if len(found) > 1:
        row, index = found[1]
        raise row.wrong("there is a second sink", right, index)


def write(levels: Sequence[Level]) -> str:
    level = only_one(levels)
    if len(level.sinks) != 1:
        raise InputError("this format holds exactly one sink")
    rows = draw(level, LETTERS)
    lines = [f"#{level.height}", f"#{level.width}", *(f"#{row}" for row in rows)]
    lines += [f"{name}={value}" for name, value in level.options]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="nethack-solver",
    what="the NetHack solver's files: # lines with . o x y, then option=value",
    games=("sink",),
    endings=(".txt",),
    looks_like=looks_like,
    read=read,
    write=write,
)
