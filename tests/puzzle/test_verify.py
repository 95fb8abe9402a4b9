"""The judge on right plans, on broken ones, and on every small mutation of right ones."""

from __future__ import annotations

from random import Random

import pytest

from helpers import levelgen
from helpers.levels import drawn
from sokoplan.engines.oracle.search import search
from sokoplan.puzzle.level import KEYS, Level
from sokoplan.puzzle.plan import Counts, Plan
from sokoplan.puzzle.rules import begin, play, won
from sokoplan.puzzle.verify import verify
from sokoplan.views.text import draw

TWO = """
########
#  .$  #
#@ $ . #
#      #
########
"""


def test_a_right_plan_and_its_counts() -> None:
    level = drawn(TWO)
    verdict = verify(level, Plan("rrdrruul"))
    assert verdict.legal is True
    # Right, right (pushes the lower box once), then around to the right of the upper box, and left.
    assert verdict.lurd == "rRdrruuL"
    assert verdict.counts == Counts(moves=8, pushes=2, box_lines=2, box_changes=2, player_lines=5, cost=8)
    assert not verdict.solved
    assert verdict.why == "1 box is off the goals at the end"


def test_lines_and_changes() -> None:
    """
    #########     three pushes of one box in one direction are one line, also with a walk in between;
    #@$    .#     the same box in another direction is another line but no change
    #       #
    #########
    """
    level = drawn("#########\n#@$    .#\n#       #\n#       #\n#########")
    counts = verify(level, Plan("rr" + "lr" + "r")).counts
    assert (counts.pushes, counts.box_lines, counts.box_changes) == (3, 1, 1)
    assert counts.player_lines == 3
    turn = verify(drawn("######\n#@   #\n# $  #\n#   .#\n######"), Plan("rdldrr"))
    assert turn.solved
    assert (turn.counts.pushes, turn.counts.box_lines, turn.counts.box_changes) == (3, 2, 1)


def test_kicks_that_move_nothing_are_one_line_on_one_block() -> None:
    still = verify(drawn("t\n9\n#######\n#HB#  #\n#    D#\n#######"), Plan("rr"))
    assert (still.counts.pushes, still.counts.box_lines, still.counts.box_changes) == (2, 1, 1)
    moved = verify(drawn("t\n9\n########\n#HB   D#\n#      #\n########"), Plan("rrr"))
    assert (moved.counts.pushes, moved.counts.box_lines, moved.counts.box_changes) == (2, 1, 1)


def test_an_illegal_key_is_named_and_the_board_is_that_moment() -> None:
    level = drawn("######\n#@$ .#\n######")
    verdict = verify(level, Plan("rrr"))
    assert not verdict.legal
    assert not verdict.solved
    assert verdict.at == 3
    assert verdict.why == "key 3 (right) is not allowed: the box ahead stands against a wall"
    assert verdict.lurd == "RR"
    assert draw(level, verdict.position) == ["######", "#  @*#", "######"]


@pytest.mark.parametrize(
    ("level", "why"),
    [
        (drawn("#######\n#@$$..#\n#######"), "2 boxes are off the goals at the end"),
        (drawn("#2\n#4\n#yo.x\n#..*."), "1 box is left at the end"),
        (drawn("------\n|@0^.|\n------"), "1 hole still open at the end"),
        (drawn("#####\n#@$.#\n#####", reading="each-once"), "1 box has never been on a goal"),
        (drawn("t\n5\n######\n#H  D#\n######"), "the hero is not next to a demoness at the end"),
    ],
)
def test_what_is_missing_is_said(level: Level, why: str) -> None:
    verdict = verify(level, Plan(""))
    assert verdict.legal
    assert not verdict.solved
    assert verdict.why == why


def _judge_again(level: Level, keys: str) -> tuple[bool, bool]:
    """Legal and solved, by a loop of its own."""
    state = begin(level)
    goal = level.law.goal(level)
    cost = 0
    for key in keys:
        if level.game == "helltaker" and won(state, goal):
            return False, False
        deed, price = play(level, state, key)
        cost += price
        if not deed:
            return False, False
    return True, won(state, goal) and (level.limit is None or cost <= level.limit)


@pytest.mark.parametrize("kind", ["sokoban", "sink", "hole", "helltaker"])
def test_mutated_plans_are_judged_by_what_they_do(kind: str) -> None:
    random = Random(f"mutants {kind}")
    plans = mutants = refused = 0
    while plans < 25:
        level = getattr(levelgen, kind)(random, rows=5, columns=6)
        best = search(level, "moves")
        if best.plan is None or not best.plan.keys:
            continue
        plans += 1
        keys = best.plan.keys
        assert verify(level, best.plan).solved
        # Shorter than the shortest: never a solution.
        for place in range(len(keys)):
            cut = verify(level, Plan(keys[:place] + keys[place + 1 :]))
            assert not cut.solved
            for other in KEYS:
                changed = keys[:place] + other + keys[place + 1 :]
                verdict = verify(level, Plan(changed))
                assert (verdict.legal, verdict.solved) == _judge_again(level, changed)
                assert bool(verdict.why) != verdict.solved
                mutants += 1
                refused += not verdict.solved
    assert refused > mutants // 4


def test_a_plan_is_made_of_keys() -> None:
    with pytest.raises(ValueError, match="u, d, l and r"):
        Plan("Rx")
