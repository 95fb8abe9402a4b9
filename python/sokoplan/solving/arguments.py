"""The arguments of the Python API (`sokoplan/__init__.py`), checked: a wrong one is a TypeError or a ValueError."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sokoplan.engines import ENGINES
from sokoplan.engines.answer import OBJECTIVES, Budget, Objective, Progress, Report
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.solving.limits import megabytes, seconds
from sokoplan.system.process import cores, memory_mb

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sokoplan.solving.chunk import Question


def checked_plan(level: Level, value: object) -> Plan:
    """A Plan, or the plan in a text."""
    if isinstance(value, Plan):
        return value
    if isinstance(value, str):
        from sokoplan.puzzle.notation import read_plan

        return read_plan(value, level).plan
    hint = "; the plan of a Result is result.plan" if type(value).__name__ == "Result" else ""
    raise TypeError(f"expected a Plan or a str such as 'rrUdd', not {type(value).__name__}{hint}")


def check_word(name: str, value: object, words: Iterable[str]) -> None:
    words = tuple(words)
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    if value not in words:
        raise ValueError(f"unknown {name} {value!r}; choose one of {', '.join(words)}")


def check_engine(value: object) -> None:
    check_word("engine", value, ("auto", "race", *ENGINES))


def checked_objective(value: Objective) -> Objective:
    check_word("objective", value, OBJECTIVES)
    return value


def budget_of(time: float | str | None, memory: float | str | None, budget: Budget | None) -> Budget:
    """The limits; by default no time limit, and three quarters of the machine's memory."""
    if budget is not None:
        if not isinstance(budget, Budget):
            raise TypeError(f"budget must be a Budget, not {type(budget).__name__}; use time= for seconds")
        if time is not None or memory is not None:
            raise TypeError("give either a budget, or time and memory")
        return budget
    for name, value in (("time", time), ("memory", memory)):
        if isinstance(value, bool) or not isinstance(value, int | float | str | None):
            raise TypeError(f"{name} must be a number or a str, not {type(value).__name__}")
    return Budget(
        None if time is None else seconds(time),
        memory_mb() if memory is None else megabytes(memory),
    )


def options_of(engine: str, options: Mapping[str, str | int] | None, threads: int | None) -> dict[str, str]:
    """The engine's options as text, as the engines read them."""
    values = dict(options or {})
    if threads is not None:
        if isinstance(threads, bool) or not isinstance(threads, int):
            raise TypeError(f"threads must be an int, not {type(threads).__name__}")
        if threads < 1:
            raise ValueError(f"threads must be at least 1, not {threads}")
        if engine not in ("auto", "search", "asp"):
            raise ValueError(f"the engine {engine} has no threads; search and asp have")
        values["threads"] = threads
    if values and engine == "race":
        raise ValueError("options are those of one engine, so they cannot be combined with race")
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in values.items()}


def question_of(
    engine: str,
    objective: Objective,
    options: Mapping[str, str | int] | None,
    jobs: int | None,
    time: float | str | None,
    memory: float | str | None,
) -> tuple[Question, int]:
    """What `solve_many` asks of every level, and how many workers do."""
    from sokoplan.solving.chunk import question_for

    check_word("engine", engine, ("auto", *ENGINES))
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int)):
        raise TypeError(f"jobs must be an int, not {type(jobs).__name__}")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    limits = budget_of(time, memory, None)
    workers = jobs or cores()
    each = limits.memory_mb if memory is not None or limits.memory_mb is None else limits.memory_mb // workers
    budget = Budget(limits.seconds, each)
    return question_for(engine, checked_objective(objective), budget, options_of(engine, options, None)), workers


def reporter(progress: Callable[[Progress], object] | bool) -> Report:
    """What the engine calls with its progress."""
    if progress is True:
        return _show
    if progress is False or progress is None:
        return lambda sign: None
    if not callable(progress):
        raise TypeError(f"progress must be a function or a bool, not {type(progress).__name__}")
    call = progress

    def report(sign: Progress) -> None:
        call(sign)

    return report


def _show(progress: Progress) -> None:
    """One line on standard error that is written over again and again."""
    import sys

    from sokoplan.solving.wording import doing

    print(f"\r{doing(progress, 'nodes')[:78]:<78}\r", end="", file=sys.stderr, flush=True)
