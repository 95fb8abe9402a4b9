"""XSB and SOK: the format of nearly all Sokoban collections.

    ####                `#` wall   `@` player   `+` player on goal   `$` box   `*` box on goal   `.` goal
    # .#                space, `-` and `_` floor
    #  ###
    #*@  #              Also read: run lengths (`4#|#@.#`), text quoted in e-mail (`> ####`), and the letters of
    #  $ #              share links (`H` box, `a` player, `x` player on goal) and of SOK (`b` box, `p` player,
    #  ###              `o` goal, `B` and `P` on a goal) in a file without `@` `+` `$`.
    ####
    Title: First steps
    Author: A. Puzzler
    Solution: dlUrrrdLullddrUluRuulDrddrruLdlUU
    Comment: Words may stand above or below the board: see xsb_words.

What we write is the board with its keys under it, as in SOK 0.17. Everything a reader could have kept comes back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.base import Draft, Format
from sokoplan.puzzle.formats.board import Letters, Limits, draw, only_closed
from sokoplan.puzzle.formats.collection import Room
from sokoplan.puzzle.formats.text import each_line
from sokoplan.puzzle.formats.xsb_boards import Found, Gap, find_boards, may_be_row
from sokoplan.puzzle.formats.xsb_words import Words, with_words, write_words
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
SOK_LETTERS: Letters = {
    "#": ("walls",),
    "p": ("player",),
    "P": ("player", "goals"),
    "b": ("boxes",),
    "B": ("boxes", "goals"),
    "o": ("goals",),
    " ": (),
    "-": (),
    "_": (),
}
# In the order in which they are tried. A file is read in the first one that any of its boards has a piece of.
_TABLES = ((LETTERS, "@+$"), (SHARE_LINK, "H"), (SOK_LETTERS, "pP"))


def looks_like(text: str) -> bool:
    signs = "".join({**LETTERS, **SHARE_LINK, **SOK_LETTERS})
    return any("#" in line and may_be_row(line.lstrip("> "), signs) for line in each_line(text))


def read(text: str, reading: Reading, limits: Limits) -> Iterator[Draft]:
    letters = _letters(text, limits)
    signs = "".join(letters)
    room = Room(limits)

    def last_gap() -> Gap:
        *_, (gap, _) = find_boards(text, signs, limits)
        return gap

    def make(board: Found, words: Words) -> Level:
        return board.drawing().level(letters, limits, "sokoban", reading, True, (), words.fields())

    for board, words in with_words(find_boards(text, signs, limits), last_gap):
        room.take(board.cells)
        yield Draft(partial(make, board, words), words.title)
    if not room.boards:
        raise InputError("there is no board", "Its rows are made of `#` `@` `+` `$` `*` `.` and spaces.")


def _letters(text: str, limits: Limits) -> Letters:
    for letters, pieces in _TABLES:
        if any(sign in text for sign in pieces):
            for _, board in find_boards(text, "".join(letters), limits):
                if board is not None and board.has(pieces):
                    return letters
    return LETTERS


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
