"""The strategy `patterns` for moves, leg by leg: the optima of the native search, and what is learned is true."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from helpers import levelgen
from helpers.crowded import ROOM, crowded, least, proved
from helpers.levels import drawn
from sokoplan.engines.answer import Answer, Budget, Request
from sokoplan.engines.sat import legs
from sokoplan.engines.sat.engine import solve
from sokoplan.engines.sat.legs import Legs
from sokoplan.engines.sat.options import read_options
from sokoplan.engines.sat.problem import problem_of
from sokoplan.engines.sat.watch import Watch
from sokoplan.planning.proved import remaining as tables
from sokoplan.planning.proved.remaining import DEAD
from sokoplan.puzzle.level import Level
from sokoplan.views.text import draw


def ask(level: Level, **options: str) -> Answer:
    return solve(Request(level, "moves", options=options), Budget(), lambda progress: None)


def legs_of(level: Level) -> Legs:
    return Legs(problem_of(level, "moves", read_options({})), Watch(Budget(), lambda progress: None))


def learned_of(level: Level) -> tuple[Legs, int]:
    """What is learned until a plan is found, and how many keys that has."""
    found = legs_of(level)
    while found.plan_of(found.root) is None:
        pass
    return found, found.root


@pytest.mark.parametrize("boxes", [1, 2, 5])
def test_the_same_optima_as_the_search(boxes: int) -> None:
    for level in crowded(5, f"legs {boxes}", boxes):
        assert proved(level, ask(level), "moves") == least(level, "moves"), "\n".join(draw(level))


def test_without_tables() -> None:
    for level in crowded(3, "no tables", boxes=3):
        assert proved(level, ask(level, without="remaining"), "moves") == least(level, "moves")


def test_into_a_sink() -> None:
    random, solved = Random("legs into a sink"), 0
    while solved < 15:
        level = levelgen.sink(random, boxes=4, walls=0.1)
        if (right := least(level, "moves")) is not None:
            assert proved(level, ask(level), "moves") == right, "\n".join(draw(level))
            solved += 1


def test_it_needs_far_fewer_conflicts_than_a_long_formula() -> None:
    level = next(crowded(1, "long", boxes=3))
    short, long = ask(level), ask(level, strategy="deepen")
    assert proved(level, short, "moves") == proved(level, long, "moves")
    assert 4 * short.nodes < long.nodes


@pytest.mark.parametrize("seed", range(6))
def test_what_is_learned_is_true(seed: int) -> None:
    """Held against the table of all positions of so many boxes."""
    told = elsewhere = 0
    for level in crowded(3, f"true legs {seed}", boxes=3):
        found, _ = learned_of(level)
        board = tables._Board(level, found.task)
        for size in {len(one.boxes) for one in found.learned}:
            table = tables._table(board, size)
            for one in (one for one in found.learned if len(one.boxes) == size):
                players = one.players or [player for player in board.players if player not in one.boxes]
                needed = min(table.get((one.boxes, player), DEAD) for player in players)
                assert needed >= one.keys, ("\n".join(draw(level)), one)
                told += 1
                elsewhere += len(one.players) > 1
    assert told > 100
    assert elsewhere > 50


def test_what_some_boxes_need_is_learned_without_the_others() -> None:
    small = 0
    for level in crowded(1, "fewer", boxes=5):
        found, _ = learned_of(level)
        largest = found.tables.largest if found.tables is not None else 0
        small += sum(largest < len(one.boxes) < 5 for one in found.learned)
    assert small > 20


def test_more_keys_than_the_counter_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was learned is told to the solver that can count more."""
    level = next(crowded(1, "count", boxes=3))
    _, keys = learned_of(level)
    monkeypatch.setattr(legs, "_FIRST_COUNT", 2)
    again, same = learned_of(level)
    assert same == keys == least(level, "moves")
    assert len(again.left) > keys
    assert again.earlier > 0


def test_a_dead_end_is_proved_for_any_number_of_keys() -> None:
    """
    ######
    #.$$.#     two boxes at a wall block each other, and whatever else is pushed, they still do
    #  @ #
    ######
    """
    level = drawn("######\n#.$$.#\n#  @ #\n######")
    assert ask(level).status == "unsolvable"
    found = legs_of(level)
    assert found.plan_of(found.root) is None
    assert found.root == DEAD
    assert ask(level, strategy="deepen", **{"max-steps": "20"}).reason == "horizon"


def test_a_start_that_a_table_calls_dead() -> None:
    """
    ########
    #..$$..#     the two boxes at the wall are in the table of two, so there is no question to ask,
    #      #     and no counter of a million keys to make
    # @ $. #
    ########
    """
    answer = ask(drawn("########\n#..$$..#\n#      #\n# @ $. #\n########"))
    assert (answer.status, answer.horizons) == ("unsolvable", ())


def test_a_record_for_every_horizon() -> None:
    """
    #########
    #.$    @#     the box is one push from its goal, and that one push is refuted by so long a walk
    #########     that three more keys are refuted with it
    """
    answer = ask(drawn("#########\n#.$    @#\n#########"))
    assert [(one.horizon, one.answer, one.variables > 0) for one in answer.horizons] == [
        (1, "no plan", True),
        (2, "no plan", False),
        (3, "no plan", False),
        (4, "no plan", False),
        (5, "plan", True),
    ]


def test_the_horizon_ends_it() -> None:
    level = replace(ROOM, boxes=frozenset(sorted(ROOM.boxes)[:2]), goals=frozenset(sorted(ROOM.goals)[:2]))
    keys = least(level, "moves")
    assert keys is not None
    assert ask(level, **{"max-steps": str(keys - 1)}).reason == "horizon"
    assert proved(level, ask(level, **{"max-steps": str(keys)}), "moves") == keys


def test_it_stops_when_it_is_told_to() -> None:
    looks = iter([False] * 5)
    answer = solve(Request(ROOM, "moves"), Budget(cancelled=lambda: next(looks, True)), lambda progress: None)
    assert (answer.status, answer.reason) == ("unknown", "cancelled")
