"""What is said to be lost is lost: the oracle agrees, on drawn levels and on thousands of random positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from helpers import levelgen
from helpers.levels import drawn
from sokoplan.engines.oracle import search as oracle
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.rules import begin, level_at, play
from sokoplan.solving.warnings import trouble


def solvable(level: Level) -> bool:
    return oracle.search(level).plan is not None


def test_a_box_in_a_corner() -> None:
    found = trouble(drawn("######\n#$  .#\n#  @ #\n######"))
    assert found.lost
    assert found.stuck == {(1, 1)}
    assert (1, 1) in found.dead
    assert (1, 4) not in found.dead  # the goal


def test_two_boxes_that_hold_each_other() -> None:
    found = trouble(drawn("#######\n# $$. #\n# @ . #\n#     #\n#######"))
    assert found.lost
    assert found.stuck == {(1, 2), (1, 3)}


def test_nothing_is_wrong_with_a_box_at_home_in_a_corner() -> None:
    found = trouble(drawn("######\n#*@ #\n#  $.#\n######".replace("@ #\n", "@  #\n")))
    assert not found.lost
    assert not found.stuck


def test_a_wasted_box_is_no_loss_where_there_are_more_than_holes() -> None:
    level = Level(
        3, 8, (1, 2), game="sink",
        walls=drawn("########\n# @   .#\n########").walls,
        boxes=frozenset({(1, 1), (1, 4)}), holes=frozenset({(1, 6)}),
    )  # fmt: skip
    found = trouble(level)
    assert (found.lost, solvable(level)) == (False, True)
    assert found.stuck == {(1, 1)}


def test_helltaker_runs_out_of_moves() -> None:
    level = drawn("t\n4\n########\n#H     #\n#     D#\n########\n")
    assert solvable(level) is not trouble(level).lost
    assert trouble(replace(level, limit=3)).lost


GAMES: dict[str, Callable[[Random], Level]] = {
    "sokoban": levelgen.sokoban,
    "spare goals": lambda random: levelgen.sokoban(random, spare_goals=True),
    "sink": levelgen.sink,
    "hole": levelgen.hole,
    "each-once": lambda random: replace(levelgen.sokoban(random), reading="each-once"),
    "helltaker": levelgen.helltaker,
}


@pytest.mark.parametrize("game", GAMES)
def test_no_position_that_can_be_solved_is_called_lost(game: str) -> None:
    """Also in the middle of a game, where it is asked."""
    random = Random(11)
    lost = 0
    for _ in range(150):
        level = GAMES[game](random)
        state = begin(level)
        spent = 0
        for _ in range(random.randint(0, 6)):
            before = state.snapshot()
            deed, cost = play(level, state, random.choice("udlr"))
            if (level.holes and not state.cells("hole")) or spent + cost > (level.limit or 99):
                state.restore(before)
            elif deed:
                spent += cost
        here = level_at(level, state, spent)
        if trouble(here).lost:
            lost += 1
            assert not solvable(here), f"{here}"
    assert lost >= 5, "the test says nothing if nothing is ever lost"


@pytest.mark.parametrize("game", ["sokoban", "spare goals", "sink", "hole", "each-once"])
def test_a_large_board_is_looked_at_in_another_way_that_is_just_as_careful(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(3)
    levels = [GAMES[game](random) for _ in range(100)]
    exactly = [trouble(level).dead for level in levels]
    monkeypatch.setattr("sokoplan.solving.warnings._LARGE", 0)
    roughly = [trouble(level) for level in levels]
    assert all(found.dead <= dead for found, dead in zip(roughly, exactly, strict=True))
    assert sum(len(found.dead) for found in roughly) > 0.7 * sum(map(len, exactly))
    for level, found in zip(levels, roughly, strict=True):
        assert not (found.lost and solvable(level)), f"{level}"


@pytest.mark.parametrize("game", ["sokoban", "spare goals", "sink", "each-once"])
def test_a_box_on_a_dead_square_cannot_be_solved(game: str) -> None:
    random = Random(5)
    tried = 0
    for _ in range(60):
        level = GAMES[game](random)
        for cell in sorted(trouble(level).dead - level.boxes - {level.player}):
            tried += 1
            box = min(level.boxes)
            moved = replace(level, boxes=level.boxes - {box} | {cell}, settled=frozenset())
            assert not solvable(moved), f"{cell} in {level}"
    assert tried > 100
