"""Several boards in one file: each is read, and a broken one is named by its number, never skipped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sokoplan.errors import InputError
from sokoplan.formats.board import Limits, Row, check_size
from sokoplan.level import Level


def each_board(
    boards: Sequence[Sequence[Row]], make: Callable[[int, Sequence[Row]], Level], limits: Limits
) -> list[Level]:
    """`make` every board, numbered from 0; an error says which of several boards it is about."""
    levels = []
    cells = 0
    for number, rows in enumerate(boards):
        try:
            check_size(rows, limits)
            # A short text may unfold into many cells (run lengths, ragged rows): those count like bytes.
            cells += len(rows) * max((len(row.cells) for row in rows), default=0)
            if cells > limits.size:
                raise replace(limits.too_large("the file, unfolded,"), line=rows[0].line, text=rows[0].text)
            levels.append(make(number, rows))
        except InputError as error:
            if len(boards) > 1:
                raise replace(error, says=f"level {number + 1}: {error.says}") from None
            raise
    return levels
