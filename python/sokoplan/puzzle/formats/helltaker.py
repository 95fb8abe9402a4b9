"""Helltaker levels: a title, the move limit, the board.

Level 1
23
     ###        `H` hero   `D` demoness   `#` wall   `B` block   `M` mob   `K` key   `L` lock
  ### H#        `S` spikes   `T` trap, safe now   `U` trap, unsafe now
 #  M  #        `O` `P` `Q` a block on `S` `T` `U`
 # M M#
#  ####         Rows may be ragged and need no walls around: outside is wall anyway.
# B  B #        Blank lines are dropped. One level per file.
# B B  D#
#########
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.base import Draft, Format, only
from sokoplan.puzzle.formats.board import Letters, Limits, draw, level_of, only_one, plain_rows
from sokoplan.puzzle.formats.text import lines_of, share, word
from sokoplan.puzzle.level import Level, Reading

LETTERS: Letters = {
    "H": ("player",),
    "D": ("demonesses",),
    "#": ("walls",),
    " ": (),
    "B": ("boxes",),
    "K": ("keys",),
    "L": ("locks",),
    "M": ("mobs",),
    "S": ("spikes",),
    "T": ("traps_down",),
    "U": ("traps_up",),
    "O": ("boxes", "spikes"),
    "P": ("boxes", "traps_down"),
    "Q": ("boxes", "traps_up"),
}
_SIGNS = "".join(LETTERS)
_NUMBER = re.compile(r"[0-9]{1,9}")


def number_of_moves(number: int, line: str) -> int:
    """The limit in this line; `number` is the line's, for the error. Shared with the other Helltaker letters."""
    if not _NUMBER.fullmatch(line.strip()):
        at = len(line) - len(line.lstrip())
        raise InputError(
            "the move limit is not a number",
            "It is a whole number such as 23.",
            line=number,
            column=at,
            text=line,
        )
    return int(line.strip())  # `int` itself does not take all blanks that `strip` does, such as "\x1f"


def looks_like(text: str) -> bool:
    lines = lines_of(text)
    if not (len(lines) > 1 and _NUMBER.fullmatch(lines[1].strip())):
        lines = [line for line in lines if line.strip()]
    board = "\n".join(lines[2:])
    if len(lines) > 2 and _NUMBER.fullmatch(lines[1].strip()):
        return any(char in board for char in "HD") and share(board, _SIGNS) >= 0.8 and "@" not in board
    # With the limit broken or left out, the letters must decide: rows with walls, a hero and a demoness.
    rows = [line for line in lines if "#" in line and ("H" in line or "D" in line) and share(line, _SIGNS) >= 0.8]
    return any("H" in row for row in rows) and any("D" in row for row in rows)


def _is_row(line: str) -> bool:
    return "#" in line and share(line, _SIGNS) == 1.0


def read(text: str, reading: Reading, limits: Limits) -> list[Draft]:
    lines = list(enumerate(lines_of(text), 1))
    if not (len(lines) > 1 and _NUMBER.fullmatch(lines[1][1].strip())):
        # Blank lines may also stand above the title; an empty title, though, is a title.
        lines = [(number, line) for number, line in lines if line.strip()]
    if not lines:
        raise InputError("the file is empty", "Line 1 is the title, line 2 the move limit, then comes the board.")
    title = lines[0][1]
    if len(lines) < 2:
        raise InputError("there is no move limit and no board", "Line 2 is the move limit, then comes the board.")
    if _is_row(lines[1][1]):
        number, line = lines[1]
        what = "the title and the move limit are missing" if _is_row(title) else "the move limit is missing"
        raise InputError(what, "Line 1 is the title, line 2 the move limit.", line=number, column=0, text=line)
    limit = number_of_moves(*lines[1])
    rows = plain_rows((number, line) for number, line in lines[2:] if line.strip())
    if not rows:
        raise InputError("there is no board", "The board comes after line 2.", line=lines[1][0], text=lines[1][1])
    return only(level_of(rows, LETTERS, limits, game="helltaker", reading=reading, limit=limit, title=word(title)))


def write(levels: Sequence[Level]) -> str:
    level = only_one(levels)
    rows = draw(level, LETTERS)
    if any(not row.strip() for row in rows):
        # The reader drops blank lines, and with them the row.
        raise InputError("a Helltaker board cannot have an empty row", "Draw a wall around the board.")
    return "\n".join([word(level.title), str(level.limit), *rows]) + "\n"


FORMAT = Format(
    name="helltaker",
    what="Helltaker: title, limit, board in H D # B K L M S T U O P Q",
    games=("helltaker",),
    endings=(".txt",),
    looks_like=looks_like,
    read=read,
    write=write,
)
