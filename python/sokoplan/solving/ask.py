"""One engine asked: a Request, an engine's name and a Budget go in; a verified Result comes out.

Nothing leaves here unverified. A plan that fails verification is not a result but a bug (`failure.py`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Answer, Budget, Objective, Report, Request
from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Counts, Plan
from sokoplan.puzzle.verify import Verdict, verify
from sokoplan.solving.failure import EngineDied, InternalError, PlanRejected
from sokoplan.solving.result import Result

Run = Callable[[str, Request, Budget, Report], Answer]


def ask(name: str, request: Request, budget: Budget, report: Report, run: Run | None = None) -> Result:
    """Let one engine answer, and verify its plans. `run` is how it is called; by default as `ENGINES` says."""
    check(name, request)
    level, objective = request.level, request.objective
    started = time.monotonic()
    try:
        answer = (run or _runner(name, request))(name, request, budget, report)
    except EngineDied as death:
        raise InternalError(f"{name}: {death}", level) from None
    seconds = time.monotonic() - started
    if objective == "any":
        answer = replace(answer, optimal=False)  # nothing was to be minimised, so nothing is claimed
    if answer.plan is None:
        return Result(level, objective, name, answer, seconds)
    verdict = _verified(level, answer.plan, name)
    for plan in answer.listed:
        _verified(level, plan, name)
    answer = replace(answer, plan=replace(answer.plan, lurd=verdict.lurd, level=level))
    counts = verdict.counts
    return Result(level, objective, name, answer, seconds, verdict.lurd, counts, cost_of(objective, counts))


def check(name: str, request: Request) -> None:
    """InputError if the engine cannot be asked this."""
    if name not in ENGINES:
        raise InputError(f"unknown engine {name!r}", f"Choose one of: auto, race, {', '.join(ENGINES)}.")
    refusal = ENGINES[name].refusal(request)
    if refusal:
        raise InputError(f"the engine {name} {refusal}")
    if request.all_plans and request.objective == "pushes":
        raise InputError(
            "walking is free under the objective pushes, so there are infinitely many plans",
            "Ask for pushes-moves: the fewest pushes, and of those plans the fewest moves.",
        )
    if request.options:
        from sokoplan.engines.options import check as check_options  # most requests have none

        check_options(name, request)


def _verified(level: Level, plan: Plan, name: str) -> Verdict:
    verdict = verify(level, plan)
    if not verdict.solved:
        raise PlanRejected(f"{name} returned an invalid plan: {verdict.why}", level, f"plan: {plan.keys}")
    return verdict


def cost_of(objective: Objective, counts: Counts) -> int:
    """What the first word of the objective measures; in Helltaker the cost."""
    return counts.pushes if objective.startswith("pushes") else counts.cost


# --- running it ---------------------------------------------------------------------------------------------------


def _runner(name: str, request: Request) -> Run:
    return _run_here if ENGINES[name].in_process(request) else _run_in_child


def _run_in_child(name: str, request: Request, budget: Budget, report: Report) -> Answer:
    from sokoplan.solving import worker  # most levels need no child process

    return worker.run(name, request, budget, report)


def _run_here(name: str, request: Request, budget: Budget, report: Report) -> Answer:
    """For an engine that keeps its own limits. Its errors are reported like those of a child process."""
    try:
        if _interrupted_late():
            return Answer("unknown", reason="cancelled")
        with _first_interrupt_cancels(budget) as (cancellable, interrupts):
            answer = ENGINES[name].load()(request, cancellable, report)
        if interrupts and answer.reason != "cancelled":
            _note_late_interrupt()
        return answer
    except InputError:
        raise
    except KeyboardInterrupt:
        return Answer("unknown", reason="cancelled")
    except MemoryError:
        return Answer("unknown", reason="memory")
    except Exception as error:
        raise EngineDied(f"{type(error).__name__}: {error}") from error


@contextmanager
def _first_interrupt_cancels(budget: Budget) -> Iterator[tuple[Budget, list[int]]]:
    """The first Ctrl-C asks the engine to stop, so that it can still say how far it got; the second interrupts it.

    The list holds the first one, once it has come.
    """
    import signal

    interrupted: list[int] = []

    def note(number: int, frame: object) -> None:
        if interrupted:
            raise KeyboardInterrupt
        interrupted.append(number)

    try:
        before = signal.signal(signal.SIGINT, note)
    except ValueError:  # not the main thread: Ctrl-C goes elsewhere
        yield budget, interrupted
        return
    try:
        yield replace(budget, cancelled=lambda: bool(interrupted) or budget.cancelled()), interrupted
    finally:
        signal.signal(signal.SIGINT, before)


# Ctrl-C when an engine has just found its answer: the answer is kept, but whoever asks about level after level must
# still be stopped. So the engine that is asked next is, if that is sooner than a person could ask.
_NEXT_ONE = 0.5
_late_interrupt = -math.inf


def _note_late_interrupt() -> None:
    global _late_interrupt
    _late_interrupt = time.monotonic()


def _interrupted_late() -> bool:
    global _late_interrupt
    late = time.monotonic() - _late_interrupt < _NEXT_ONE
    _late_interrupt = -math.inf
    return late
