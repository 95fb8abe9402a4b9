"""XSB and SOK: the format of nearly all Sokoban collections.

    ####                `#` wall   `@` player   `+` player on goal   `$` box   `*` box on goal   `.` goal
    # .#                space, `-` and `_` floor
    #  ###
    #*@  #              Also read: run lengths (`4#|#@.#`), text quoted in e-mail (`> ####`), and the letters of
    #  $ #              share links (`H` box, `a` player, `x` player on goal) in a file without `@` `+` `$`.
    #  ###
    ####
    Title: First steps
    Author: A. Puzzler
    Solution: dlUrrrdLullddrUluRuulDrddrruLdlUU
    Comment: Words may stand above or below the board: see xsb_words.

What we write is the board with its keys under it, as in SOK 0.17. Everything a reader could have kept comes back.
"""

from __future__ import annotations

from collections.abc import Sequence

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.base import Format
from sokoplan.puzzle.formats.board import Letters, Limits, draw, level_of, only_closed
from sokoplan.puzzle.formats.collection import each_board
from sokoplan.puzzle.formats.text import lines_of
from sokoplan.puzzle.formats.xsb_boards import find_boards, may_be_row
from sokoplan.puzzle.formats.xsb_words import read_words, write_words
from sokoplan.puzzle.level import Level, Reading

LETTERS: Letters = {
    "#": ("walls",),
    "@": ("player",),
    "+": ("player", "goals"),
    "$": ("boxes",),
    "*": ("boxes", "goals"),
    ".": ("goals",),
    " ": (),
    "-": (),
    "_": (),
}
SHARE_LINK: Letters = {
    "#": ("walls",),
    "a": ("player",),
    "x": ("player", "goals"),
    "H": ("boxes",),
    "*": ("boxes", "goals"),
    ".": ("goals",),
    " ": (),
    "-": (),
    "_": (),
}


def looks_like(text: str) -> bool:
    signs = "".join({**LETTERS, **SHARE_LINK})
    return any("#" in line and may_be_row(line.lstrip("> "), signs) for line in lines_of(text))


def read(text: str, reading: Reading, limits: Limits) -> list[Level]:
    lines = lines_of(text)
    letters = LETTERS
    boards, gaps = find_boards(lines, "".join(letters), limits)
    if not any(char in row.cells for rows in boards for row in rows for char in "@+$") and "H" in text:
        letters = SHARE_LINK
        boards, gaps = find_boards(lines, "".join(letters), limits)
    if not boards:
        raise InputError("there is no board", "Its rows are made of `#` `@` `+` `$` `*` `.` and spaces.")
    words = read_words(gaps)
    return each_board(
        boards,
        lambda at, rows: level_of(rows, letters, limits, reading=reading, closed=True, **words[at]),
        limits,
    )


def write(levels: Sequence[Level]) -> str:
    return "\n".join(_write_one(level) for level in levels)


def _write_one(level: Level) -> str:
    only_closed(level)
    return "".join(f"{line}\n" for line in board_lines(level) + write_words(level))


def board_lines(level: Level) -> list[str]:
    """The board alone, drawn so that reading it gives the same rows and columns again."""
    rows = draw(level, LETTERS)
    columns_blank = [all(row[column] == " " for row in rows) for column in (0, -1)]
    if any(columns_blank) or any(not row.strip() for row in rows):
        # Blanks around a board are cropped by the reader, `-` is not.
        return [row.replace(" ", "-") if row.strip() else "-" for row in rows]
    return [row.rstrip() for row in rows]


FORMAT = Format(
    name="xsb",
    what="XSB and SOK collections: # @ + $ * . with titles, comments, solutions, run lengths",
    games=("sokoban",),
    endings=(".xsb", ".sok", ".txt"),
    looks_like=looks_like,
    read=read,
    write=write,
)
