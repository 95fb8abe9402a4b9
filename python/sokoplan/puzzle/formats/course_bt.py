"""A sibling course's letters, read only.

######      `#` wall   `S` player   `B` box   `T` target   `X` player on target
#X   #
#BBBT#      There is no letter for a box on a target, which is why we do not write it.
#T   #
######
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sokoplan.puzzle.formats.base import Draft, Format
from sokoplan.puzzle.formats.board import Letters, Limits
from sokoplan.puzzle.formats.course import read_maps
from sokoplan.puzzle.formats.text import share
from sokoplan.puzzle.level import Reading

LETTERS: Letters = {
    "#": ("walls",),
    "S": ("player",),
    "B": ("boxes",),
    "T": ("goals",),
    "X": ("player", "goals"),
    " ": (),
}


# A player and a box in the small letters of SOK, between walls.
# It begins where such letters begin, so that a long line is read once.
_SOK = re.compile(r"(?<![ #bBo])[ bBo]*#[ #bBo]*[pP][ bBo]*#")


def looks_like(text: str) -> bool:
    # A board of XSB that is nearly all wall, with a `Title:` under it, would pass but for its own letters.
    if "#" not in text or any(char in text for char in "@$*+") or _SOK.search(text):
        return False
    return any(char in text for char in "BT") and share(text, "#SBTX") >= 0.8


def read(text: str, reading: Reading, limits: Limits) -> Iterator[Draft]:
    return read_maps(text, LETTERS, reading, limits)


FORMAT = Format(
    name="course-bt",
    what="a sibling course's letters: # S B T X (read only)",
    games=("sokoban",),
    endings=(".txt",),
    looks_like=looks_like,
    read=read,
)
