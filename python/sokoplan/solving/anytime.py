"""A plan at once, then better ones: for people who wait in front of a board.

Comes in:  a Request by an objective, a Budget.     Goes out: a Result, and every better plan on the way to it.

First any plan is asked for, which the native search finds in a moment on most levels. Then two things go on side by
side: the plan is improved, in rounds that grow; and the engines that `auto` stands for look for the best plan, so
that their proved bound comes up to meet the plan from below. Where the two meet, the plan is proved best, whoever
found it. Stopping, or running out of time, loses nothing: the best plan so far is the answer, with the bound proved
so far.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from sokoplan.engines import choose, portfolio, searches_task
from sokoplan.engines.answer import Answer, Budget, Objective, Progress, Reason, Request
from sokoplan.errors import InputError
from sokoplan.puzzle.objective import value_of
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify
from sokoplan.solving.agreement import contradiction
from sokoplan.solving.ask import Run, ask, cost_of
from sokoplan.solving.failure import InternalError, PlanRejected
from sokoplan.solving.race import Lane, Watcher, contradicting, race
from sokoplan.solving.result import Result

Found = Callable[[Result], None]
# Seconds that the first round of improving has; each further one has twice as many, up to the last figure.
_FIRST_ROUND, _LONGEST_ROUND = 2.0, 30.0
_IMPROVERS_SHARE = 0.3  # of the memory
_LOOK = 0.1  # seconds


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
    best = _Best(measured(first, request.objective), found)
    found(best.result)
    left = None if budget.seconds is None else budget.seconds - (time.monotonic() - started)
    if budget.cancelled() or (left is not None and left <= 0):
        return best.answer("cancelled" if budget.cancelled() else "time", started)
    over = threading.Event()
    share = 0.0 if searches_task(request) else _IMPROVERS_SHARE
    improver = _Improver(best, request, _part(budget, share, left, best.met, over), run)
    if share:
        improver.start()

    def look(lanes: tuple[Lane, ...]) -> None:
        best.raise_bound(lanes)
        watch((*lanes, improver.lane))

    try:
        rest = _part(budget, 1 - share, left, best.met, over)
        last = race(request, portfolio(request, cores), rest, look, run=run).result
        if not (last.optimal or best.met.is_set()):
            improver.wait(
                lambda: watch((improver.lane,))
            )  # nobody proves anything any more, but plans may get better
    finally:
        over.set()
        improver.wait()
    watch((improver.lane,))
    improver.check()
    return best.settled(last, started)


def improved(
    request: Request,
    plan: Plan,
    budget: Budget,
    watch: Watcher = lambda lanes: None,
    found: Found = lambda result: None,
    *,
    run: Run | None = None,
) -> Result:
    """A plan made better, in rounds, until the budget is spent or it is proved best. Never worse than it was."""
    started = time.monotonic()
    best = _Best(given(request, plan), found)
    improver = _Improver(best, request, budget, run)
    improver.start()
    improver.wait(lambda: watch((improver.lane,)))
    watch((improver.lane,))
    improver.check()
    return best.answer(improver.reason, started)


def given(request: Request, plan: Plan) -> Result:
    """A plan that somebody brings, as a result. InputError if it cannot be improved."""
    verdict = verify(request.level, plan)
    if not verdict.solved:
        raise InputError(
            f"the plan does not solve the level: {verdict.why}", "Only a plan that works can be improved."
        )
    if searches_task(request):
        raise InputError("plans of this kind cannot be improved", "Ask for the best plan instead.")
    answer = Answer("solved", replace(plan, lurd=verdict.lurd))
    cost = cost_of(request.objective, verdict.counts)
    return Result(request.level, request.objective, "search", answer, 0.0, verdict.lurd, verdict.counts, cost)


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


def _part(budget: Budget, share: float, left: float | None, met: threading.Event, over: threading.Event) -> Budget:
    """What one side may spend: its share of the memory, and all the time that is left."""
    memory = None if budget.memory_mb is None else max(1, int(budget.memory_mb * share))
    return Budget(left, memory, lambda: met.is_set() or over.is_set() or budget.cancelled())


class _Best:
    """The best plan so far and the highest bound. Several threads bring plans; `met` is set where the two meet."""

    def __init__(self, result: Result, found: Found) -> None:
        self.result = result
        self.bound: int | None = None
        self.met = threading.Event()
        self._found = found
        self._lock = threading.Lock()

    def take(self, result: Result) -> None:
        """A plan that may be better."""
        with self._lock:
            if not result.solved or _whole(result) >= _whole(self.result):
                return
            self.result = result
            self._found(result)
        self._look()

    def raise_bound(self, lanes: tuple[Lane, ...]) -> None:
        bounds = [lane.progress.bound for lane in lanes if lane.progress.bound is not None]
        self.bound = max([*bounds, *([] if self.bound is None else [self.bound])], default=None)
        self._look()

    def _look(self) -> None:
        """Whether the bound proves the plan best: not where a second number counts, which no bound is about."""
        cost, single = self.result.cost, len(value(self.result)) == 1
        closed = single and cost is not None and self.bound is not None and self.bound >= cost
        if closed or self.result.optimal:
            self.met.set()

    def settled(self, last: Result, started: float) -> Result:
        """The answer, now that the engines that prove things have had their say."""
        why = contradiction(self.result.claim, last.claim)
        if why:
            raise contradicting(self.result, last, why)
        if last.answer.bound is not None and (self.bound is None or last.answer.bound > self.bound):
            self.bound = last.answer.bound
        self.take(last)
        # A proof about a plan that is no better is one about this plan too.
        if self.met.is_set() or (last.optimal and value(last) == value(self.result)):
            best = replace(self.result, engine=last.engine, answer=replace(self.result.answer, optimal=True))
            self.result = best
        return self.answer(last.reason, started)

    def answer(self, reason: Reason, started: float) -> Result:
        """The answer as it stands: the bound that is proved, and why nobody went on."""
        best = self.result
        bound = best.cost if best.optimal else self.bound
        answer = replace(best.answer, bound=bound, reason="" if best.optimal else reason)
        return replace(best, answer=answer, seconds=time.monotonic() - started)


class _Improver:
    """Makes the best plan better, round after round, in a thread of its own; its lane says how it is getting on."""

    def __init__(self, best: _Best, request: Request, budget: Budget, run: Run | None) -> None:
        self.lane = Lane("improve", 0.0, asked=request.objective)
        self.reason: Reason = ""
        self._best = best
        self._request = replace(request, options={})
        self._budget = budget
        self._run = run
        self._thread = threading.Thread(target=self._work)

    def start(self) -> None:
        self._thread.start()

    def wait(self, look: Callable[[], None] = lambda: None) -> None:
        """Until it has ended; `look` is called ten times a second."""
        while self._thread.is_alive():
            self._thread.join(_LOOK)
            look()

    def check(self) -> None:
        """PlanRejected if it made a plan that does not solve the level."""
        if isinstance(self.lane.error, PlanRejected):
            raise self.lane.error

    def _work(self) -> None:
        lane = self.lane
        lane.began, lane.state = time.monotonic(), "running"
        try:
            self._rounds()
            lane.state = "answered"
        except InputError as error:
            lane.error, lane.words, lane.state = error, str(error).partition("\n")[0], "refused"
        except InternalError as error:
            lane.error, lane.words, lane.state = error, str(error), "broken"
        lane.seconds = time.monotonic() - lane.began

    def _rounds(self) -> None:
        seconds, spent = _FIRST_ROUND, 0

        def report(sign: Progress) -> None:
            self.lane.progress = replace(sign, nodes=spent + sign.nodes, bound=None)

        while not self._budget.cancelled():
            left = self._left()
            if left <= 0:
                self.reason = "time"
                return
            question = replace(self._request, plan=self._best.result.plan)
            result = ask("search", question, replace(self._budget, seconds=min(seconds, left)), report, self._run)
            spent += result.answer.nodes
            self._best.take(result)
            self.lane.result = self._best.result
            if result.optimal or result.reason != "time":
                self.reason = result.reason
                return
            seconds = min(2 * seconds, _LONGEST_ROUND)
        self.reason = "cancelled"

    def _left(self) -> float:
        """Seconds; a moment that is too short to start a process in counts as none."""
        if self._budget.seconds is None:
            return _LONGEST_ROUND
        left = self._budget.seconds - (time.monotonic() - self.lane.began)
        return left if left > 0.3 else 0.0
