"""Plans made shorter: by every objective, in every game, never worse, and refused if they do not work."""

from __future__ import annotations

import pytest

import sokoplan as sp
from sokoplan.engines.answer import Budget, Objective, Progress
from sokoplan.puzzle.verify import verify
from sokoplan.solving.improve import solve_and_improve


@pytest.mark.parametrize("objective", ["moves", "pushes", "moves-pushes", "pushes-moves"])
def test_every_objective_ends_at_the_optimum(objective: Objective) -> None:
    for name in ("two-yardsticks", "diamond", "first-push"):
        level = sp.level(name)
        given = sp.solve(level)
        better = sp.improve(level, given.plan or "", objective, time=30)
        best = sp.solve(level, objective)
        assert better.optimal
        assert better.result.cost == best.cost
        assert verify(level, better.plan).solved
        assert better.result.claim.value == best.claim.value


def test_it_says_what_came_of_it() -> None:
    level = sp.level("#######|#@ $ .#|#######")
    better = sp.improve(level, "rlrlrrr")
    assert better.gained
    assert better.words == "improved to 3 moves, 2 pushes (from 7 moves and 2 pushes)"
    again = sp.improve(level, better.plan)
    assert not again.gained
    assert again.words == "already optimal: 3 moves, 2 pushes"
    assert str(again.plan) == "rRR"


def test_a_plan_that_does_not_work_is_refused() -> None:
    with pytest.raises(sp.InputError, match="does not solve the level: 1 box is off the goals"):
        sp.improve(sp.level("#######|#@ $ .#|#######"), "rr")


def test_holes_and_helltaker() -> None:
    holes = next(level for level in sp.levels().values() if level.holes)
    plan = sp.solve(holes, time=20).plan
    assert plan is not None
    better = sp.improve(holes, plan, "pushes", time=2)
    assert verify(holes, better.plan).solved
    assert better.pushes <= better.before.pushes
    hell = next(level for level in sp.levels().values() if level.game == "helltaker")
    best = sp.solve(hell)
    again = sp.improve(hell, best.plan or "")
    assert again.optimal
    assert not again.gained
    assert again.words.startswith("already optimal")


def test_time_and_cancelling_keep_the_plan() -> None:
    level = sp.level("bottom-drawer")
    plan = sp.solve(level).plan
    assert plan is not None
    for budget in (Budget(seconds=0.0), Budget(cancelled=lambda: True)):
        better = sp.improve(level, plan, "pushes", budget=budget)
        assert verify(level, better.plan).solved
        assert better.pushes <= better.before.pushes


def test_progress_tells_the_best_plan_so_far() -> None:
    level = sp.level("bottom-drawer")
    seen: list[Progress] = []
    plan = sp.solve(level).plan
    better = sp.improve(level, plan or "", "pushes", time=0.5, progress=seen.append)
    assert all(sign.best is None or sign.best >= better.pushes for sign in seen)


def test_any_plan_first_then_shorter() -> None:
    level = sp.level("two-yardsticks")
    result = solve_and_improve(level, objective="pushes")
    assert result.optimal
    assert result.pushes == sp.solve(level, "pushes").pushes
    lost = solve_and_improve(sp.level("######|#$  .#|#  @ #|######"))
    assert lost.status == "unsolvable"
