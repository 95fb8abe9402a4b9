"""Several boards in a file."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.board import Limits, Row, plain_rows
from sokoplan.puzzle.formats.collection import each_board
from sokoplan.puzzle.level import Level


def broken(number: int, rows: Sequence[Row]) -> Level:
    raise rows[0].wrong(f"broken {number}")


def good(_: int, rows: Sequence[Row]) -> Level:
    return Level(1, len(rows[0].cells), (0, 0))


def test_the_number_is_told_only_where_there_are_several() -> None:
    board = plain_rows([(4, "@")])
    with pytest.raises(InputError, match=r"^line 4: broken 0"):
        each_board([board], broken, Limits())
    with pytest.raises(InputError, match=r"^line 4: level 1: broken 0"):
        each_board([board, board], broken, Limits())


def test_cells_of_all_boards_count_together() -> None:
    board = plain_rows([(4, "@" + " " * 99)])
    assert len(each_board([board] * 3, good, Limits(size=300))) == 3
    with pytest.raises(InputError, match="the file is larger than 300 bytes once expanded"):
        each_board([board] * 4, good, Limits(size=300))


def test_very_many_tiny_boards_count_too() -> None:
    board = plain_rows([(4, "@")])
    assert len(each_board([board] * 6, good, Limits(size=300))) == 6
    with pytest.raises(InputError, match="the file is larger than 300 bytes once expanded"):
        each_board([board] * 7, good, Limits(size=300))
    assert len(each_board([board], good, Limits(size=3))) == 1
