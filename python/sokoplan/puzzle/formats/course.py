"""Course letters: the maps of the Comenius university exercise, one map per file.

######      `#` wall   `S` player   `s` player on goal   `C` crate   `c` crate on goal   `X` goal
#s   #
#CCCX#      Rows may be ragged, and leading spaces matter. There are no words: titles are lost in writing.
#X   #      Several maps in one file are parted by blank lines.
######
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.base import Draft, Format
from sokoplan.puzzle.formats.board import Letters, Limits, draw, level_of, only_closed, plain_rows
from sokoplan.puzzle.formats.collection import each_board
from sokoplan.puzzle.formats.text import lines_of, paragraphs, share
from sokoplan.puzzle.level import Level, Reading

LETTERS: Letters = {
    "#": ("walls",),
    "S": ("player",),
    "s": ("player", "goals"),
    "C": ("boxes",),
    "c": ("boxes", "goals"),
    "X": ("goals",),
    " ": (),
}


def looks_like(text: str) -> bool:
    if "#" not in text or any(char in text for char in "@$BT"):
        return False
    crates = any(char in text for char in "Cc")
    return (crates or ("X" in text and any(char in text for char in "Ss"))) and share(text, "#SsCcX") >= 0.8


def read_maps(text: str, letters: Letters, reading: Reading, limits: Limits) -> Iterator[Draft]:
    """Maps without words, parted by blank lines: shared with the sibling courses."""
    boards = [plain_rows(part) for part in paragraphs(lines_of(text))]
    return each_board(boards, lambda _, rows: level_of(rows, letters, limits, reading=reading, closed=True), limits)


def read(text: str, reading: Reading, limits: Limits) -> Iterator[Draft]:
    return read_maps(text, LETTERS, reading, limits)


def write(levels: Sequence[Level]) -> str:
    return "\n".join(_write_one(level) for level in levels)


def _write_one(level: Level) -> str:
    only_closed(level)
    rows = draw(level, LETTERS)
    if any(not row.strip() for row in rows):
        # A blank line ends a map.
        raise InputError("a map in course letters cannot have an empty row")
    stripped = [row.rstrip() for row in rows]
    if max(map(len, stripped)) < level.width:
        stripped[0] = rows[0]
    return "".join(f"{row}\n" for row in stripped)


FORMAT = Format(
    name="course",
    what="course letters: # S s C c X",
    games=("sokoban",),
    endings=(".txt",),
    looks_like=looks_like,
    read=read,
    write=write,
)
