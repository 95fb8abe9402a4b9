"""Several boards in one file: each is read, and a broken one is named by its number, never skipped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.board import EXPANDED, Limits, Row, check_size
from sokoplan.puzzle.level import Level

# Every level takes some time, however small it is: no real one is drawn, with its words, in fewer bytes.
LEAST = 50


def each_board(
    boards: Sequence[Sequence[Row]], make: Callable[[int, Sequence[Row]], Level], limits: Limits
) -> list[Level]:
    """`make` every board, numbered from 0; an error says which of several boards it is about.

    Sizes are looked at before anything is made. A short text may expand into many cells (run lengths, ragged
    rows) or very many tiny boards: those count like bytes of the file.
    """

    def numbered(error: InputError, number: int) -> InputError:
        return replace(error, says=f"level {number + 1}: {error.says}") if len(boards) > 1 else error

    size = 0
    for number, rows in enumerate(boards):
        try:
            check_size(rows, limits)
        except InputError as error:
            raise numbered(error, number) from None
        size += max(LEAST, len(rows) * max((len(row.cells) for row in rows), default=0))
        if len(boards) > 1 and size > limits.size:
            raise limits.too_large("the file", EXPANDED)
    levels = []
    for number, rows in enumerate(boards):
        try:
            levels.append(make(number, rows))
        except InputError as error:
            raise numbered(error, number) from None
    return levels
