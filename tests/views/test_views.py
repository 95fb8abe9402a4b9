"""Boards as people see them."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from helpers.levels import drawn
from sokoplan.puzzle.rules import begin, play
from sokoplan.views.terminal import LOOKS, board
from sokoplan.views.text import LETTERS, draw, framed


@pytest.mark.parametrize("tile", LETTERS)
def test_every_tile_has_a_letter_and_a_look_two_columns_wide(tile: str) -> None:
    assert cell_len(LOOKS[tile][0]) == 2
    assert len(LETTERS[tile]) == 1


def test_tiles_that_can_stand_beside_each_other_differ_without_colour() -> None:
    for game in (
        ("wall", "floor", "goal", "player", "box", "box on goal"),
        ("wall", "floor", "sink", "hole", "player", "stone"),
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
    assert framed(drawn("#2\n#4\n#yo.x\n#..*.")) == ["#0123#", "0@o x#", "1  # #", "######"]
    assert framed(drawn("#####\n#@$.#\n#####")) == ["#####", "#@$.#", "#####"]
    assert board(drawn("#2\n#4\n#yo.x\n#..*.")).plain.split("\n") == [
        "██ 0 1 2 3██",
        " 0◖◗[]  ▽▽██",
        " 1    ██  ██",
        "████████████",
    ]


def test_helltaker_shows_traps_as_they_are_now() -> None:
    level = drawn("t\n9\n##########\n#HTU KLMD#\n#OPQS    #\n##########")
    assert draw(level)[1:3] == ["#HTU KLMD#", "#OPQS    #"]
    state = begin(level)
    play(level, state, "r")
    assert draw(level, state.snapshot())[1:3] == ["# HT KLMD#", "#OQPS    #"]


def test_the_wall_that_is_added_carries_the_numbers_by_which_cells_are_told() -> None:
    level = drawn("#2\n#12\n#y....o.....x\n#............")
    text = framed(level)
    at = {(row, column): text[row + 1][column + 1] for row in range(level.height) for column in range(level.width)}
    assert (at[level.player], {at[cell] for cell in level.boxes}, {at[cell] for cell in level.sinks}) == (
        "@",
        {"o"},
        {"x"},
    )
    assert (text[0], text[1][0], text[2][0]) == ("#012345678901#", "0", "1")
    assert board(level).plain.splitlines()[0] == "██" + "".join(f"{column:2}" for column in range(12)) + "██"
