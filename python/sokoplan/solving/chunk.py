"""Several levels answered one after the other: what a worker of a long run does, in whatever process it lives.

Comes in:  a `Question` and puzzles.     Goes out: a `Reply` for each, small enough to be sent around by the million.

Plain Sokoban goes to the native core in one call, and its plans through `quick_check`; everything else is asked level
by level. Either way no plan leaves here unchecked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sokoplan.puzzle.plan import Counts
from sokoplan.puzzle.quick import quick_check
from sokoplan.system.process import cpu_seconds

# A worker that has only plain Sokoban to solve starts without engines, formats and solvers: that takes longer than
# some hundred of its levels.
if TYPE_CHECKING:
    from sokoplan.engines.answer import Budget, FormulaSize, Objective, Reason, Status
    from sokoplan.puzzle.level import Cell, Level, Reading
    from sokoplan.solving.result import Result

# A level with more cells goes to a child process of its own, because the core looks at no clock while it prepares.
_SMALL = 1000


class Drawn(NamedTuple):
    """A plain Sokoban level as text: see `puzzle.symmetry`."""

    text: str
    reading: Reading = "end"


Puzzle: TypeAlias = "Drawn | Level"


def puzzle_of(level: Level) -> Puzzle:
    """The level without its words, as it is sent to a worker; where the file has options for the engine, whole."""
    from sokoplan.puzzle.symmetry import is_plain, plain_text

    if is_plain(level) and not level.options:
        return Drawn(plain_text(level), level.reading)
    return level


@dataclass(frozen=True)
class Question:
    """What is asked of every level."""

    objective: Objective = "any"
    engine: str = "auto"
    seconds: float | None = None
    memory_mb: int | None = None
    threads: int = 1  # cores that one level may use
    options: dict[str, str] = field(default_factory=dict)
    is_measured: bool = False  # each level alone, just as it would be solved by itself, and its CPU seconds counted

    @property
    def is_native(self) -> bool:
        """Whether plain levels may go to the core by the dozen."""
        return self.engine in ("auto", "search") and not self.options and not self.is_measured


def question_for(engine: str, objective: Objective, budget: Budget, options: dict[str, str]) -> Question:
    """Options are those of one engine; `auto` with options is the native search."""
    return Question(
        objective,
        "search" if options and engine == "auto" else engine,
        budget.seconds,
        budget.memory_mb,
        options=options,
    )


class Reply(NamedTuple):
    """What came out, checked. Without a plan, `lurd` is None; `error` says why the engine failed."""

    status: Status
    objective: Objective
    engine: str
    seconds: float
    reason: Reason = ""
    optimal: bool = False
    lurd: str | None = None
    counts: Counts | None = None
    bound: int | None = None
    nodes: int = 0
    memory_mb: int | None = None
    strategy: str = ""
    part: tuple[Cell, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""
    is_bug: bool = False  # the error is ours, not that of the level
    cpu: float = 0.0  # CPU seconds, where they were measured
    formula: FormulaSize | None = None

    @property
    def cost(self) -> int | None:
        from sokoplan.solving.ask import cost_of

        return cost_of(self.objective, self.counts) if self.counts else None


def failed(question: Question, why: str, *, is_bug: bool = True) -> Reply:
    return Reply("unknown", question.objective, question.engine, 0.0, error=why, is_bug=is_bug)


def answer_chunk(
    question: Question, puzzles: Sequence[Puzzle], cancelled: Callable[[], bool] = lambda: False
) -> list[Reply]:
    """A reply for each puzzle, in their order."""
    replies: list[Reply | None] = [None] * len(puzzles)
    if question.is_native:
        drawn = [(at, puzzle) for at, puzzle in enumerate(puzzles) if isinstance(puzzle, Drawn) and _is_small(puzzle)]
        found = _by_the_core(question, [puzzle for _, puzzle in drawn], cancelled)
        for (at, _), reply in zip(drawn, found, strict=True):
            replies[at] = reply
    return [
        _alone(question, puzzle, cancelled) if reply is None else reply
        for puzzle, reply in zip(puzzles, replies, strict=True)
    ]


def _is_small(puzzle: Drawn) -> bool:
    return puzzle.reading == "end" and len(puzzle.text) <= _SMALL


def _by_the_core(question: Question, puzzles: list[Drawn], cancelled: Callable[[], bool]) -> list[Reply | None]:
    """None where the level has to be asked alone: what the core would not take, or a plan that fails the check."""
    if not puzzles:
        return []
    from sokoplan import native

    def watch(control: native.Control) -> None:
        if cancelled():
            control.cancel()

    # Only `any` searches from several sides.
    options = {"threads": question.threads} if question.objective == "any" else {}
    try:
        found = native.solve_many(
            [puzzle.text for puzzle in puzzles],
            question.objective,
            options=options,
            seconds=question.seconds,
            memory_mb=question.memory_mb or native.DEFAULT_MEMORY_MB,
            progress=watch,
        )
    except ValueError:
        return [None] * len(puzzles)
    replies: list[Reply | None] = []
    for puzzle, answer in zip(puzzles, found, strict=True):
        checked = quick_check(puzzle.text, answer.keys.lower()) if answer.status == "solved" else None
        if answer.status == "solved" and checked is None:
            replies.append(None)
            continue
        claims = question.objective != "any"  # under `any` nothing is minimised, so nothing is claimed
        replies.append(
            Reply(
                answer.status,
                question.objective,
                "search",
                answer.seconds,
                answer.reason or "",
                answer.proved and claims,
                checked[0] if checked else None,
                checked[1] if checked else None,
                bound=answer.bound if claims else None,
                nodes=answer.expanded,
                memory_mb=-(-answer.memory >> 20),
                strategy=answer.by if answer.status != "unknown" else "",
                part=tuple(answer.part),
                cpu=answer.seconds,
            )
        )
    return replies


def _alone(question: Question, puzzle: Puzzle, cancelled: Callable[[], bool]) -> Reply:
    from sokoplan.engines.answer import Budget
    from sokoplan.errors import InputError
    from sokoplan.puzzle.symmetry import level_of
    from sokoplan.solving.failure import InternalError
    from sokoplan.solving.solve import solve

    level = level_of(*puzzle) if isinstance(puzzle, Drawn) else puzzle
    before = cpu_seconds()
    budget = Budget(question.seconds, question.memory_mb, cancelled)
    engine = _engine(question, level)
    try:
        result = solve(
            level,
            engine,
            question.objective,
            budget,
            options=_threads(question, engine, level) | question.options,
            file_options=True,
        )
    except (InputError, InternalError) as error:
        return failed(question, str(error), is_bug=isinstance(error, InternalError))
    return reply_of(result)._replace(cpu=cpu_seconds() - before)


def _threads(question: Question, engine: str, level: Level) -> dict[str, str]:
    """The other cores have levels of their own, so two searches side by side would only share this one.

    With sinks and holes they look for different things, and sharing a core pays: 18 of 18 NetHack levels against 15.
    """
    from sokoplan.engines.options import refusal
    from sokoplan.solving.solve import request_for

    if engine != "search" or level.sinks or level.holes:
        return {}
    threads = str(question.threads)
    refused = refusal(engine, "threads", threads, request_for(level, question.objective))
    return {} if refused else {"threads": threads}


def _engine(question: Question, level: Level) -> str:
    """`auto` without a second engine: the other cores have levels of their own."""
    if question.engine != "auto" or question.is_measured:
        return question.engine
    from sokoplan.engines import choose
    from sokoplan.solving.solve import request_for

    return choose("auto", request_for(level, question.objective))


def reply_of(result: Result) -> Reply:
    answer = result.answer
    return Reply(
        answer.status,
        result.objective,
        result.engine,
        result.seconds,
        answer.reason,
        answer.optimal,
        result.lurd if answer.plan is not None else None,
        result.counts,
        answer.bound,
        answer.nodes,
        answer.memory_mb,
        answer.strategy,
        answer.part,
        answer.notes,
        formula=answer.formula,
    )


def result_of(level: Level, reply: Reply) -> Result:
    """The way back, for the level that was asked about."""
    from sokoplan.engines.answer import Answer
    from sokoplan.puzzle.plan import Plan
    from sokoplan.solving.result import Result

    plan = None if reply.lurd is None else Plan(reply.lurd.lower(), reply.lurd)
    answer = Answer(
        reply.status,
        plan,
        reply.optimal,
        reply.reason,
        reply.nodes,
        reply.bound,
        strategy=reply.strategy,
        memory_mb=reply.memory_mb,
        notes=reply.notes,
        part=reply.part,
        formula=reply.formula,
    )
    lurd = reply.lurd or ""
    return Result(level, reply.objective, reply.engine, answer, reply.seconds, lurd, reply.counts, reply.cost)
