"""Several engines on one question, side by side: the first that proves its answer ends the race for all.

Every lane is a thread that waits for a child process, so the engines share nothing but the machine. Their answers are
compared before anybody sees them: if two contradict each other, one is wrong, and that is an internal error with the
level and both answers.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Literal

from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Answer, Budget, Objective, Progress, Reason, Request
from sokoplan.errors import InputError
from sokoplan.solving.agreement import contradiction
from sokoplan.solving.ask import Run, ask, check
from sokoplan.solving.failure import InternalError, PlanRejected
from sokoplan.solving.result import Result

LaneState = Literal["waiting", "running", "answered", "stopped", "refused", "broken"]
_LOOK = 0.1  # seconds between two looks at the lanes
# The share of the memory for the engine that starts first, if others may join it later.
_FIRST_SHARE = 0.75


@dataclass
class Lane:
    """One engine's run. Written by its thread, read by whoever watches."""

    engine: str
    start: float  # seconds after the start of the race
    state: LaneState = "waiting"
    progress: Progress = field(default_factory=Progress)
    result: Result | None = None
    words: str = ""  # why it refused, or how it broke
    error: InputError | InternalError | None = None
    began: float = 0.0
    seconds: float = 0.0
    asked: Objective = "any"

    def elapsed(self) -> float:
        return time.monotonic() - self.began if self.state == "running" else self.seconds


Watcher = Callable[[tuple[Lane, ...]], None]


@dataclass(frozen=True)
class Race:
    result: Result
    lanes: tuple[Lane, ...]

    @property
    def winner(self) -> Lane | None:
        """The first lane that settled the question, if one did."""
        settled = [lane for lane in self.lanes if lane.result is not None and settles(lane.result)]
        return min(settled, key=lambda lane: lane.start + lane.seconds, default=None)


def able(request: Request) -> list[str]:
    """The engines that can be asked this; InputError, the first one's, if there is none."""
    engines: list[str] = []
    refusals: list[InputError] = []
    for name in ENGINES:
        try:
            check(name, request)
        except InputError as error:
            refusals.append(error)
        else:
            engines.append(name)
    if not engines:
        raise refusals[0]
    return engines


def settles(result: Result) -> bool:
    """Whether nothing is left to ask: there is no plan, or the plan is as good as was asked for."""
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
    """Run the engines. `starts`: after how many seconds each begins. `patience`: given the winner's time, until when
    the others may go on, to see by how much it won.

    Ctrl-C stops all of them; what has been proved by then is kept.
    """
    lanes = tuple(Lane(name, start, asked=request.objective) for name, start in starts.items())
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
    """A lane's part of the budget: the time is the same for all, the memory is split."""
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
    """A lane's thread. It begins at its start time, or as soon as another lane has ended without an answer."""
    while (left := gun + lane.start - time.monotonic()) > 0 and not hurry.is_set():
        if over.wait(min(left, _LOOK)):
            return  # the race was over before this lane began
    spent = time.monotonic() - gun
    if over.is_set() or (budget.seconds is not None and spent >= budget.seconds):
        return  # no time is left
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
    except Exception as error:  # no child process could be started, say: a lane must not end in silence
        says = f"{lane.engine}: {type(error).__name__}: {error}"
        lane.error, lane.words, lane.state = InternalError(says, request.level), says, "broken"
    lane.seconds = time.monotonic() - lane.began


def _enough(lanes: Iterable[Lane], gun: float, patience: Callable[[float], float]) -> bool:
    """Whether one lane has settled it, and the others have had their time."""
    settled = [lane.start + lane.seconds for lane in lanes if lane.result is not None and settles(lane.result)]
    return bool(settled) and time.monotonic() - gun >= patience(min(settled))


def _result(request: Request, lanes: tuple[Lane, ...], gun: float, interrupted: bool) -> Result:
    # Seconds count from the start of the race, not from when the engine began.
    results = [
        replace(lane.result, seconds=lane.began - gun + lane.seconds) for lane in lanes if lane.result is not None
    ]
    if not results:
        return _nothing(request, lanes)
    best = min(results, key=_merit)
    if best.status == "unknown" and len(results) > 1:
        best = _gave_up(results)
    best = _with_bounds(best, results)
    # Another engine may have answered, but an engine that crashed is never ignored.
    best = replace(best, failures=tuple(lane.error for lane in lanes if isinstance(lane.error, InternalError)))
    if interrupted and not settles(best):
        return replace(best, answer=replace(best.answer, reason=best.answer.reason or "cancelled"))
    return best


def _with_bounds(best: Result, results: list[Result]) -> Result:
    """The best result with what all have proved: a plan that costs as much as another engine's bound is optimal."""
    bounds = [result.answer.bound for result in results if result.answer.bound is not None]
    if best.status == "unsolvable" or not bounds:
        return best
    bound = max(bounds)
    meets = best.cost is not None and best.objective in ("moves", "pushes") and best.cost <= bound
    optimal = best.answer.optimal or meets
    reason = "" if optimal else best.answer.reason
    return replace(best, answer=replace(best.answer, bound=bound, optimal=optimal, reason=reason))


def _merit(result: Result) -> tuple[int, float, float]:
    """Smallest is best: settled before solved before unknown; then the cost; then the time."""
    rank = 0 if settles(result) else 1 if result.status == "solved" else 2
    return rank, result.cost if result.cost is not None else 0, result.seconds


# If the lanes gave up for different reasons: first those that the user can do something about.
_REASONS: tuple[Reason, ...] = ("cancelled", "time", "memory", "horizon", "")


def _gave_up(results: list[Result]) -> Result:
    """No lane had an answer: one result for all of them, and for all the time they took."""
    first, *others = results
    reason = min((result.answer.reason for result in results), key=_REASONS.index)
    notes = tuple(note for result in results for note in result.answer.notes)
    answer = replace(first.answer, reason=reason, notes=notes)
    return replace(first, answer=answer, seconds=max(result.seconds for result in results), others=tuple(others))


def _nothing(request: Request, lanes: tuple[Lane, ...]) -> Result:
    """No lane returned an answer: all refused or broke."""
    errors = [lane.error for lane in lanes if lane.error is not None]
    if not errors:  # stopped before any lane had begun
        return Result(request.level, request.objective, lanes[0].engine, Answer("unknown", reason="cancelled"), 0.0)
    raise next((error for error in errors if isinstance(error, InternalError)), errors[0])


# --- agreement ----------------------------------------------------------------------------------------------------


def _agree(lanes: Iterable[Lane]) -> None:
    """InternalError if two answers cannot both be true, or if a plan failed verification."""
    for lane in lanes:
        if isinstance(lane.error, PlanRejected):
            raise lane.error
    results = [lane.result for lane in lanes if lane.result is not None]
    for one, two in combinations(results, 2):
        why = contradiction(one.claim, two.claim)
        if why:
            raise contradicting(one, two, why)


def contradicting(one: Result, two: Result, why: str) -> InternalError:
    """The error for two results that cannot both be right, with both answers in its details."""
    says = f"{one.engine} and {two.engine} contradict each other: {why}"
    return InternalError(says, one.level, f"{_details(one)}\n{_details(two)}")


def _details(result: Result) -> str:
    answer = result.answer
    return f"{result.engine}: {answer.status}, optimal {answer.optimal}, plans {answer.plans}, plan {result.lurd}"
