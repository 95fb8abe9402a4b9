"""Reasons: what explain names is impossible indeed, by the oracle; nothing in it can be missed; and it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from helpers import levelgen
from helpers.command import sokoplan
from helpers.levels import drawn
from sokoplan.engines import EXPLAINERS, load_explainer
from sokoplan.engines.answer import Budget
from sokoplan.engines.asp.explain import explain, impossible
from sokoplan.engines.clock import Clock
from sokoplan.engines.oracle import search as oracle
from sokoplan.puzzle.level import Level
from sokoplan.views.text import draw

REASONS = {
    "a corner": (
        """
        #######        #######
        #$  @ #        #$  @ #
        #  $ .#        #    .#
        #.    #        #.    #
        #######        #######
        """,
        "The box at row 2, column 2 can never reach a goal, even if it were the only box.",
    ),
    "two boxes side by side at a wall": (
        """
        ########       ########
        #..$$..#       #..$$..#
        #      #       #      #
        # @ $. #       # @  . #
        ########       ########
        """,
        "The boxes at row 2, column 4 and row 2, column 5 cannot all reach a goal of their own, "
        "even without the other boxes.",
    ),
    "two boxes and one goal that they can reach": (
        """
        #########       #########
        #  $.$  #       #  $.$  #
        # @     #       # @     #
        #  $  . #       #     . #
        #     . #       #     . #
        #########       #########
        """,
        "The boxes at row 2, column 4 and row 2, column 6 cannot all reach a goal of their own, "
        "even without the other boxes.",
    ),
}


@pytest.mark.parametrize("name", REASONS)
def test_reasons_drawn(name: str) -> None:
    """The level on the left, what is left of it on the right."""
    picture, words = REASONS[name]
    lines = [line.strip() for line in picture.strip().splitlines()]
    width = len(lines[0].split()[0])
    before, after = [line[:width] for line in lines], [line[-width:] for line in lines]
    found = explain(drawn("\n".join(before)), Budget())
    assert found.part is not None
    assert draw(found.part) == after
    assert found.words == words
    assert found.proved


def test_a_hole_that_no_box_reaches() -> None:
    level = Level(
        3,
        6,
        (1, 1),
        game="sink",
        walls=frozenset({(0, 3), (2, 3)}),
        boxes=frozenset({(1, 4)}),
        holes=frozenset({(0, 0)}),
    )
    found = explain(level, Budget())
    assert found.words == "No box can ever reach the hole at row 1, column 1."


def test_helltaker_names_the_things_in_the_way() -> None:
    level = drawn(
        """
        locked in
        9
        #########
        #H  L  D#
        #########
        #M  B S #
        #########
        """
    )
    found = explain(level, Budget())
    assert found.words == "No demoness can be reached within 9 steps, even with only 1 thing on the board."
    assert found.part is not None
    assert (found.part.locks, found.part.boxes, found.part.mobs) == ({(1, 4)}, frozenset(), frozenset())
    near = explain(replace(level, limit=2), Budget())
    assert near.words == "Even on an empty board no demoness can be reached within 2 steps."


def test_where_there_is_a_plan_there_is_no_reason() -> None:
    found = explain(drawn("#####\n#@$.#\n#####"), Budget())
    assert found.part is None
    assert "proves nothing" in found.words


Make = Callable[[Random], Level]
MAKERS: dict[str, Make] = {
    "sokoban": levelgen.sokoban,
    "spare goals": lambda random: levelgen.sokoban(random, spare_goals=True),
    "each once": lambda random: replace(levelgen.sokoban(random), reading="each-once"),
    "sink": lambda random: levelgen.sink(random, rows=4, columns=5),
    "hole": lambda random: levelgen.hole(random, rows=5, columns=6),
    "helltaker": lambda random: levelgen.helltaker(random, rows=5, columns=6, limit=8),
}


@pytest.mark.parametrize("kind", MAKERS)
def test_a_reason_is_a_proof(kind: str) -> None:
    """60 levels of a kind: no reason where there is a plan; and the part that is named has no plan either."""
    random = Random(f"reason {kind}")
    reasons = 0
    for _ in range(60):
        level = MAKERS[kind](random)
        solvable = oracle.search(level).plan is not None
        found = explain(level, Budget())
        if level.game != "helltaker":
            assert impossible(level, Clock(Budget())) == (found.part is not None)
        assert found.proved == (found.part is not None)
        if solvable:
            assert found.part is None, "\n".join(draw(level))
        elif found.part is not None:
            reasons += 1
            assert oracle.search(found.part).plan is None, "\n".join(draw(found.part))
    assert reasons > 3


def test_every_explainer_can_be_loaded() -> None:
    for name in EXPLAINERS:
        assert callable(load_explainer(name))


def test_the_command_draws_the_reason() -> None:
    level = "#########\n#@  $   #\n#  $.  .#\n#########\n"
    run = sokoplan("explain", "-", "--engine", "asp", stdin=level)
    assert run.returncode == 11
    assert "The box at row 2, column 5 can never reach a goal" in run.stdout
    assert "#@  $   #\n#   .  .#" in run.stdout
    told = sokoplan("explain", "-", "--engine", "asp", "--json", stdin=level)
    assert '"board": ["#########", "#@  $   #"' in told.stdout
    assert sokoplan("explain", "-", "--engine", "nobody", stdin=level).returncode == 2


def test_a_limit_without_bounds_is_not_grounded() -> None:
    level = replace(drawn("far\n9\n####\n#HD#\n####"), limit=10**9)
    found = explain(level, Budget())
    assert "too large" in found.words
    assert found.reason == "horizon"
