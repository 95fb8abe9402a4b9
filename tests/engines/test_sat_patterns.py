"""The strategy `patterns`: the same optima as the native search, what is learned is true, and far less is learned."""

from __future__ import annotations

from random import Random

import pytest

from helpers import levelgen
from helpers.command import sokoplan
from helpers.crowded import FULL_ROOM, ROOM, crowded, least, proved
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.engines.answer import Answer, Budget, Request
from sokoplan.engines.sat import patterns
from sokoplan.engines.sat.engine import solve
from sokoplan.engines.sat.options import read_options
from sokoplan.engines.sat.patterns import Patterns
from sokoplan.engines.sat.problem import problem_of
from sokoplan.engines.sat.watch import Watch
from sokoplan.planning.proved import fights as tables
from sokoplan.puzzle.level import Level
from sokoplan.views.text import draw


def ask(level: Level, **options: str) -> Answer:
    return solve(Request(level, "pushes", options=options), Budget(), lambda progress: None)


def test_more_boxes_than_a_table_holds() -> None:
    for level in crowded(10, "crowded", boxes=5):
        assert proved(level, ask(level), "pushes") == least(level, "pushes"), "\n".join(draw(level))


def test_into_a_sink() -> None:
    random, solved = Random("into a sink"), 0
    while solved < 15:
        level = levelgen.sink(random, boxes=4, walls=0.1)
        if (right := least(level, "pushes")) is not None:
            assert proved(level, ask(level), "pushes") == right, "\n".join(draw(level))
            solved += 1


def test_it_learns_far_less_than_a_long_formula() -> None:
    short, long = ask(FULL_ROOM), ask(FULL_ROOM, strategy="deepen")
    assert proved(FULL_ROOM, short, "pushes") == proved(FULL_ROOM, long, "pushes") == least(FULL_ROOM, "pushes")
    assert 4 * short.nodes < long.nodes
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
    for level in crowded(4, f"true {seed}", boxes=5):
        found, _ = learned_of(level)
        board = tables._Board(level, found.task, found.bound)
        for size in {len(one.boxes) for one in found.learned.values()}:
            table = tables._table(board, size)
            for one in (one for one in found.learned.values() if len(one.boxes) == size):
                players = sum(map(board.bit, one.players))
                sides = [
                    waste for waste, side in table[sum(map(board.bit, one.boxes))] if not players or side & players
                ]
                assert min(sides) >= one.waste, ("\n".join(draw(level)), one)
                told += 1
    assert told > 2


def test_more_waste_than_the_counter_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was learned is told to the solver that can count more."""
    whole, wasted = learned_of(FULL_ROOM)
    assert wasted > 1
    monkeypatch.setattr(patterns, "_FIRST_COUNT", 1)
    again, same = learned_of(FULL_ROOM)
    assert same == wasted
    assert len(again.waste) > 2
    assert again.earlier > 0
    assert proved(FULL_ROOM, ask(FULL_ROOM), "pushes") == least(FULL_ROOM, "pushes")
    assert len(again.learned) < 2 * len(whole.learned)


def test_who_wants_more_than_is_left_is_refuted_at_once() -> None:
    """Also where it is far more: the counter says of each number that all smaller ones are wanted too."""
    asked = 0
    for level in crowded(6, "far more"):
        problem = problem_of(level, "pushes", read_options({}))
        found = Patterns(problem, Watch(Budget(), lambda progress: None))
        for fight in problem.parts.fights:
            if 2 * found.bound.grain <= fight.waste < tables.DEAD and fight.players:
                before = found.solver.conflicts
                assert not found._push(frozenset(fight.boxes), fight.players[0], 0)
                assert found.solver.conflicts <= before + 1
                asked += 1
    assert asked > 20


def test_a_solver_that_was_told_too_much_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """By one that is told of the same boxes only what was learned last."""
    _, wasted = learned_of(FULL_ROOM)
    monkeypatch.setattr(patterns, "_MANY", 0)
    monkeypatch.setattr(patterns, "_STALE", 0)
    again, same = learned_of(FULL_ROOM)
    assert same == wasted
    assert again.earlier > 0
    assert again.told < len(again.learned) + again.questions


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


@pytest.mark.parametrize("objective", ["pushes", "moves"])
def test_where_it_cannot_be_used_it_says_so(objective: str) -> None:
    asked = ("solve", "first-push", "-e", "sat", "--strategy", "patterns", "--objective", objective)
    assert sokoplan(*asked).returncode == 0
    ran = sokoplan(*asked, "--without", "frozen,forward")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "`patterns` in --strategy has no effect with --without forward: its formula is of one push" in ran.stderr
    ran = sokoplan("solve", "helltaker-level-1", "-e", "sat", "--strategy", "patterns")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "has no effect for Helltaker, only where walking changes nothing" in ran.stderr


def test_a_formula_to_write_is_that_of_a_horizon(tmp_path: object) -> None:
    cnf = f"{tmp_path}/formula.cnf"
    written = ask(ROOM, **{"write-cnf": cnf, "max-steps": "18"})
    with open(cnf, encoding="utf-8") as file:
        assert file.readline() == f"c sokoplan: a plan of exactly {written.horizons[-1].horizon} pushes\n"
