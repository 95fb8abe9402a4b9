"""Several engines at one question, side by side: the first that proves the answer ends it for all.

Comes in:  a Request, who starts when, a Budget.     Goes out: a `Race`: the Result, and how each lane ran.

Every lane is a thread that waits for a child process, so the engines themselves share nothing but the machine. What
two of them say is held against each other before anybody sees it: if they contradict each other one is wrong, and
that is an internal error with the level and both answers saved.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Literal

from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Answer, Budget, Progress, Reason, Request
from sokoplan.errors import InputError
from sokoplan.solving.agreement import contradiction
from sokoplan.solving.ask import InternalError, PlanRejected, Result, Run, ask, check, save

State = Literal["waiting", "running", "answered", "stopped", "refused", "broken"]
_LOOK = 0.1  # seconds between two looks at the lanes
# Of --memory: what the engine that starts first may have when another may join it.
_FIRST_SHARE = 0.75


@dataclass
class Lane:
    """One engine's way through the race. Written by its thread, read by whoever watches."""

    engine: str
    start: float  # seconds after the gun
    state: State = "waiting"
    progress: Progress = field(default_factory=Progress)
    result: Result | None = None
    words: str = ""  # what it refused, or how it broke
    error: InputError | InternalError | None = None
    began: float = 0.0
    seconds: float = 0.0

    def elapsed(self) -> float:
        return time.monotonic() - self.began if self.state == "running" else self.seconds


Watcher = Callable[[tuple[Lane, ...]], None]


@dataclass(frozen=True)
class Race:
    result: Result
    lanes: tuple[Lane, ...]

    @property
    def winner(self) -> Lane | None:
        """The lane that settled it, if one did."""
        settled = [lane for lane in self.lanes if lane.result is not None and settles(lane.result)]
        return min(settled, key=lambda lane: lane.start + lane.seconds, default=None)


def able(request: Request) -> list[str]:
    """The engines that can be asked this; InputError, the first one's, if there is none."""
    found: list[str] = []
    refusals: list[InputError] = []
    for name in ENGINES:
        try:
            check(name, request)
        except InputError as error:
            refusals.append(error)
        else:
            found.append(name)
    if not found:
        raise refusals[0]
    return found


def settles(result: Result) -> bool:
    """Whether nothing is left to ask: no plan, or a plan that is as good as was asked for."""
    if result.status == "unsolvable":
        return True
    return result.status == "solved" and (result.objective == "any" or result.answer.optimal)


def race(
    request: Request,
    starts: Mapping[str, float],
    budget: Budget,
    watch: Watcher = lambda lanes: None,
    *,
    patience: Callable[[float], float] = lambda seconds: seconds,
    run: Run | None = None,
) -> Race:
    """Run them. `patience`: from the winner's time, until when the others may go on, to see by how much it won.

    Ctrl-C stops all of them; what has been proved until then is kept.
    """
    lanes = tuple(Lane(name, start) for name, start in starts.items())
    over, hurry, news = threading.Event(), threading.Event(), threading.Event()
    gun = time.monotonic()

    def drive(lane: Lane) -> None:
        _drive(lane, request, _share(lane, lanes, budget, over), gun, over, hurry, run)
        if lane.state in ("answered", "refused", "broken") and not (lane.result and settles(lane.result)):
            hurry.set()
        news.set()

    threads = [threading.Thread(target=drive, args=(lane,)) for lane in lanes]
    for thread in threads:
        thread.start()
    interrupted = False
    try:
        while any(thread.is_alive() for thread in threads):
            news.wait(_LOOK)
            news.clear()
            watch(lanes)
            if budget.cancelled() or _enough(lanes, gun, patience):
                over.set()
    except KeyboardInterrupt:
        interrupted = True
        over.set()
    finally:
        over.set()
        for thread in threads:
            thread.join()
    watch(lanes)
    _agree(lanes)
    return Race(_result(request, lanes, gun, interrupted), lanes)


def _share(lane: Lane, lanes: tuple[Lane, ...], budget: Budget, over: threading.Event) -> Budget:
    """A lane's part of the budget: the clock is one for all, the memory is split."""
    memory = budget.memory_mb
    if memory is not None and len(lanes) > 1:
        late = any(other.start > 0 for other in lanes)
        rest = (1 - _FIRST_SHARE) / (len(lanes) - 1)
        share = 1 / len(lanes) if not late else _FIRST_SHARE if lane is lanes[0] else rest
        memory = max(int(memory * share), 1)
    return Budget(budget.seconds, memory, cancelled=over.is_set)


def _drive(
    lane: Lane,
    request: Request,
    budget: Budget,
    gun: float,
    over: threading.Event,
    hurry: threading.Event,
    run: Run | None,
) -> None:
    """A lane's thread. Its turn comes at its start, or when another has ended without an answer."""
    while (left := gun + lane.start - time.monotonic()) > 0 and not hurry.is_set():
        if over.wait(min(left, _LOOK)):
            return  # it was over before this one's turn came
    spent = time.monotonic() - gun
    if over.is_set() or (budget.seconds is not None and spent >= budget.seconds):
        return  # nothing is left for it
    if budget.seconds is not None:
        budget = replace(budget, seconds=budget.seconds - spent)

    def report(progress: Progress) -> None:
        lane.progress = progress

    lane.began, lane.state = time.monotonic(), "running"
    try:
        lane.result = result = ask(lane.engine, request, budget, report, run)
        lane.state = "stopped" if result.answer.reason == "cancelled" else "answered"
    except InputError as error:
        lane.error, lane.words, lane.state = error, str(error).partition("\n")[0], "refused"
    except InternalError as error:
        lane.error, lane.words, lane.state = error, str(error), "broken"
    except Exception as error:  # no child could be started, say: a lane that ends must say so
        says = f"{lane.engine}: {type(error).__name__}: {error}"
        lane.error, lane.words, lane.state = InternalError(says, save(request.level, says)), says, "broken"
    lane.seconds = time.monotonic() - lane.began


def _enough(lanes: Iterable[Lane], gun: float, patience: Callable[[float], float]) -> bool:
    """Whether one has settled it, and the others have had their time."""
    settled = [lane.start + lane.seconds for lane in lanes if lane.result is not None and settles(lane.result)]
    return bool(settled) and time.monotonic() - gun >= patience(min(settled))


def _result(request: Request, lanes: tuple[Lane, ...], gun: float, interrupted: bool) -> Result:
    # What counts is when the answer was there, not when its engine began.
    results = [
        replace(lane.result, seconds=lane.began - gun + lane.seconds) for lane in lanes if lane.result is not None
    ]
    if not results:
        return _nothing(request, lanes)
    best = min(results, key=_merit)
    if best.status == "unknown" and len(results) > 1:
        best = _gave_up(results)
    # Somebody else may have answered, but an engine that broke is never passed over in silence.
    broken = tuple(f"{lane.words}{_where(lane)}" for lane in lanes if lane.state == "broken")
    best = replace(best, answer=replace(best.answer, notes=(*best.answer.notes, *broken)))
    if interrupted and not settles(best):
        return replace(best, answer=replace(best.answer, reason=best.answer.reason or "cancelled"))
    return best


def _merit(result: Result) -> tuple[int, float, float]:
    """Least is best: settled before solved before unknown; then the cost; then the time."""
    rank = 0 if settles(result) else 1 if result.status == "solved" else 2
    return rank, result.cost if result.cost is not None else 0, result.seconds


# Why nobody knows, where one stopped for this and another for that: first what the asker can do something about.
_REASONS: tuple[Reason, ...] = ("cancelled", "time", "memory", "horizon", "")


def _gave_up(results: list[Result]) -> Result:
    """Nobody had an answer: it is told of all of them, and of all the time it took."""
    first, *others = results
    reason = min((result.answer.reason for result in results), key=_REASONS.index)
    notes = tuple(note for result in results for note in result.answer.notes)
    answer = replace(first.answer, reason=reason, notes=notes)
    return replace(first, answer=answer, seconds=max(result.seconds for result in results), others=tuple(others))


def _nothing(request: Request, lanes: tuple[Lane, ...]) -> Result:
    """No lane came back with an answer: all refused or broke."""
    errors = [lane.error for lane in lanes if lane.error is not None]
    if not errors:  # stopped before anybody had begun
        return Result(request.level, request.objective, lanes[0].engine, Answer("unknown", reason="cancelled"), 0.0)
    raise next((error for error in errors if isinstance(error, InternalError)), errors[0])


def _where(lane: Lane) -> str:
    saved = lane.error.saved if isinstance(lane.error, InternalError) else None
    return f"; the level is saved in {saved}" if saved else ""


# --- agreement ----------------------------------------------------------------------------------------------------


def _agree(lanes: Iterable[Lane]) -> None:
    """InternalError if two answers cannot both be true, or if one was no plan at all."""
    for lane in lanes:
        if isinstance(lane.error, PlanRejected):
            raise lane.error
    results = [lane.result for lane in lanes if lane.result is not None]
    for one, two in combinations(results, 2):
        why = contradiction(one.claim, two.claim)
        if why:
            raise save_both(one, two, why)


def save_both(one: Result, two: Result, why: str) -> InternalError:
    """The error to tell, with the level and both answers in a file."""
    says = f"{one.engine} and {two.engine} contradict each other: {why}"
    return InternalError(says, save(one.level, f"{says}\n{_told(one)}\n{_told(two)}"))


def _told(result: Result) -> str:
    answer = result.answer
    return f"{result.engine}: {answer.status}, optimal {answer.optimal}, plans {answer.plans}, plan {result.lurd}"
