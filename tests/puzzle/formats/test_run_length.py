"""Run lengths: what they mean, where their cells stand, and bombs that must not go off."""

from __future__ import annotations

import tracemalloc

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import Limits, read
from sokoplan.puzzle.formats.run_length import decode, is_encoded
from sokoplan.puzzle.formats.xsb import LETTERS

SIGNS = "".join(LETTERS)


def test_rows_and_columns() -> None:
    rows = list(decode("3#|#.@", 7, "> 3#|#.@", 2, Limits()))
    assert [row.cells for row in rows] == ["###", "#.@"]
    assert [rows[0].column(index) for index in range(3)] == [3, 3, 3]
    assert [rows[1].column(index) for index in range(4)] == [5, 6, 7, 8]


@pytest.mark.parametrize("line", ["3#|#.@", "4#|", "5#", "2#3-#", "|#|"])
def test_encoded(line: str) -> None:
    assert is_encoded(line, SIGNS)


@pytest.mark.parametrize("line", ["###", "3", "12.", "#12", "3 #", "4#|x", "1|2", ""])
def test_not_encoded(line: str) -> None:
    assert not is_encoded(line, SIGNS)


@pytest.mark.parametrize(
    ("bomb", "column"),
    [
        ("999999999#|", 0),
        ("9" * 5000 + "#|", 0),
        ("#|999999999|", 2),
        ("200#200#|", 4),
        ("256#257|", 4),
    ],
)
def test_a_bomb_is_refused_before_it_takes_memory(bomb: str, column: int) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="more than 256") as caught:
            read(bomb + "\n#@.#\n")
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()
    assert caught.value.column == column
    assert "--max-board" in caught.value.right


def test_many_small_bombs_count_together() -> None:
    board = "255#|" * 200 + "\n\n"
    with pytest.raises(InputError) as caught:
        read(("3#|#@#|3#\n\n" + board) * 60)
    assert "no player" in caught.value.says or "larger than" in caught.value.says
    good = "255#|#@253-#|" + "255#|" * 200 + "\n\n"
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match=r"larger than 2,000,000 bytes once expanded"):
            read(good * 600, limits=Limits(size=2_000_000))
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()
