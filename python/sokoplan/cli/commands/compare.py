"""`sokoplan compare`: all engines and strategies on the same levels, one after the other; a table and a picture."""

from __future__ import annotations

from pathlib import Path

from sokoplan.cli.command import option
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.options import (
    JSON,
    MEMORY,
    How,
    Levels,
    budget_of,
    level_command,
    levels_argument,
    note_objective,
    objective_option,
    time_option,
)
from sokoplan.cli.output import complain_of, out
from sokoplan.cli.progress import progress_of
from sokoplan.cli.values import FILE, Choices
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
from sokoplan.views.horizons import share_of_refuting


@level_command(
    levels_argument(),
    objective_option("moves"),
    option("--engine", "-e", type=Choices(ENGINES), help=f"Run only these: {', '.join(ENGINES)}."),
    time_option("The time limit for each level and strategy.", "10"),
    MEMORY,
    option("--picture", metavar="FILE", type=FILE, help="Draw times, sizes and horizons, in an SVG file."),
    JSON,
)
def compare(
    levels: tuple[str, ...],
    objective: Objective,
    engine: str | None,
    time: float,
    memory: int | None,
    picture: Path | None,
    as_json: bool,
    *,
    how: How,
) -> int:
    """Run every engine and strategy on the same levels.

    They run one after the other, each in a process of its own: its memory is its own, and its seconds include
    starting it. The table shows time, memory, formula and plan.
    """
    names = engine.split(",") if engine else list(ENGINES)
    asked = Levels(levels, how)
    entries = list(asked)
    note_objective(objective, entries)
    budget = budget_of(time, memory)
    rows: list[Row] = []
    code = asked.code
    if picture is not None:
        check_writable(picture)
    for entry in entries:
        found, ended = _measure(entry, names, objective, budget, as_json)
        rows += found
        code = max(code, ended)
        if not as_json:
            _print(entry, found)
        if code == ExitCode.INTERRUPTED:
            break
    if picture is not None and rows:
        save(picture, [draw_bars(rows, objective)])
    return code


def _measure(
    entry: Entry, names: list[str], objective: Objective, budget: Budget, as_json: bool
) -> tuple[list[Row], ExitCode]:
    """One level by every contestant; rows and errors are reported as they come."""
    rows: list[Row] = []
    code = ExitCode.SOLVED
    field = taking_part(entry, names, objective)
    with progress_of([entry] * len(field), prints=as_json) as tell:
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
    from sokoplan.cli.figures import Figures

    console = out()
    console.print(printable(entry.name), style="bold")
    plan = plan_columns(rows)
    table = Figures(console, "engine", "answer", "CPU s", *plan, "MB", "horizon", "variables", "clauses")
    for row in rows:
        sizes = (row.memory_mb, row.horizon, row.variables, row.clauses)
        numbers = (*(row.plan_figures[column] for column in plan), *sizes)
        table.add_figures(row.who, row.outcome, f"{row.cpu:.2f}", *map(figure, numbers))
    console.print(table)
    for row in rows:
        if words := share_of_refuting(row.horizons):
            console.print(f"{row.who}: {words}")
    answered = sorted((row for row in rows if row.answered), key=lambda row: row.cpu)
    if len(answered) > 1:
        console.print(faster(*answered[:2]))


def faster(first: Row, second: Row) -> str:
    """How much faster the first is; a tenth more or less means nothing."""
    ratio = second.cpu / max(first.cpu, 0.001)
    if ratio < 1.1:
        return f"{first.who} and {second.who} are equally fast"
    return f"{first.who} is {ratio:.1f} times as fast as {second.who}"
