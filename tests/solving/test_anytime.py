"""A plan at once, then better ones: nothing found is lost, and nothing is called best that is not proved."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from helpers.levels import drawn
from sokoplan.engines.answer import Answer, Budget, Objective, Progress, Report, Request
from sokoplan.errors import InputError
from sokoplan.puzzle.library import bundled
from sokoplan.puzzle.plan import Plan
from sokoplan.solving.anytime import anytime, fits, improved
from sokoplan.solving.ask import Run
from sokoplan.solving.failure import InternalError, PlanRejected
from sokoplan.solving.result import Result
from sokoplan.solving.solve import solve

LEVEL = drawn("#######\n#@ $ .#\n#######\n")  # rRR: 3 moves, 2 pushes
LONG = Answer("solved", Plan("rlrrr"))


def scripted(second: Answer, bound: int | None = None, better: Plan | None = None) -> Run:
    """An engine that finds a long way at once; asked for the best plan, it reports a bound and then says `second`.

    With a bound it waits until it is stopped, or out of time. `better` is what it makes of a plan.
    """

    def run(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        if request.objective == "any":
            return LONG
        if request.plan is not None:
            return replace(LONG, plan=better or request.plan, reason="memory")
        if bound is None:
            return second
        report(Progress(bound=bound))
        end = time.monotonic() + (60 if budget.seconds is None else budget.seconds)
        while not budget.cancelled() and time.monotonic() < end:
            time.sleep(0.01)
        return Answer("unknown", reason="cancelled" if budget.cancelled() else "time")

    return run


def asked(
    run: Run, objective: Objective = "moves", budget: Budget | None = None
) -> tuple[Result, list[tuple[int | None, bool]]]:
    """The result, and the plans on the way to it: moves, and whether called optimal."""
    seen: list[tuple[int | None, bool]] = []
    budget = budget or Budget(60)
    found = lambda result: seen.append((result.moves, result.optimal))  # noqa: E731
    return anytime(Request(LEVEL, objective), budget, found=found, run=run), seen


def test_a_better_plan_takes_its_place() -> None:
    result, seen = asked(scripted(Answer("solved", Plan("rrr"), optimal=True, bound=3)))
    assert seen == [(5, False), (3, True)]
    assert (result.moves, result.optimal, result.answer.bound, result.reason) == (3, True, 3, "")


def test_where_the_bound_meets_the_plan_it_is_proved() -> None:
    result, _ = asked(scripted(Answer("unknown"), bound=5))
    assert (result.lurd, result.optimal, result.answer.bound, result.reason) == ("rlrRR", True, 5, "")


def test_a_plan_is_improved_while_others_prove() -> None:
    result, seen = asked(scripted(Answer("unknown"), bound=3, better=Plan("rrr")))
    assert seen == [(5, False), (3, False)]
    assert (result.lurd, result.optimal, result.answer.bound, result.reason) == ("rRR", True, 3, "")


def test_a_plan_of_ones_own_is_improved() -> None:
    seen: list[Result] = []
    run = scripted(Answer("unknown"), better=Plan("rrr"))
    result = improved(Request(LEVEL, "moves"), Plan("rlrrr"), Budget(60), found=seen.append, run=run)
    assert [one.moves for one in seen] == [3]
    assert (result.lurd, result.optimal, result.reason) == ("rRR", False, "memory")
    with pytest.raises(InputError, match="does not solve the level"):
        improved(Request(LEVEL, "moves"), Plan("rr"), Budget(60))
    once = replace(LEVEL, reading="each-once")
    with pytest.raises(InputError, match="cannot be improved"):
        improved(Request(once, "moves"), Plan("rrr"), Budget(60))


def test_a_long_way_round_is_cut_short() -> None:
    level = drawn("#########\n#@ $   .#\n#       #\n#########\n")
    result = improved(Request(level, "moves"), Plan("rlrrlrrrr"), Budget(20))
    assert result.lurd == "rRRRR"


def test_a_bad_plan_of_the_improver_is_no_plan() -> None:
    with pytest.raises(PlanRejected):
        asked(scripted(Answer("unknown"), bound=3, better=Plan("r")), budget=Budget(5))


def test_a_bound_on_the_first_number_proves_nothing_about_the_second() -> None:
    result, _ = asked(scripted(Answer("unknown"), bound=2), "pushes-moves", Budget(0.2))
    assert (result.cost, result.optimal, result.answer.bound, result.reason) == (2, False, 2, "time")


def test_running_out_of_time_keeps_the_plan_and_the_bound() -> None:
    result, _ = asked(scripted(Answer("unknown"), bound=2), budget=Budget(0.2))
    assert (result.moves, result.optimal, result.answer.bound, result.reason) == (5, False, 2, "time")


def test_stopping_keeps_the_plan() -> None:
    stopped: list[Result] = []
    budget = Budget(60, cancelled=lambda: bool(stopped))
    result = anytime(
        Request(LEVEL, "moves"), budget, found=stopped.append, run=scripted(Answer("unknown", reason="cancelled"))
    )
    assert (result.moves, result.optimal, result.reason) == (5, False, "cancelled")


def test_of_two_plans_with_as_many_pushes_the_one_with_fewer_moves_stays() -> None:
    for other, moves in (("rlrlrrr", 5), ("rrr", 3)):
        result, _ = asked(scripted(Answer("solved", Plan(other), optimal=True)), "pushes")
        assert (result.pushes, result.moves, result.optimal) == (2, moves, True)


def test_a_false_proof_is_found() -> None:
    with pytest.raises(InternalError, match="proved that no plan is better"):
        asked(scripted(Answer("solved", Plan("rlrlrrr"), optimal=True)))


def test_no_plan_is_no_plan() -> None:
    stuck = drawn("#####\n#$  #\n# @.#\n#####\n")
    result = anytime(Request(stuck, "pushes"), Budget(60))
    assert (result.status, result.objective) == ("unsolvable", "pushes")


@pytest.mark.parametrize("objective", ["moves", "pushes", "moves-pushes", "pushes-moves"])
def test_it_ends_with_the_optimum(objective: Objective) -> None:
    level = bundled()["two-yardsticks"].level()
    best = solve(level, "search", objective)
    result = anytime(Request(level, objective), Budget(60))
    assert result.optimal
    assert result.claim.value == best.claim.value


def test_it_is_for_games_with_a_first_plan() -> None:
    assert fits(Request(LEVEL, "moves"))
    assert not fits(Request(LEVEL, "any"))
    assert not fits(Request(LEVEL, "moves", all_plans=True))
    assert not fits(Request(bundled()["locksmith"].level(), "moves"))
