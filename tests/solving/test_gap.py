"""A plan and a bound: what is known of an optimum while it is not proved, and when the two meet."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import sokoplan as sp
from helpers.command import sokoplan
from sokoplan.cli.exitcodes import ExitCode, of_answer
from sokoplan.engines.answer import Answer, Budget, Progress, Request
from sokoplan.puzzle.plan import Plan
from sokoplan.solving.race import race
from sokoplan.solving.result import Result
from sokoplan.solving.wording import doing, proved

# Twelve boxes in a wide room: a plan is found at once, and a proof of the fewest moves takes for ever.
WIDE = sp.level(
    """
##################
#                #
# . . . . . . .  #
#  . . . . . .   #
#                #
# $ $ $ $ $ $ $  #
#  $ $ $ $ $ $   #
#       @        #
##################
"""
)


@pytest.fixture(scope="module")
def stopped() -> Result:
    """Stopped as soon as there is a plan and a bound."""
    seen: list[Progress] = []
    has_both = lambda: any(sign.best is not None and sign.bound for sign in seen)  # noqa: E731
    return sp.solve(WIDE, "moves", "search", progress=seen.append, budget=Budget(seconds=300, cancelled=has_both))


def test_a_search_that_is_stopped_keeps_plan_and_bound(stopped: Result) -> None:
    assert (stopped.status, stopped.optimal, stopped.reason) == ("solved", False, "cancelled")
    assert stopped.cost == stopped.moves
    assert stopped.bound is not None
    assert stopped.moves is not None
    assert 0 < stopped.bound < stopped.moves
    assert stopped.gap == (stopped.moves - stopped.bound) / stopped.bound
    assert sp.verify(WIDE, stopped.plan or "")


def test_words(stopped: Result) -> None:
    short = replace(stopped, cost=214, answer=replace(stopped.answer, bound=208))
    assert proved(short) == "at least 208 moves are needed (gap 2.9 %), found by search"
    assert doing(Progress(nodes=7, bound=208, best=214)) == "7 positions, at least 208, best plan 214"


def test_proved_and_unknown_results() -> None:
    level = sp.level("first-push")
    best = sp.solve(level, "pushes")
    assert (best.bound, best.gap) == (3, 0.0)
    loose = sp.solve(level)
    assert (loose.bound, loose.gap) == (None, None)
    nothing = sp.solve(WIDE, "moves", "oracle", time=0)
    assert nothing.gap is None


def test_exit_codes() -> None:
    plan = Plan("r")
    assert of_answer(Answer("solved", plan)) == ExitCode.SOLVED
    assert of_answer(Answer("solved", plan, reason="time")) == ExitCode.NOT_PROVED
    assert of_answer(Answer("solved", plan, reason="memory")) == ExitCode.NOT_PROVED
    assert of_answer(Answer("solved", plan, reason="cancelled")) == ExitCode.INTERRUPTED


def test_json() -> None:
    facts = json.loads(sokoplan("solve", "first-push", "--objective", "pushes", "--json").stdout)
    assert (facts["bound"], facts["gap"], facts["optimal"]) == (3, 0.0, True)
    facts = json.loads(sokoplan("solve", "first-push", "--json").stdout)
    assert (facts["bound"], facts["gap"]) == (None, None)


def test_a_plan_that_meets_the_bound_of_another_engine_is_optimal() -> None:
    level = sp.level("#######|#@ $ .#|#######")

    def run(name: str, request: Request, budget: Budget, report: object) -> Answer:
        if name == "sat":
            return Answer("unknown", reason="time", bound=3)
        return Answer("solved", Plan("rrr"), reason="time", bound=1)

    result = race(Request(level, "moves"), {"search": 0.0, "sat": 0.0}, Budget(), run=run).result
    assert (result.optimal, result.bound, result.reason) == (True, 3, "")
