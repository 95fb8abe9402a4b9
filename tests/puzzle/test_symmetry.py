"""One puzzle in eight drawings: one normal form, and plans that go from one drawing to the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from helpers import levelgen
from helpers.levels import drawn
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.symmetry import TURNS, inverse, level_of, normal, plain_text, turned, turned_keys, turned_text
from sokoplan.puzzle.verify import verify
from sokoplan.solving.solve import solve

CORNER = """
    #######
    #@ $ .#
    #    ##
    #######
    """
MAKERS: dict[str, Callable[[Random], Level]] = {
    "sokoban": levelgen.sokoban,
    "sink": levelgen.sink,
    "hole": levelgen.hole,
    "helltaker": levelgen.helltaker,
}


@pytest.mark.parametrize("kind", MAKERS)
def test_all_eight_drawings_have_one_normal_form(kind: str) -> None:
    random = Random(16)
    for _ in range(10):
        level = MAKERS[kind](random)
        forms = {normal(turned(level, turn)).key for turn in TURNS}
        assert forms == {normal(level).key}


def test_a_turn_and_its_inverse() -> None:
    level = drawn(CORNER)
    for turn in TURNS:
        assert turned(turned(level, turn), inverse(turn)) == level
        assert turned_keys(turned_keys("uUdDlLrR", turn), inverse(turn)) == "uUdDlLrR"
        assert plain_text(turned(level, turn)) == turned_text(plain_text(level), turn)


@pytest.mark.parametrize("kind", MAKERS)
def test_plans_turn_with_their_level(kind: str) -> None:
    random = Random(61)
    solved = 0
    while solved < 5:
        level = MAKERS[kind](random)
        form = normal(level)
        found = solve(level_of(form.text, form.reading), "search", "any")
        if found.plan is None:
            continue
        solved += 1
        keys = turned_keys(found.plan.keys, inverse(form.turn))
        assert verify(level, Plan(keys)).solved
        back = level_of(turned_text(form.text, inverse(form.turn)), form.reading)
        assert verify(back, Plan(keys)).solved


def test_words_and_decoration_make_no_other_puzzle() -> None:
    level = drawn(CORNER)
    same = drawn("""
          ####
    ####### ##
    #@ $ .#
    #    ##
    ####### #
    Title: The same
    """)
    assert normal(replace(level, title="Other")) == normal(level)
    assert normal(same).key == normal(level).key


@pytest.mark.parametrize(
    "other",
    [
        "#######\n# @$ .#\n#    ##\n#######\n",  # the player elsewhere
        "#######\n#@ $ .#\n#   ###\n#######\n",  # a wall more
        "#######\n#@ $. #\n#    ##\n#######\n",
    ],
)
def test_another_puzzle_has_another_key(other: str) -> None:
    assert normal(drawn(other)).key != normal(drawn(CORNER)).key


def test_the_goal_is_part_of_the_puzzle() -> None:
    level = drawn(CORNER)
    assert normal(replace(level, reading="each-once")).key != normal(level).key


def test_a_normal_form_is_its_own() -> None:
    random = Random(1)
    for _ in range(20):
        form = normal(levelgen.sokoban(random))
        again: Level = level_of(form.text, form.reading)
        assert normal(again)[:2] == (form.text, 0)
