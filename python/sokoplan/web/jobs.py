"""Jobs: engines at work in child processes, one per core, with a short queue in front of them.

Comes in:  a Request, the engines to ask, a Budget.     Goes out: events, from "queued" to "done".

A job runs for as long as a client listens to its events. If the last listener leaves, or none ever comes, the job is
stopped, and `worker` kills the engine's process. Everything here runs in the thread of the event loop; a job's own
thread only waits for the engines and passes their news on.
"""

from __future__ import annotations

import asyncio
import math
import secrets
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from sokoplan.engines import choose
from sokoplan.engines.answer import Budget, Request
from sokoplan.errors import InputError, printable
from sokoplan.solving import worker
from sokoplan.solving.anytime import anytime
from sokoplan.solving.failure import InternalError
from sokoplan.solving.race import Lane, race
from sokoplan.solving.result import Result
from sokoplan.web.child_tasks import lower_priority
from sokoplan.web.common import BUG
from sokoplan.web.models import ErrorModel
from sokoplan.web.models_jobs import (
    AnswerEvent,
    Done,
    Event,
    Failed,
    LaneModel,
    PlanEvent,
    ProgressEvent,
    Queued,
    Started,
)
from sokoplan.web.results import model_of, unit_of
from sokoplan.web.settings import Settings

# Seconds that a job may run without a listener. With the half second that a child has to stop, less than two.
ALONE = 1.2
# Seconds that an answer is kept for a late listener.
KEPT = 60.0
_MOST_KEPT = 100


class QueueFull(Exception):
    """Try again in `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True)
class Plan:
    """Who is asked, and how."""

    starts: Mapping[str, float]  # engines, and after how many seconds each of them joins
    anytime: bool = False  # any plan first, then better ones
    finish: bool = False  # in a race, the others may go on when one has won

    @property
    def slots(self) -> int:
        """How many cores it takes from the start. An engine that joins late takes what is left of the machine."""
        return sum(start == 0 for start in self.starts.values())


class Job:
    def __init__(self, request: Request, plan: Plan, budget: Budget, slots: int) -> None:
        self.id = secrets.token_urlsafe(12)
        self.request = request
        self.plan = plan
        self.seconds = budget.seconds or 0.0
        self.slots = slots
        self.stop = threading.Event()
        self.budget = Budget(budget.seconds, budget.memory_mb, self.stop.is_set)
        self.listeners: set[asyncio.Queue[Event]] = set()
        self.place = 0
        self.started = 0.0
        self.past: list[Event] = []  # events that a new listener needs; progress is left out
        self.over = False
        self.alone: asyncio.TimerHandle | None = None

    def tell(self, event: Event) -> None:
        if isinstance(event, PlanEvent):  # the best plan so far is enough
            self.past = [other for other in self.past if not isinstance(other, PlanEvent)]
        if not isinstance(event, ProgressEvent | Queued):
            self.past.append(event)
        self.over = self.over or isinstance(event, Done | Failed)
        for listener in self.listeners:
            # A slow reader misses some progress, and nothing else.
            if listener.qsize() < 100 or not isinstance(event, ProgressEvent):
                listener.put_nowait(event)


class Jobs:
    """All jobs of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.jobs: dict[str, Job] = {}
        self.waiting: deque[Job] = deque()
        self.running: dict[Job, threading.Thread] = {}
        self.closed = False
        self.loop: asyncio.AbstractEventLoop | None = None  # known when the server runs

    # --- new jobs ------------------------------------------------------------------------------------------------

    def add(self, request: Request, plan: Plan, budget: Budget) -> Job:
        if len(self.waiting) >= self.settings.queue or self.closed:
            raise QueueFull(self._wait())
        # A race takes the whole machine, so that no other job makes one engine look slow.
        job = Job(request, plan, budget, min(plan.slots, self.settings.jobs))
        self.jobs[job.id] = job
        self.waiting.append(job)
        self._watch(job)
        self._next()
        return job

    def _wait(self) -> int:
        """Seconds until it is worth trying again: at most until the first running job is out of time."""
        now = time.monotonic()
        left = [job.started + job.seconds - now for job in self.running]
        return max(1, min(30, int(min(left, default=1.0)) + 1))

    def get(self, number: str) -> Job | None:
        return self.jobs.get(number)

    def cancel(self, job: Job) -> None:
        job.stop.set()
        if job in self.waiting:
            self.waiting.remove(job)
            self._finish(job, Failed(error=ErrorModel(sentence="the job was stopped before it started")))
            self._next()

    # --- listening -----------------------------------------------------------------------------------------------

    async def listen(self, job: Job) -> AsyncIterator[Event | None]:
        """The job's events up to the last; None now and then, to keep the connection alive."""
        queue: asyncio.Queue[Event] = asyncio.Queue()
        for event in job.past:
            queue.put_nowait(event)
        if job in self.waiting:
            queue.put_nowait(Queued(place=job.place))
        job.listeners.add(queue)
        if job.alone is not None:
            job.alone.cancel()
        try:
            while True:
                try:
                    event = await asyncio.wait_for(queue.get(), 10.0)
                except TimeoutError:
                    yield None
                    continue
                yield event
                if isinstance(event, Done | Failed):
                    return
        finally:
            job.listeners.discard(queue)
            self._watch(job)

    def _watch(self, job: Job) -> None:
        """Start the timer that stops a job without a listener."""
        if job.alone is not None:
            job.alone.cancel()
        if not job.listeners and not job.over:
            job.alone = asyncio.get_running_loop().call_later(ALONE, self.cancel, job)

    # --- running -------------------------------------------------------------------------------------------------

    def _next(self) -> None:
        free = self.settings.jobs - sum(job.slots for job in self.running)
        while self.waiting and self.waiting[0].slots <= free:
            job = self.waiting.popleft()
            free -= job.slots
            self._start(job)
        for place, job in enumerate(self.waiting):
            job.place = place
            job.tell(Queued(place=place))

    def _start(self, job: Job) -> None:
        job.started = time.monotonic()
        job.tell(Started(engines=list(job.plan.starts), lanes=_lanes(job)))
        loop = asyncio.get_running_loop()
        thread = threading.Thread(target=_run_job, args=(self, job, loop), name=f"job {job.id}", daemon=True)
        self.running[job] = thread
        thread.start()

    def _finish(self, job: Job, event: Event) -> None:
        self.running.pop(job, None)
        job.tell(event)
        if job.alone is not None:
            job.alone.cancel()
        asyncio.get_running_loop().call_later(KEPT, self.jobs.pop, job.id, None)
        done = [other for other in self.jobs.values() if other.over]
        for other in done[: max(0, len(done) - _MOST_KEPT)]:
            self.jobs.pop(other.id, None)

    def finished(self, job: Job, event: Event) -> None:
        self._finish(job, event)
        self._next()

    # --- shutting down -------------------------------------------------------------------------------------------

    def close_soon(self) -> None:
        """Call `close` from a signal handler."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.close)

    def close(self) -> None:
        """Stop all jobs, when the server is asked to stop. Listeners get their last event as usual."""
        self.closed = True
        for job in [*self.waiting, *self.running]:
            self.cancel(job)

    async def shut_down(self) -> None:
        """Stop all jobs and wait for the last child; each has half a second to end."""
        self.close()
        deadline = time.monotonic() + 3
        while self.running and time.monotonic() < deadline:
            await asyncio.sleep(0.02)


# --- in the thread of a job --------------------------------------------------------------------------------------


def _run_job(jobs: Jobs, job: Job, loop: asyncio.AbstractEventLoop) -> None:
    lower_priority()
    news = _News(job, loop)
    event: Event
    try:
        # Always in child processes, even an engine that the command line runs in its own.
        event = Done(result=model_of(_answer(job, news)))
    except InputError as error:
        event = Failed(error=ErrorModel(sentence=printable(error.says), hint=printable(error.right)))
    except InternalError as error:
        event = Failed(error=ErrorModel(sentence=f"internal error: {error}", hint=BUG))
    except Exception as error:
        event = Failed(error=ErrorModel(sentence=f"internal error: {type(error).__name__}", hint=BUG))
    with suppress(RuntimeError):  # the loop is closed: no listener is left
        loop.call_soon_threadsafe(jobs.finished, job, event)


def _answer(job: Job, news: _News) -> Result:
    plan = job.plan
    if plan.anytime:
        return anytime(job.request, job.budget, news, news.found, cores=len(plan.starts), run=worker.run)
    patience: Callable[[float], float] = (lambda seconds: math.inf) if plan.finish else (lambda seconds: seconds)
    return race(job.request, plan.starts, job.budget, news, patience=patience, run=worker.run).result


def _lanes(job: Job) -> list[LaneModel]:
    """The engines of a job as the page shows them: what each is asked, and when it joins."""
    law, objective = job.request.level.law, job.request.objective
    lanes = [
        LaneModel(engine=name, asked=objective, unit=unit_of(law, objective), start=start)
        for name, start in job.plan.starts.items()
    ]
    if not job.plan.anytime:
        return lanes
    first = choose("auto", replace(job.request, objective="any"))
    return [LaneModel(engine=first, asked="any", unit=unit_of(law, "any"), start=0.0), *lanes]


class _News:
    """Called about ten times a second with all lanes; sends what is new as events."""

    def __init__(self, job: Job, loop: asyncio.AbstractEventLoop) -> None:
        self.job = job
        self.loop = loop
        self.answered: set[tuple[str, str]] = set()
        self.sent: dict[tuple[str, str], object] = {}

    def found(self, result: Result) -> None:
        self._tell(PlanEvent(result=model_of(result)))

    def __call__(self, lanes: tuple[Lane, ...]) -> None:
        for lane in lanes:
            if lane.state == "running":
                self._progress(lane)
            elif lane.state != "waiting" and (lane.engine, lane.asked) not in self.answered:
                self.answered.add((lane.engine, lane.asked))
                if len(self.job.plan.starts) > 1 or self.job.plan.anytime:
                    result = model_of(lane.result) if lane.result is not None else None
                    words = lane.words or (result.words if result else "")
                    self._tell(AnswerEvent(engine=lane.engine, asked=lane.asked, result=result, words=words))

    def _progress(self, lane: Lane) -> None:
        now = int(lane.elapsed() * 2), lane.progress
        if self.sent.get((lane.engine, lane.asked)) == now:
            return  # nothing new, and less than half a second later
        self.sent[lane.engine, lane.asked] = now
        self._tell(
            ProgressEvent(
                engine=lane.engine,
                asked=lane.asked,
                unit=unit_of(self.job.request.level.law, lane.asked),
                seconds=round(lane.elapsed(), 2),
                nodes=lane.progress.nodes,
                bound=lane.progress.bound,
                words=lane.progress.words,
                memory_mb=lane.progress.memory_mb,
                strategies=list(lane.progress.strategies),
                packed=lane.progress.packed[0] if lane.progress.packed else None,
                to_pack=lane.progress.packed[1] if lane.progress.packed else None,
            )
        )

    def _tell(self, event: Event) -> None:
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.job.tell, event)
