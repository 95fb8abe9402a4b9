"""Helltaker in the letters of lurbinaa's solver, read only: the limit, then the board.

23
    _p          `p` hero   `g` girl (a demoness)   space wall   `_` floor   `b` box   `s` skeleton
 __s__          `k` key   `c` chest (a lock)   `h` hazard (spikes)   `H` box on a hazard
 _s_s
__              Leading spaces are walls, and what a short row leaves out is wall too.
_b__b_
_b_b__g
"""

from __future__ import annotations

from sokoplan.puzzle.formats.base import Draft, Format
from sokoplan.puzzle.formats.board import Letters, Limits
from sokoplan.puzzle.formats.helltaker_cocu_tan import limit_then_board, read_limit_then_board
from sokoplan.puzzle.level import Reading

LETTERS: Letters = {
    "p": ("player",),
    "g": ("demonesses",),
    " ": ("walls",),
    "_": (),
    "b": ("boxes",),
    "s": ("mobs",),
    "k": ("keys",),
    "c": ("locks",),
    "h": ("spikes",),
    "H": ("boxes", "spikes"),
}


def looks_like(text: str) -> bool:
    return limit_then_board(text, LETTERS, needs="pg") and "_" in text


def read(text: str, reading: Reading, limits: Limits) -> list[Draft]:
    return read_limit_then_board(text, LETTERS, reading, limits)


FORMAT = Format(
    name="helltaker-lurbinaa",
    what="Helltaker in lurbinaa's letters: limit, board in p g _ b s k c h H, space is wall (read only)",
    games=("helltaker",),
    endings=(".txt",),
    looks_like=looks_like,
    read=read,
)
