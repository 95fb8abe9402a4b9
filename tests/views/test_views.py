"""Boards as people see them."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from helpers.levels import drawn
from sokoplan.puzzle.level import place
from sokoplan.puzzle.rules import begin, play
from sokoplan.views.terminal import LOOKS, board
from sokoplan.views.text import LETTERS, draw, framed


@pytest.mark.parametrize("tile", LETTERS)
def test_every_tile_has_a_letter_and_a_look_two_columns_wide(tile: str) -> None:
    assert cell_len(LOOKS[tile][0]) == 2
    assert len(LETTERS[tile]) == 1


def test_tiles_that_can_stand_beside_each_other_differ_without_colour() -> None:
    for game in (
        ("wall", "floor", "dead square", "goal", "player", "box", "box on goal"),
        ("wall", "floor", "dead square", "sink", "hole", "player", "stone"),
        ("wall", "floor", "hero", "demoness", "block", "key", "lock", "mob", "spikes", "trap down", "trap up",
         "block on spikes", "block on trap down", "block on trap up"),
    ):  # fmt: skip
        assert len({LOOKS[tile][0] for tile in game}) == len(game)
        assert len({LETTERS[tile] for tile in game}) == len(game)


def test_a_board_in_colour() -> None:
    assert board(drawn("######\n#@$ .#\n#  * #\n######")).plain.split("\n") == [
        "████████████",
        "██◖◗[]  ··██",
        "██    {}  ██",
        "████████████",
    ]


def test_a_board_without_walls_around_gets_them_drawn() -> None:
    assert framed(drawn("#2\n#4\n#yo.x\n#..*.")) == ["#1234#", "1@o x#", "2  # #", "######"]
    assert framed(drawn("#####\n#@$.#\n#####")) == ["#####", "#@$.#", "#####"]
    assert board(drawn("#2\n#4\n#yo.x\n#..*.")).plain.split("\n") == [
        "██ 1 2 3 4██",
        " 1◖◗[]  ▽▽██",
        " 2    ██  ██",
        "████████████",
    ]


def test_helltaker_shows_traps_as_they_are_now() -> None:
    level = drawn("t\n9\n##########\n#HTU KLMD#\n#OPQS    #\n##########")
    assert draw(level)[1:3] == ["#HTU KLMD#", "#OPQS    #"]
    state = begin(level)
    play(level, state, "r")
    assert draw(level, state.snapshot())[1:3] == ["# HT KLMD#", "#OQPS    #"]


def test_the_added_wall_shows_the_numbers_of_rows_and_columns_as_sentences_count_them() -> None:
    level = drawn("#2\n#12\n#y....o.....x\n#............")
    text = framed(level)
    at = {(row, column): text[row + 1][column + 1] for row in range(level.height) for column in range(level.width)}
    assert (at[level.player], {at[cell] for cell in level.boxes}, {at[cell] for cell in level.sinks}) == (
        "@",
        {"o"},
        {"x"},
    )
    assert (text[0], text[1][0], text[2][0]) == ("#123456789012#", "1", "2")
    assert framed(level, first=0)[0] == "#012345678901#"  # for readers of facts
    assert board(level).plain.splitlines()[0] == "██" + "".join(f"{column:2}" for column in range(1, 13)) + "██"
    assert f"row {int(text[1][0])}, column {text[0][1]}" == place(level.player)
