"""Another sibling course's letters, read only.

xxxxxx      `x` wall   `H` player   `o` box   `_` goal   `.` floor
x_.H.x
xooo_x      There are no letters for a box or a player on a goal, which is why we do not write it.
x_...x
xxxxxx
"""

from __future__ import annotations

from collections.abc import Iterator

from sokoplan.puzzle.formats.base import Draft, Format
from sokoplan.puzzle.formats.board import Letters, Limits
from sokoplan.puzzle.formats.course import read_maps
from sokoplan.puzzle.formats.text import share
from sokoplan.puzzle.level import Reading

LETTERS: Letters = {
    "x": ("walls",),
    "H": ("player",),
    "o": ("boxes",),
    "_": ("goals",),
    ".": (),
    " ": (),
}


def looks_like(text: str) -> bool:
    # The walls alone are a good part of any closed map, and no other format draws them with `x`.
    return (
        "#" not in text
        and any(sign in text for sign in "Ho_")
        and share(text, "x") >= 0.3
        and share(text, "xHo_.") >= 0.8
    )


def read(text: str, reading: Reading, limits: Limits) -> Iterator[Draft]:
    return read_maps(text, LETTERS, reading, limits)


FORMAT = Format(
    name="course-xho",
    what="a sibling course's letters: x H o _ . (read only)",
    games=("sokoban",),
    endings=(".txt",),
    looks_like=looks_like,
    read=read,
)
