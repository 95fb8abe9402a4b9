"""A plan at once, then better ones: for people who wait in front of a board.

Comes in:  a Request by an objective, a Budget.     Goes out: a Result, and every better plan on the way to it.

First any plan is asked for, which the native search finds in a moment on most levels. Then the engines that `auto`
stands for look for the best plan, and their proved bound comes up to meet the plan from below. Where the two meet,
the plan is proved best, whoever found it. Stopping, or running out of time, loses nothing: the best plan so far is
the answer, with the bound proved so far.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from sokoplan.engines import choose, portfolio
from sokoplan.engines.answer import Budget, Objective, Reason, Request
from sokoplan.puzzle.objective import value_of
from sokoplan.solving.agreement import contradiction
from sokoplan.solving.ask import Run, cost_of
from sokoplan.solving.race import Lane, Watcher, contradicting, race
from sokoplan.solving.result import Result

Found = Callable[[Result], None]


def fits(request: Request) -> bool:
    """Whether there is a first plan to be had that may not be the best one."""
    objectives = request.level.law.objectives
    return "any" in objectives and request.objective != "any" and not request.all_plans


def anytime(
    request: Request,
    budget: Budget,
    watch: Watcher = lambda lanes: None,
    found: Found = lambda result: None,
    *,
    cores: int = 1,
    run: Run | None = None,
) -> Result:
    """The best plan within the budget. `found` hears of every plan that is better than the one before."""
    started = time.monotonic()
    quick = replace(request, objective="any", options={})
    first = race(quick, {choose("auto", quick): 0.0}, budget, watch, run=run).result
    if not first.solved:
        return replace(first, objective=request.objective)
    best = measured(first, request.objective)
    found(best)
    left = None if budget.seconds is None else budget.seconds - (time.monotonic() - started)
    if budget.cancelled() or (left is not None and left <= 0):
        return _late(best, None, "cancelled" if budget.cancelled() else "time", started)
    met = threading.Event()
    bound: int | None = None

    def look(lanes: tuple[Lane, ...]) -> None:
        nonlocal bound
        bound = _highest(lanes, bound)
        if _closed(best, bound):
            met.set()
        watch(lanes)

    rest = Budget(left, budget.memory_mb, lambda: met.is_set() or budget.cancelled())
    last = race(request, portfolio(request, cores), rest, look, run=run).result
    why = contradiction(best.claim, last.claim)
    if why:
        raise contradicting(best, last, why)
    if last.answer.bound is not None and (bound is None or last.answer.bound > bound):
        bound = last.answer.bound
    if last.solved and value(last) < value(best):
        best = last
    elif _closed(best, bound) or (last.optimal and value(last) == value(best)):
        # As good as the best, or better: of two plans with as many pushes, the one with fewer moves stays.
        plan = min(best, last, key=_whole) if last.optimal else best
        best = replace(plan, engine=last.engine, answer=replace(plan.answer, optimal=True))
    return _late(best, bound, last.reason, started)


def measured(result: Result, objective: Objective) -> Result:
    """A result's plan as an answer to another objective: by its measure, and not proved best."""
    assert result.counts is not None
    answer = replace(result.answer, optimal=False, bound=None)
    return replace(result, objective=objective, answer=answer, cost=cost_of(objective, result.counts))


def value(result: Result) -> tuple[int, ...]:
    """What its plan is worth, for comparing: smaller is better."""
    assert result.counts is not None
    assert result.cost is not None
    return value_of(result.objective, result.cost, result.counts.moves, result.counts.pushes)


def _whole(result: Result) -> tuple[int, ...]:
    """Its value, and what decides between plans of the same value."""
    assert result.counts is not None
    return (*value(result), result.counts.moves, result.counts.pushes)


def _highest(lanes: tuple[Lane, ...], before: int | None) -> int | None:
    bounds = [lane.progress.bound for lane in lanes if lane.progress.bound is not None]
    return max([*bounds, *([] if before is None else [before])], default=None)


def _closed(best: Result, bound: int | None) -> bool:
    """Whether the bound proves the plan best: not where a second number counts, which no bound is about."""
    return bound is not None and len(value(best)) == 1 and best.cost is not None and bound >= best.cost


def _late(best: Result, bound: int | None, reason: Reason, started: float) -> Result:
    """The answer as it stands: the bound that is proved, and why nobody went on."""
    bound = best.cost if best.optimal else bound
    answer = replace(best.answer, bound=bound, reason="" if best.optimal else reason)
    return replace(best, answer=answer, seconds=time.monotonic() - started)
