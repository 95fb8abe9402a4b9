"""Engines side by side: a lane for each, and the first that settles the question stops the others.

Comes in:  a Request and the engines to ask.     Goes out: the Result, and how each lane ran.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sokoplan import worker
from sokoplan.answer import Budget, Progress, Request
from sokoplan.engines import ENGINES
from sokoplan.errors import InputError
from sokoplan.solve import InternalError, Result, solve

_LOOK = 0.1


@dataclass
class Lane:
    engine: str
    state: str = "waiting"
    progress: Progress = field(default_factory=Progress)
    result: Result | None = None
    words: str = ""
    began: float = 0.0
    seconds: float = 0.0

    def elapsed(self) -> float:
        return time.monotonic() - self.began if self.state == "running" else self.seconds


def able(request: Request) -> list[str]:
    return [
        name
        for name, listing in ENGINES.items()
        if request.level.game in listing.games
        and request.objective in listing.objectives
        and (listing.counts_plans or not request.all_plans)
    ]


def settles(result: Result) -> bool:
    if result.status == "unsolvable":
        return True
    return result.status == "solved" and (result.objective == "any" or result.answer.optimal)


def race(
    request: Request, engines: Iterable[str], budget: Budget, watch: Callable[[tuple[Lane, ...]], None]
) -> tuple[Result, tuple[Lane, ...]]:
    lanes = tuple(Lane(name) for name in engines)
    over = threading.Event()
    news = threading.Event()

    def drive(lane: Lane) -> None:
        def report(progress: Progress) -> None:
            lane.progress = progress

        lane.began, lane.state = time.monotonic(), "running"
        try:
            lane.result = solve(
                request.level,
                lane.engine,
                request.objective,
                Budget(budget.seconds, budget.memory_mb, over.is_set),
                all_plans=request.all_plans,
                most=request.most,
                report=report,
                run=worker.run,
            )
            lane.seconds = time.monotonic() - lane.began
            lane.state = "stopped" if lane.result.answer.reason == "cancelled" else "answered"
        except (InputError, InternalError) as error:
            lane.seconds = time.monotonic() - lane.began
            lane.words = str(error)
            lane.state = "refused" if isinstance(error, InputError) else "broken"
        news.set()

    threads = [threading.Thread(target=drive, args=(lane,)) for lane in lanes]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        news.wait(_LOOK)
        news.clear()
        watch(lanes)
        if budget.cancelled() or any(lane.result is not None and settles(lane.result) for lane in lanes):
            over.set()
    watch(lanes)
    results = [lane.result for lane in lanes if lane.result is not None]
    if not results:
        words = next(lane.words for lane in lanes)
        raise InternalError(words, None) if any(lane.state == "broken" for lane in lanes) else InputError(words)
    return min(results, key=_merit), lanes


def _merit(result: Result) -> tuple[int, float, float]:
    rank = 0 if settles(result) else 1 if result.status == "solved" else 2
    return rank, result.cost if result.cost is not None else 0, result.seconds
