"""Measuring: one level by one engine, in CPU seconds and nodes.

CPU seconds count every thread and child process, so that a second core hides nothing. They still differ from machine
to machine and from hour to hour: compare two runs of one machine, or better, ratios within one run.
"""

from __future__ import annotations

from sokoplan.engines.answer import Budget, Objective
from sokoplan.lab.rows import Row, row_of
from sokoplan.puzzle.library import Entry
from sokoplan.solving.ask import Run
from sokoplan.solving.solve import solve
from sokoplan.system.process import cpu_seconds as cpu_seconds


def measure(
    entry: Entry,
    engine: str,
    objective: Objective,
    budget: Budget,
    options: dict[str, str] | None = None,
    *,
    variant: str = "",
    run: Run | None = None,
) -> Row:
    before = cpu_seconds()
    result = solve(entry.level, engine, objective, budget, options=options, run=run)
    cpu = cpu_seconds() - before
    return row_of(entry, result, cpu, variant)
