"""Helltaker in the letters of cocu-tan's solver, read only: the limit, then the board.

23
WWWW.SW         `S` hero   `G` goal (a demoness)   `W` wall   `.` floor   `*` stone   `E` enemy
W..E..W         `K` key   `L` lock   `|` spikes   `_` trap, safe now   `A` trap, unsafe now
W.E.EWW         `$` stone on spikes   `2` stone on a safe trap
..WWWWW
.*..*.W
.*.*..G
"""

from __future__ import annotations

import re

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.base import Draft, Format, only
from sokoplan.puzzle.formats.board import Letters, Limits, level_of, plain_rows
from sokoplan.puzzle.formats.helltaker import number_of_moves
from sokoplan.puzzle.formats.text import lines_of, share
from sokoplan.puzzle.level import Reading

LETTERS: Letters = {
    "S": ("player",),
    "G": ("demonesses",),
    "W": ("walls",),
    ".": (),
    "*": ("boxes",),
    "E": ("mobs",),
    "K": ("keys",),
    "L": ("locks",),
    "|": ("spikes",),
    "_": ("traps_down",),
    "A": ("traps_up",),
    "$": ("boxes", "spikes"),
    "2": ("boxes", "traps_down"),
}


def looks_like(text: str) -> bool:
    return limit_then_board(text, LETTERS, needs="SG") and "." in text


def limit_then_board(text: str, letters: Letters, needs: str) -> bool:
    """Whether line 1 is a number and the rest mostly these letters, with one of `needs` and no `#`."""
    lines = [line for line in lines_of(text) if line.strip()]
    if len(lines) < 2 or not re.fullmatch(r"[0-9]{1,9}", lines[0].strip()):
        return False
    board = "\n".join(lines[1:])
    return "#" not in board and any(char in board for char in needs) and share(board, "".join(letters)) >= 0.8


def read_limit_then_board(text: str, letters: Letters, reading: Reading, limits: Limits) -> list[Draft]:
    """Shared with the letters that differ in nothing but the letters."""
    lines = [(number, line) for number, line in enumerate(lines_of(text), 1) if line.strip()]
    if len(lines) < 2:
        raise InputError("there is no board", "Line 1 is the move limit, then comes the board.")
    limit = number_of_moves(*lines[0])
    # Short rows go on as wall: there is nothing drawn there, and outside is wall.
    rows = plain_rows((number, line.rstrip()) for number, line in lines[1:])
    return only(level_of(rows, letters, limits, game="helltaker", reading=reading, limit=limit, outside=("walls",)))


def read(text: str, reading: Reading, limits: Limits) -> list[Draft]:
    return read_limit_then_board(text, LETTERS, reading, limits)


FORMAT = Format(
    name="helltaker-cocu-tan",
    what="Helltaker in cocu-tan's letters: limit, board in S G W . * E K L | _ A $ 2 (read only)",
    games=("helltaker",),
    endings=(".txt",),
    looks_like=looks_like,
    read=read,
)
