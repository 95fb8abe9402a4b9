"""Several boards in one file: each is a draft of its own, and what they are together is kept within the limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from sokoplan.puzzle.formats.base import Draft
from sokoplan.puzzle.formats.board import EXPANDED, Limits, Row
from sokoplan.puzzle.level import Level

# Every level takes some time, however small it is: no real one is drawn, with its words, in fewer bytes.
LEAST = 50


class Room:
    """What the boards of one file may take together.

    A short text may expand into many cells (run lengths, ragged rows) or very many tiny boards: those count like
    bytes of the file. A file of one board is bounded by the size of that board alone.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.boards = self.size = 0

    def take(self, cells: int) -> None:
        self.boards += 1
        self.size += max(LEAST, cells)
        if self.boards > 1 and self.size > self.limits.size:
            raise self.limits.too_large("the file", EXPANDED)


def each_board(
    boards: Iterable[Sequence[Row]],
    make: Callable[[int, Sequence[Row]], Level],
    limits: Limits,
    title: Callable[[int], str] = lambda number: "",
) -> Iterator[Draft]:
    """A draft for every board, numbered from 0."""
    room = Room(limits)
    for number, rows in enumerate(boards):
        room.take(len(rows) * max((len(row.cells) for row in rows), default=0))
        yield Draft(partial(make, number, rows), partial(title, number))
