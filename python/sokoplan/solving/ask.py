"""One engine, judged: a Request, an engine's name and a Budget go in; a verified Result comes out.

Nothing leaves here unverified. A plan that fails the judge is not a result but an internal error: the level is saved,
so that the failure can be looked into.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Answer, Budget, Objective, Report, Request
from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.objective import value_of
from sokoplan.puzzle.plan import Counts, Plan
from sokoplan.puzzle.verify import Verdict, verify
from sokoplan.solving import worker
from sokoplan.solving.agreement import Claim


@dataclass(frozen=True)
class Result:
    """An answer that the judge has seen. `cost` is the plan's value under the objective's first word."""

    level: Level
    objective: Objective
    engine: str
    answer: Answer
    seconds: float
    lurd: str = ""
    counts: Counts | None = None
    cost: int | None = None
    others: tuple[Result, ...] = ()  # of engines that ran beside this one, where nobody had an answer

    @property
    def status(self) -> str:
        return self.answer.status

    @property
    def claim(self) -> Claim:
        """What it says, to be held against what others say."""
        answer, counts = self.answer, self.counts
        if counts is None or self.cost is None:
            return Claim(self.engine, answer.status, plans=answer.plans)
        value = value_of(self.objective, self.cost, counts.moves, counts.pushes)
        return Claim(self.engine, answer.status, value, answer.optimal, answer.plans)


class InternalError(Exception):
    """Ours to mend: an engine broke, or its plan failed the judge. `saved` is where the level lies."""

    def __init__(self, says: str, saved: Path | None) -> None:
        super().__init__(says)
        self.saved = saved

    def told(self) -> str:
        """For a person: what happened, and what to do about it."""
        where = f"\n  The level is saved in {self.saved}." if self.saved else ""
        return f"internal error: {self}{where}\n  This is ours to mend: please report it with that file."


class PlanRejected(InternalError):
    """The judge has found a plan that is none. Whatever else was answered, this must not be passed over."""


Run = Callable[[str, Request, Budget, Report], Answer]


def _runner(name: str, request: Request) -> Run:
    return _run_here if ENGINES[name].in_process(request) else worker.run


def _run_here(name: str, request: Request, budget: Budget, report: Report) -> Answer:
    """For an engine that keeps its own limits. What goes wrong in it is told as it would be of a child."""
    try:
        with _interrupts_noted() as interrupted:
            gentle = replace(budget, cancelled=lambda: interrupted() or budget.cancelled())
            return ENGINES[name].load()(request, gentle, report)
    except InputError:
        raise
    except KeyboardInterrupt:
        return Answer("unknown", reason="cancelled")
    except MemoryError:
        return Answer("unknown", reason="memory")
    except Exception as error:
        raise worker.EngineDied(f"{type(error).__name__}: {error}") from error


@contextmanager
def _interrupts_noted() -> Iterator[Callable[[], bool]]:
    """The first Ctrl-C asks the engine to stop, so that it can still say how far it came; the second interrupts."""
    noted: list[int] = []

    def note(number: int, frame: object) -> None:
        if noted:
            raise KeyboardInterrupt
        noted.append(number)

    try:
        before = signal.signal(signal.SIGINT, note)
    except ValueError:  # not the main thread: Ctrl-C goes elsewhere
        yield lambda: False
        return
    try:
        yield lambda: bool(noted)
    finally:
        signal.signal(signal.SIGINT, before)


def ask(name: str, request: Request, budget: Budget, report: Report, run: Run | None = None) -> Result:
    """Let one engine answer, and judge what it says. `run` is how it is called; by default as its listing says."""
    check(name, request)
    level, objective = request.level, request.objective
    started = time.monotonic()
    try:
        answer = (run or _runner(name, request))(name, request, budget, report)
    except worker.EngineDied as death:
        raise InternalError(f"{name}: {death}", save(level, f"{name}: {death}")) from None
    seconds = time.monotonic() - started
    if objective == "any":
        answer = replace(answer, optimal=False)  # nothing was asked to be least, so nothing is claimed
    result = Result(level, objective, name, answer, seconds)
    if answer.plan is None:
        return result
    verdict = _judge(level, answer.plan, name)
    for plan in answer.listed:
        _judge(level, plan, name)
    return replace(result, lurd=verdict.lurd, counts=verdict.counts, cost=_cost(objective, verdict.counts))


def check(name: str, request: Request) -> None:
    """InputError if the engine cannot be asked this."""
    if name not in ENGINES:
        raise InputError(f"there is no engine {name!r}", f"The engines are: auto, race, {', '.join(ENGINES)}.")
    listing = ENGINES[name]
    if request.level.game not in listing.games:
        raise InputError(f"the engine {name} does not play {request.level.game}")
    if not listing.can(request):
        raise InputError(
            f"the engine {name} answers this question for the objective moves, not {request.objective}",
            "Counting plans, and the goal `each-once`, go by moves; the engine `oracle` knows the other objectives.",
        )
    if request.objective not in listing.objectives:
        raise InputError(f"the engine {name} does not know the objective {request.objective}")
    if request.all_plans and not listing.counts_plans:
        raise InputError(f"the engine {name} does not count plans")
    if request.all_plans and request.objective == "pushes":
        raise InputError(
            "walking is free under the objective `pushes`, so there is no end of plans",
            "Ask for pushes-moves: the fewest pushes, and of those the fewest moves.",
        )


def _judge(level: Level, plan: Plan, name: str) -> Verdict:
    verdict = verify(level, plan)
    if not verdict.solved:
        says = f"{name} gave a plan that is none: {verdict.why}"
        raise PlanRejected(says, save(level, f"{says}\nplan: {plan.keys}"))
    return verdict


def _cost(objective: Objective, counts: Counts) -> int:
    return counts.pushes if objective.startswith("pushes") else counts.cost


_saving = True


def save_no_failures() -> None:
    """For a server: what strangers send must not fill the folder it was started in."""
    global _saving
    _saving = False


def save(level: Level, words: str) -> Path | None:
    """Keep a level that broke us, where the user works or else in the temporary folder."""
    if not _saving:
        return None
    import tempfile

    text = f"{words}\n\n{level!r}\n"
    for folder in (Path.cwd(), Path(tempfile.gettempdir())):
        path = folder / f"sokoplan-failure-{os.getpid()}-{time.time_ns()}.txt"
        try:
            path.write_text(text, encoding="utf-8")
        except OSError:
            continue
        return path
    return None
