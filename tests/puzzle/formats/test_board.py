"""Rows and letters: errors that point, and boards drawn back."""

from __future__ import annotations

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.board import Limits, Row, draw, legend, level_of, plain_rows
from sokoplan.puzzle.formats.helltaker import LETTERS as HELLTAKER
from sokoplan.puzzle.formats.xsb import LETTERS
from sokoplan.puzzle.level import Level


def test_a_row_knows_where_its_cells_stand() -> None:
    spaced = Row("ab", 3, "> a b", columns=[2, 4])
    assert [spaced.column(index) for index in range(4)] == [2, 4, 5, 6]
    assert Row("ab", 3, "> ab", offset=2).column(1) == 3
    assert spaced.wrong("no", "yes", 1) == InputError("no", "yes", line=3, column=4, text="> a b")


def test_short_rows_go_on_as_floor_or_as_wall() -> None:
    rows = plain_rows([(1, "#@#"), (2, "#")])
    assert level_of(rows, LETTERS, Limits()).walls == {(0, 0), (0, 2), (1, 0)}
    assert (1, 2) in level_of(rows, LETTERS, Limits(), outside=("walls",)).walls


def test_a_small_text_that_means_a_vast_board() -> None:
    rows = plain_rows([(1, "#" * 1000), *((line, "#") for line in range(2, 2002))])
    with pytest.raises(InputError, match="larger than 1,000,000 bytes once expanded"):
        level_of(rows, LETTERS, Limits(10_000, 10_000, 1_000_000))


def test_what_the_level_itself_refuses_gets_a_line() -> None:
    rows = plain_rows([(7, "H  ")])
    with pytest.raises(InputError, match="no demoness") as caught:
        level_of(rows, HELLTAKER, Limits(), game="helltaker", limit=3)
    assert (caught.value.line, caught.value.text) == (7, "H  ")


def test_draw_uses_the_first_letter_of_a_kind() -> None:
    level = Level(1, 4, (0, 0), boxes=frozenset({(0, 1)}), goals=frozenset({(0, 0), (0, 1), (0, 2)}))
    assert draw(level, LETTERS) == ["+*. "]


def test_a_thing_without_a_letter() -> None:
    level = Level(1, 2, (0, 0), game="helltaker", limit=1, demonesses=frozenset({(0, 1)}), spikes=frozenset({(0, 0)}))
    with pytest.raises(InputError, match="no letter for player on spikes, at row 1, column 1"):
        draw(level, HELLTAKER)


def test_the_legend_names_everything() -> None:
    text = legend(HELLTAKER)
    for meaning in ("`H` player", "`D` demoness", "`Q` box on unsafe trap", "space floor"):
        assert meaning in text
