"""What a job does in its thread: solve a level, or check a collection; and the events it tells on the way.

Comes in:  one of the kinds of work below, a Budget.     Goes out: events, and the last one.

A kind of work has `slots` (the cores it takes), `started` (its first event) and `run` (all the rest).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from sokoplan.engines import choose, searches_task
from sokoplan.engines.answer import Budget, Objective, Request
from sokoplan.lab.check import Checked
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.plan import Plan
from sokoplan.solving import worker
from sokoplan.solving.anytime import anytime, improved
from sokoplan.solving.race import Lane, race
from sokoplan.solving.result import Result
from sokoplan.web.check_child import checked_in_child
from sokoplan.web.models_jobs import (
    AllChecked,
    AnswerEvent,
    Done,
    Event,
    LaneModel,
    PlanEvent,
    ProgressEvent,
    RowEvent,
    Started,
)
from sokoplan.web.results import horizons_of, model_of, unit_of

Tell = Callable[[Event], None]


class Work(Protocol):
    @property
    def slots(self) -> int: ...
    def started(self) -> Started: ...
    def run(self, budget: Budget, tell: Tell) -> Event: ...


@dataclass(frozen=True)
class Solving:
    """One question, and who is asked."""

    request: Request
    starts: Mapping[str, float]  # engines, and after how many seconds each of them joins
    anytime: bool = False  # any plan first, then better ones
    finish: bool = False  # in a race, the others may go on when one has won
    plan: Plan | None = None  # to be made better; then nobody else is asked

    @property
    def slots(self) -> int:
        """An engine that joins late takes what is left of the machine."""
        return sum(start == 0 for start in self.starts.values())

    def started(self) -> Started:
        law, objective = self.request.level.law, self.request.objective
        if self.plan is not None:
            lane = LaneModel(engine="improve", asked=objective, unit=unit_of(law, objective), start=0.0)
            return Started(engines=list(self.starts), lanes=[lane])
        lanes = [
            LaneModel(engine=name, asked=objective, unit=unit_of(law, objective), start=start)
            for name, start in self.starts.items()
        ]
        if self.anytime:
            first = choose("auto", replace(self.request, objective="any"))
            lanes.insert(0, LaneModel(engine=first, asked="any", unit=unit_of(law, "any"), start=0.0))
            if not searches_task(self.request):
                lanes.append(LaneModel(engine="improve", asked=objective, unit=unit_of(law, objective), start=0.0))
        return Started(engines=list(self.starts), lanes=lanes)

    def run(self, budget: Budget, tell: Tell) -> Event:
        # Always in child processes, even an engine that the command line runs in its own.
        news = _News(self, tell)
        if self.plan is not None:
            return Done(result=model_of(improved(self.request, self.plan, budget, news, news.found, run=worker.run)))
        if self.anytime:
            cores = len(self.starts)
            return Done(result=model_of(anytime(self.request, budget, news, news.found, cores=cores, run=worker.run)))
        patience: Callable[[float], float] = (lambda seconds: math.inf) if self.finish else (lambda seconds: seconds)
        over = race(self.request, self.starts, budget, news, patience=patience, run=worker.run)
        return Done(result=model_of(over.result))


class _News:
    """Called about ten times a second with all lanes; sends what is new as events."""

    def __init__(self, work: Solving, tell: Tell) -> None:
        self.work = work
        self.tell = tell
        self.answered: set[tuple[str, str]] = set()
        self.sent: dict[tuple[str, str], object] = {}
        self.horizons: dict[tuple[str, str], int] = {}  # how many of them were sent

    def found(self, result: Result) -> None:
        self.tell(PlanEvent(result=model_of(result)))

    def __call__(self, lanes: tuple[Lane, ...]) -> None:
        for lane in lanes:
            if lane.state == "running":
                self._progress(lane)
            elif lane.state != "waiting" and (lane.engine, lane.asked) not in self.answered:
                self.answered.add((lane.engine, lane.asked))
                if len(self.work.starts) > 1 or self.work.anytime or self.work.plan is not None:
                    result = model_of(lane.result) if lane.result is not None else None
                    words = lane.words or (result.words if result else "")
                    self.tell(AnswerEvent(engine=lane.engine, asked=lane.asked, result=result, words=words))

    def _progress(self, lane: Lane) -> None:
        key = lane.engine, lane.asked
        now = int(lane.elapsed() * 2), lane.progress
        if self.sent.get(key) == now:
            return  # nothing new, and less than half a second later
        self.sent[key] = now
        sign = lane.progress
        # Of the horizons only those that are new, and the last one of before, which may have been tried again.
        known = max(0, self.horizons.get(key, 0) - 1)
        fresh = sign.horizons[known:] if len(sign.horizons) != self.horizons.get(key, 0) else ()
        self.horizons[key] = len(sign.horizons)
        self.tell(
            ProgressEvent(
                engine=lane.engine,
                asked=lane.asked,
                unit=unit_of(self.work.request.level.law, lane.asked),
                seconds=round(lane.elapsed(), 2),
                nodes=sign.nodes,
                bound=sign.bound,
                best=sign.best,
                words=sign.words,
                memory_mb=sign.memory_mb,
                strategies=list(sign.strategies),
                packed=sign.packed[0] if sign.packed else None,
                to_pack=sign.packed[1] if sign.packed else None,
                horizons=horizons_of(fresh),
            )
        )


@dataclass(frozen=True)
class Checking:
    """Levels put to the test, as `sokoplan check` does it: one engine after the other, level by level."""

    entries: tuple[Entry, ...]
    engines: tuple[str, ...]
    objective: Objective
    seconds: float  # for each answer

    slots = 1

    def started(self) -> Started:
        return Started(engines=list(self.engines), lanes=[])

    def run(self, budget: Budget, tell: Tell) -> Event:
        end = math.inf if budget.seconds is None else time.monotonic() + budget.seconds
        whole = replace(budget, cancelled=lambda: budget.cancelled() or time.monotonic() > end)
        good = wrong = 0
        for checked in checked_in_child(self.entries, self.engines, self.objective, self.seconds, whole):
            good, wrong = good + checked.ok, wrong + (not checked.ok)
            tell(_row(checked))
        return AllChecked(ok=good, wrong=wrong)


def _row(checked: Checked) -> RowEvent:
    row = checked.row
    return RowEvent(
        index=checked.entry.index,
        who=checked.who,
        ok=checked.ok,
        why=checked.why.replace(" (--time)", "").replace(" (--memory)", ""),  # a page has no such options
        outcome=checked.outcome,
        moves=row.moves,
        pushes=row.pushes,
        seconds=round(row.seconds, 3),
        lurd=row.plan,
    )
