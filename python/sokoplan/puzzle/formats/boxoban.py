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
from collections.abc import Iterator, Sequence
from functools import partial

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.base import Draft, Format
from sokoplan.puzzle.formats.board import Drawing, Limits, Row, draw, only_closed, plain_rows
from sokoplan.puzzle.formats.collection import Room
from sokoplan.puzzle.formats.text import each_line
from sokoplan.puzzle.formats.xsb import LETTERS
from sokoplan.puzzle.level import Level, Reading

SIZE = 10
_HEAD = re.compile(r";\s*([0-9]+)\s*")
_SIGNS = "".join(LETTERS)


def looks_like(text: str) -> bool:
    heads = 0
    for line in each_line(text):
        if line.startswith(";") and _HEAD.fullmatch(line):
            heads += 1
        elif line.strip() and (len(line) != SIZE or line.strip(_SIGNS)):
            return False
    return heads > 0


def read(text: str, reading: Reading, limits: Limits) -> Iterator[Draft]:
    room = Room(limits)

    def make(title: str, lines: list[tuple[int, str]]) -> Level:
        cells = [line for _, line in lines[1:]]
        if len(cells) != SIZE or any(len(row) != SIZE for row in cells):
            _wrong_size(lines[0], plain_rows(lines[1:]))
        drawing = Drawing(cells, lambda: plain_rows(lines[1:]))
        return drawing.level(LETTERS, limits, "sokoban", reading, True, (), {"title": title})

    for title, lines in _blocks(text):
        room.take(SIZE * SIZE)
        yield Draft(partial(make, title, lines), partial(str, title))


def _blocks(text: str) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """The number of each level, and its lines with theirs; the first is the one that has the number."""
    title, lines = "", list[tuple[int, str]]()
    for number, line in enumerate(each_line(text), 1):
        if line.startswith(";") and (head := _HEAD.fullmatch(line)):
            if lines:
                yield title, lines
            title, lines = head[1], [(number, line)]
        elif line and not line.isspace():
            if not lines:
                right = "A level begins with `; 0`, `; 1` and so on."
                raise InputError("there is no number above the board", right, line=number, column=0, text=line)
            lines.append((number, line))
    if not lines:
        raise InputError("there is no level", "A level begins with `; 0`, `; 1` and so on.")
    yield title, lines


def _wrong_size(head: tuple[int, str], rows: Sequence[Row]) -> None:
    right = f"A Boxoban board has {SIZE} rows of {SIZE} cells."
    for row in rows:
        if len(row.cells) != SIZE:
            raise row.wrong(f"this row has {len(row.cells)} cells", right, min(SIZE, len(row.cells)))
    if not rows:
        number, line = head
        raise InputError(f"there is no board under `{line.strip()}`", right, line=number, column=0, text=line)
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
