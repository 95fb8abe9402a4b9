"""A level as a picture: what `str(level)` shows, and what stands above an export.

Comes in:  a Level.     Goes out: text, in a format of its game where one holds it, else just rows.
"""

from __future__ import annotations

from dataclasses import replace

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import helltaker, nethack_picture, nethack_solver, xsb
from sokoplan.puzzle.formats.board import Letters, draw
from sokoplan.puzzle.level import Level

# In the order in which they are tried. JSON is not among them: it lists a board, but does not draw it.
_FORMATS = (xsb.FORMAT, nethack_solver.FORMAT, nethack_picture.FORMAT, helltaker.FORMAT)
# What draws a position that no format holds, and a game that has none.
_LETTERS: Letters = {**xsb.LETTERS, "x": ("sinks",), "^": ("holes",), "&": ("player", "sinks")}
_LETTERS_OF = {"helltaker": helltaker.LETTERS}


def picture(level: Level) -> str:
    """The level as text, without a line end after the last row."""
    plain = replace(level, author="", collection="", comments=(), solutions=(), options=())
    if not level.has_key and not level.settled:
        for format in _FORMATS:
            if level.game in format.games and format.write is not None:
                try:
                    return format.write([replace(plain, title="") if format is xsb.FORMAT else plain]).rstrip("\n")
                except InputError:
                    continue
    return "\n".join(row.rstrip() for row in rows(level))


def rows(level: Level) -> list[str]:
    """The board alone; `?` where a cell holds what no letter stands for."""
    return draw(level, _LETTERS_OF.get(level.game, _LETTERS), unknown="?")
