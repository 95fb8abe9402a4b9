"""`sokoplan compare`: all engines and strategies on the same levels, one after the other; a table and a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.options import (
    How,
    JsonOption,
    LevelsArgument,
    MemoryOption,
    ObjectiveOption,
    levels_or_error,
    megabytes_of,
    note_objective,
    objective_of,
    one_of,
    reads_levels,
    seconds_of,
)
from sokoplan.cli.output import Figures, complain_of, out
from sokoplan.cli.progress import progress_of
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import printable
from sokoplan.lab.compare import compare as measure_all
from sokoplan.lab.compare import picture as draw_bars
from sokoplan.lab.compare import taking_part
from sokoplan.lab.rows import Row, plan_columns
from sokoplan.puzzle.library import Entry
from sokoplan.solving.wording import figure
from sokoplan.system.files import check_writable, save


@reads_levels
def compare(
    levels: LevelsArgument,
    objective: ObjectiveOption = "moves",
    engine: Annotated[
        str | None, typer.Option("--engine", "-e", metavar="NAME,...", help=f"Only these: {', '.join(ENGINES)}.")
    ] = None,
    time: Annotated[str, typer.Option("--time", metavar="SECONDS", help="For each contestant and level.")] = "10",
    memory: MemoryOption = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="The times as bars, in an SVG file.")
    ] = None,
    as_json: JsonOption = False,
    *,
    how: How,
) -> int:
    """All engines and strategies on the same levels, one after the other: time, memory, formula, plan.

    Each runs in a process of its own, so its memory is its own, and its seconds include starting it.
    """
    wanted = objective_of(objective)
    names = [one_of(name, ENGINES, "--engine") for name in (engine.split(",") if engine else ENGINES)]
    entries = levels_or_error(levels, how)
    note_objective(wanted, entries)
    budget = Budget(seconds_of(time), megabytes_of(memory))
    rows: list[Row] = []
    code = ExitCode.SOLVED
    if picture is not None:
        check_writable(picture)
    for entry in entries:
        found, ended = _measure(entry, names, wanted, budget, as_json)
        rows += found
        code = max(code, ended)
        if not as_json:
            _print(entry, found)
        if code == ExitCode.INTERRUPTED:
            break
    if picture is not None:
        save(picture, [draw_bars(rows, objective)])
    return code


def _measure(
    entry: Entry, names: list[str], objective: Objective, budget: Budget, as_json: bool
) -> tuple[list[Row], ExitCode]:
    """One level by every contestant; rows and errors are reported as they come."""
    rows: list[Row] = []
    code = ExitCode.SOLVED
    field = taking_part(entry, names, objective)
    with progress_of([entry] * len(field)) as tell:
        for measured in measure_all(entry, field, objective, budget):
            tell(entry, None)
            rows.append(measured.row)
            if as_json:
                print(measured.row.as_json(), flush=True)
            if measured.error is not None:
                code = max(code, complain_of(entry.name, measured.error))
            if measured.row.reason == "cancelled":
                code = ExitCode.INTERRUPTED
    return rows, code


def _print(entry: Entry, rows: list[Row]) -> None:
    console = out()
    console.print(printable(entry.name), style="bold")
    plan = plan_columns(rows)
    table = Figures(console, "engine", "answer", "CPU s", *plan, "MB", "horizon", "variables", "clauses")
    for row in rows:
        sizes = (row.memory_mb, row.horizon, row.variables, row.clauses)
        numbers = (*(row.plan_figures[column] for column in plan), *sizes)
        table.add_figures(row.who, row.outcome, f"{row.cpu:.2f}", *map(figure, numbers))
    console.print(table)
    answered = sorted((row for row in rows if row.answered), key=lambda row: row.cpu)
    if len(answered) > 1:
        first, second = answered[:2]
        console.print(f"{first.who} is {second.cpu / max(first.cpu, 0.001):.1f} times as fast as {second.who}")


def register(app: typer.Typer) -> None:
    app.command()(compare)
