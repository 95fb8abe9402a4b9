"""Several boards in a file."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import read
from sokoplan.puzzle.formats.board import Limits, Row, plain_rows
from sokoplan.puzzle.formats.collection import each_board
from sokoplan.puzzle.level import Level


def good(_: int, rows: Sequence[Row]) -> Level:
    return Level(1, len(rows[0].cells), (0, 0))


def number_of(boards: list[list[Row]], limits: Limits) -> int:
    return len(list(each_board(boards, good, limits)))


def test_the_number_is_told_only_where_there_are_several() -> None:
    board = "####\n#? #\n####\n"
    with pytest.raises(InputError, match=r"^line 2: unknown character"):
        read(board)
    with pytest.raises(InputError, match=r"^line 2: level 1: unknown character"):
        read(f"{board}\n{board}")


def test_cells_of_all_boards_count_together() -> None:
    board = plain_rows([(4, "@" + " " * 99)])
    assert number_of([board] * 3, Limits(size=300)) == 3
    with pytest.raises(InputError, match="the file is larger than 300 bytes once expanded"):
        number_of([board] * 4, Limits(size=300))


def test_very_many_tiny_boards_count_too() -> None:
    board = plain_rows([(4, "@")])
    assert number_of([board] * 6, Limits(size=300)) == 6
    with pytest.raises(InputError, match="the file is larger than 300 bytes once expanded"):
        number_of([board] * 7, Limits(size=300))
    assert number_of([board], Limits(size=3)) == 1
