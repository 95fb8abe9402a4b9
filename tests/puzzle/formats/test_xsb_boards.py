"""Finding the boards: a broken row stays in its board, words stay outside."""

from __future__ import annotations

import pytest

from sokoplan.puzzle.formats.board import Limits, Row
from sokoplan.puzzle.formats.xsb import LETTERS
from sokoplan.puzzle.formats.xsb_boards import find_boards, may_be_row

SIGNS = "".join(LETTERS)


def boards_of(text: str) -> list[list[Row]]:
    return [board.rows() for _, board in find_boards(text, SIGNS, Limits()) if board is not None]


def rows(text: str) -> list[list[str]]:
    return [[row.cells for row in board] for board in boards_of(text)]


def test_blanks_around_a_board_are_cropped() -> None:
    assert rows("   ####  \n  #@.#\n   ###\n") == [[" ####", "#@.#", " ###"]]


def test_a_row_keeps_its_place_in_the_file() -> None:
    ((first, second),) = boards_of("\n>   ####\n>   #x@#")
    assert (first.line, first.column(0)) == (2, 4)
    assert (second.line, second.column(1), second.text) == (3, 5, ">   #x@#")


def test_a_broken_row_stays_in_its_board() -> None:
    assert rows("####\n#@?#\n####\n") == [["####", "#@?#", "####"]]


@pytest.mark.parametrize("line", ["#@$.#", "5#", "5#|#@.#", "#@?#", "##x##", "  #  "])
def test_rows(line: str) -> None:
    assert may_be_row(line, SIGNS)


@pytest.mark.parametrize("line", ["Level #2", "# 2", "#1", "#12.", "; ####", "::####", "C# and F#", ""])
def test_words(line: str) -> None:
    assert not may_be_row(line, SIGNS)


def test_quoted_words_without_a_row_are_left_alone() -> None:
    gaps = [gap for gap, _ in find_boards("> said he\n\n####\n#@.#\n####\n", SIGNS, Limits())]
    assert gaps[0].paragraphs[0][0].text == "> said he"


def test_what_is_quoted_in_a_comment_stays_there() -> None:
    text = "####\n#@.#\nComment:\n> ####\nComment-end:\n"
    boards, gaps = boards_of(text), [gap for gap, _ in find_boards(text, SIGNS, Limits())]
    assert len(boards) == 1
    assert gaps[1].paragraphs[0][0].text == "> ####"
    assert gaps[1].touches_above
