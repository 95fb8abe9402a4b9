"""Measuring: one level by one engine, in CPU seconds and nodes.

CPU seconds count every thread and child process, so that a second core hides nothing. They still differ from machine
to machine and from hour to hour: compare two runs of one machine, or better, ratios within one run.
"""

from __future__ import annotations

from sokoplan.engines.answer import Budget, Objective
from sokoplan.lab.rows import Row, row_of
from sokoplan.puzzle.library import Entry
from sokoplan.solving.ask import Run
from sokoplan.solving.solve import request_for, solve, with_file_options
from sokoplan.system.process import cpu_seconds as cpu_seconds


def notes_on_file(entry: Entry, engine: str, objective: Objective, options: dict[str, str]) -> list[str]:
    """What the user should know about the options in the level's file, a sentence each. Raises InputError."""
    return with_file_options(request_for(entry.level, objective, options=options), engine)[1]


def measure(
    entry: Entry,
    engine: str,
    objective: Objective,
    budget: Budget,
    options: dict[str, str] | None = None,
    *,
    variant: str = "",
    file_options: bool = False,
    run: Run | None = None,
) -> Row:
    """With `file_options`, those in the level's file count too (`notes_on_file` says which have no effect)."""
    before = cpu_seconds()
    result = solve(entry.level, engine, objective, budget, options=options, file_options=file_options, run=run)
    cpu = cpu_seconds() - before
    return row_of(entry, result, cpu, variant)
