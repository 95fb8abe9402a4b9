"""Many levels solved side by side: `sokoplan.solve_many`, and what `solve` and `bench` of many levels stand on.

Comes in:  levels, as they are read.     Goes out: results as they come, or in the order of the levels.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sized
from contextlib import closing
from dataclasses import dataclass, replace

from sokoplan.puzzle.level import Level, must_be_level
from sokoplan.solving.chunk import Puzzle, Question, Reply, puzzle_of, result_of
from sokoplan.solving.crew import LocalCrew
from sokoplan.solving.dispatch import Crew, dispatch
from sokoplan.solving.failure import InternalError
from sokoplan.solving.rate import Rate
from sokoplan.solving.result import Result
from sokoplan.system.extras import missing_extra


@dataclass(frozen=True)
class Answered:
    """One level of many, and what came out."""

    number: int  # of the level, from 0
    level: Level
    reply: Reply

    @property
    def result(self) -> Result:
        """Where an engine failed, it is `unknown`: a bug is among the `failures`, a refusal among the notes."""
        result = result_of(self.level, self.reply)
        if not self.reply.error:
            return result
        if self.reply.is_bug:
            return replace(result, failures=(InternalError(self.reply.error, self.level),))
        return replace(result, answer=replace(result.answer, notes=(self.reply.error,)))


def solve_many(
    levels: Iterable[Level], question: Question, jobs: int, *, ordered: bool = False, crew: Crew | None = None
) -> Generator[Answered, None, None]:
    """No more levels are read ahead than the workers need. Closing the iterator ends the workers."""
    waiting: dict[int, Level] = {}

    def puzzles() -> Iterator[tuple[int, Puzzle]]:
        for number, level in enumerate(levels):
            waiting[number] = must_be_level(level)
            yield number, puzzle_of(level)

    found = dispatch(puzzles(), question, crew or LocalCrew(jobs))
    answered = (Answered(number, waiting.pop(number), reply) for number, reply in found)
    with closing(found):
        yield from _in_order(answered) if ordered else answered


def _in_order(found: Iterator[Answered]) -> Iterator[Answered]:
    early: dict[int, Answered] = {}
    wanted = 0
    for answered in found:
        early[answered.number] = answered
        while wanted in early:
            yield early.pop(wanted)
            wanted += 1


def with_progress(results: Iterator[Result], total: int | None) -> Iterator[Result]:
    """The same; a line on standard error says how far they are."""
    import sys

    rate = Rate(total)
    for result in results:
        rate.add()
        if rate.is_due:
            print(f"\r{rate.words}\x1b[K", end="", file=sys.stderr, flush=True)
        yield result
    print(f"\r{rate.words}\x1b[K", file=sys.stderr, flush=True)


# --- as a table -----------------------------------------------------------------------------------------------------


def record(result: Result) -> dict[str, object]:
    """A result as one row of a table."""
    level, answer = result.level, result.answer
    return {
        "title": level.title,
        "author": level.author,
        "collection": level.collection,
        "game": level.game,
        "height": level.height,
        "width": level.width,
        "boxes": len(level.boxes),
        "status": answer.status,
        "reason": answer.reason,
        "objective": result.objective,
        "optimal": answer.optimal,
        "moves": result.moves,
        "pushes": result.pushes,
        "cost": result.cost,
        "bound": answer.bound,
        "plan": result.lurd if answer.plan is not None else None,
        "engine": result.engine,
        "strategy": answer.strategy,
        "nodes": answer.nodes,
        "seconds": result.seconds,
        "memory_mb": answer.memory_mb,
    }


_FRAMES = ("pandas", "polars")


def frame(results: Iterable[Result], library: str | None = None) -> object:
    """A data frame of the library asked for, or of the first that is installed."""
    from importlib import import_module

    if library not in (None, *_FRAMES):
        raise ValueError(f"unknown library {library!r}; choose one of {', '.join(_FRAMES)}")
    for name in (library,) if library else _FRAMES:
        try:
            module = import_module(name)
        except ImportError:
            continue
        return module.DataFrame(list(map(record, results)))
    if library not in (None, _FRAMES[0]):
        raise ImportError(f"{library} is not installed: pip install {library}")
    raise ImportError(str(missing_extra(" or ".join(_FRAMES) if library is None else library, "tables", "a table")))


def known_length(levels: Iterable[Level]) -> int | None:
    return len(levels) if isinstance(levels, Sized) else None
