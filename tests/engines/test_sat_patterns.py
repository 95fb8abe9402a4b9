"""The strategy `patterns`: the same optima as the native search, what is learned is true, and far less is learned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from helpers import levelgen
from helpers.command import sokoplan
from helpers.levels import drawn
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.engines.answer import Answer, Budget, Request
from sokoplan.engines.sat import patterns
from sokoplan.engines.sat.engine import solve
from sokoplan.engines.sat.options import read_options
from sokoplan.engines.sat.patterns import Patterns
from sokoplan.engines.sat.problem import problem_of
from sokoplan.engines.sat.watch import Watch
from sokoplan.engines.search import engine as search
from sokoplan.planning.proved import fights as tables
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.verify import verify
from sokoplan.views.text import draw

# Four boxes that must all go out of their way: the long formula meets the same positions at many steps.
ROOM = drawn(
    """\
#########
#   #   #
#  $#   #
## .$.$##
 #  #  #
## .$ @##
#   # . #
#########
"""
)


def ask(level: Level, **options: str) -> Answer:
    return solve(Request(level, "pushes", options=options), Budget(), lambda progress: None)


def fewest(level: Level) -> int | None:
    plan = search.solve(Request(level, "pushes"), Budget(), lambda progress: None).plan
    return None if plan is None else verify(level, plan).counts.pushes


def crowded(number: int, seed: str, boxes: int = 4) -> Iterator[Level]:
    """The room with its pieces elsewhere: levels that have a plan."""
    random = Random(seed)
    floor = sorted(ROOM.reachable())
    while number:
        on = random.sample(floor, boxes + 1)
        goals = frozenset(random.sample(floor, boxes))
        level = replace(ROOM, player=on[0], boxes=frozenset(on[1:]), goals=goals)
        if (fewest(level) or 0) > 3:
            number -= 1
            yield level


def pushes_of(level: Level, answer: Answer) -> int:
    assert answer.status == "solved", "\n".join(draw(level))
    assert answer.plan is not None
    assert answer.optimal
    verdict = verify(level, answer.plan)
    assert verdict.solved, "\n".join(draw(level))
    return verdict.counts.pushes


def test_more_boxes_than_a_table_holds() -> None:
    for level in crowded(10, "crowded", boxes=5):
        assert pushes_of(level, ask(level)) == fewest(level), "\n".join(draw(level))


def test_into_a_sink() -> None:
    random, solved = Random("into a sink"), 0
    while solved < 15:
        level = levelgen.sink(random, boxes=4, walls=0.1)
        if (right := fewest(level)) is not None:
            assert pushes_of(level, ask(level)) == right, "\n".join(draw(level))
            solved += 1


def test_it_learns_far_less_than_a_long_formula() -> None:
    short, long = ask(ROOM), ask(ROOM, strategy="deepen")
    assert pushes_of(ROOM, short) == pushes_of(ROOM, long) == fewest(ROOM)
    assert 8 * short.nodes < long.nodes
    assert short.formula is not None
    assert short.formula.variables < 1000


def learned_of(level: Level) -> tuple[Patterns, int]:
    """What is learned until a plan is found, and how much that wastes."""
    problem = problem_of(level, "pushes", read_options({}))
    found = Patterns(problem, Watch(Budget(), lambda progress: None))
    wasted = 0
    while found.plan_wasting(wasted) is None:
        wasted += 1
    return found, wasted


@pytest.mark.parametrize("seed", range(6))
def test_what_is_learned_is_true(seed: int) -> None:
    """Held against the table of all positions of so many boxes."""
    told = 0
    for level in crowded(4, f"true {seed}"):
        found, _ = learned_of(level)
        board = tables._Board(level, found.task, found.bound)
        for size in {len(one.boxes) for one in found.learned}:
            table = tables._table(board, size)
            for one in (one for one in found.learned if len(one.boxes) == size):
                players = sum(map(board.bit, one.players))
                sides = [
                    waste for waste, side in table[sum(map(board.bit, one.boxes))] if not players or side & players
                ]
                assert min(sides) >= one.waste, ("\n".join(draw(level)), one)
                told += 1
    assert told > 20


def test_more_waste_than_the_counter_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was learned is told to the solver that can count more."""
    whole, wasted = learned_of(ROOM)
    assert wasted > 2
    monkeypatch.setattr(patterns, "_FIRST_COUNT", 2)
    again, same = learned_of(ROOM)
    assert same == wasted
    assert len(again.waste) > 2
    assert again.earlier > 0
    assert pushes_of(ROOM, ask(ROOM)) == fewest(ROOM)
    assert len(again.learned) < 2 * len(whole.learned)


def test_a_larger_table_is_made_when_questions_cost_more(monkeypatch: pytest.MonkeyPatch) -> None:
    level = next(level for level in crowded(20, "table", boxes=5) if learned_of(level)[1] > 2)
    by_hand, wasted = learned_of(level)
    monkeypatch.setattr(patterns, "_QUESTIONS_A_SET", 0)
    by_table, same = learned_of(level)
    assert same == wasted
    assert by_table.complete == len(level.boxes) - 1 > by_hand.complete
    assert by_table.questions < by_hand.questions


def test_it_stops_when_it_is_told_to() -> None:
    looks = iter([False] * 5)
    answer = solve(Request(ROOM, "pushes"), Budget(cancelled=lambda: next(looks, True)), lambda progress: None)
    assert (answer.status, answer.reason) == ("unknown", "cancelled")


def test_where_it_cannot_be_used_it_says_so() -> None:
    asked = ("solve", "first-push", "-e", "sat", "--strategy", "patterns", "--objective")
    assert sokoplan(*asked, "pushes").returncode == 0
    ran = sokoplan(*asked, "moves")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "`patterns` in --strategy has no effect for the objective moves, only where a step is a push" in ran.stderr


def test_a_formula_to_write_is_that_of_a_horizon(tmp_path: object) -> None:
    cnf = f"{tmp_path}/formula.cnf"
    written = ask(ROOM, **{"write-cnf": cnf, "max-steps": "18"})
    with open(cnf, encoding="utf-8") as file:
        assert file.readline() == f"c sokoplan: a plan of exactly {written.horizons[-1].horizon} pushes\n"
