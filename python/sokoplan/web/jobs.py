"""Jobs: engines at work in child processes, one per core, with a short queue in front of them.

Comes in:  a kind of work (`job_work.py`), a Budget.     Goes out: events, from "queued" to "done".

A job runs for as long as a client listens to its events. If the last listener leaves, or none ever comes, the job is
stopped, and `worker` kills the engine's process. Everything here runs in the thread of the event loop; a job's own
thread only waits for the engines and passes their news on.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress

from sokoplan.engines.answer import Budget
from sokoplan.errors import InputError, printable
from sokoplan.solving.failure import InternalError
from sokoplan.web.child_tasks import lower_priority
from sokoplan.web.common import BUG
from sokoplan.web.job_work import Work
from sokoplan.web.models import ErrorModel
from sokoplan.web.models_jobs import LAST, Event, Failed, PlanEvent, ProgressEvent, Queued
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


class Job:
    def __init__(self, work: Work, budget: Budget, slots: int) -> None:
        self.id = secrets.token_urlsafe(12)
        self.work = work
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
        self.over = self.over or isinstance(event, LAST)
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

    def add(self, work: Work, budget: Budget) -> Job:
        if len(self.waiting) >= self.settings.queue or self.closed:
            raise QueueFull(self._wait())
        # A race takes the whole machine, so that no other job makes one engine look slow.
        job = Job(work, budget, min(work.slots, self.settings.jobs))
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
                if isinstance(event, LAST):
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
        job.tell(job.work.started())
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

    def tell(event: Event) -> None:
        with suppress(RuntimeError):  # the loop is closed: no listener is left
            loop.call_soon_threadsafe(job.tell, event)

    event: Event
    try:
        event = job.work.run(job.budget, tell)
    except InputError as error:
        event = Failed(error=ErrorModel(sentence=printable(error.says), hint=printable(error.right)))
    except InternalError as error:
        event = Failed(error=ErrorModel(sentence=f"internal error: {error}", hint=BUG))
    except Exception as error:
        event = Failed(error=ErrorModel(sentence=f"internal error: {type(error).__name__}", hint=BUG))
    with suppress(RuntimeError):  # the loop is closed: no listener is left
        loop.call_soon_threadsafe(jobs.finished, job, event)
