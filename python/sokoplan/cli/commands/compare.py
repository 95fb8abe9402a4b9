"""`sokoplan compare`: all engines and strategies on the same levels, one after the other; a table and a picture."""

from __future__ import annotations

from collections.abc import Callable
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
from sokoplan.cli.output import Figures, complain, complain_of, out
from sokoplan.cli.progress import progress_of
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import InputError, printable
from sokoplan.lab.bench import Row, cpu_seconds, failed_row, plan_columns, row_of
from sokoplan.lab.variants import Contestant, contestants
from sokoplan.puzzle.library import Entry
from sokoplan.solving.agreement import contradiction
from sokoplan.solving.ask import InternalError, Result, ask
from sokoplan.solving.race import save_both
from sokoplan.solving.solve import request_for
from sokoplan.solving.wording import figure
from sokoplan.solving.worker import run as in_a_child
from sokoplan.system.files import check_writable, save
from sokoplan.views.charts import bars, stacked


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
        save(picture, [drawn(rows, objective)])
    return code


def _measure(
    entry: Entry, names: list[str], objective: Objective, budget: Budget, as_json: bool
) -> tuple[list[Row], ExitCode]:
    """One level by everybody. What two of them say is held against each other."""
    rows: list[Row] = []
    results: list[Result] = []
    code = ExitCode.SOLVED
    field = [one for one in contestants(request_for(entry.level, objective)) if one.engine in names]
    with progress_of([entry] * len(field)) as tell:
        for contestant in field:
            before, result = cpu_seconds(), None
            try:
                result = _ask(entry, contestant, objective, budget)
                row = row_of(entry, result, cpu_seconds() - before, contestant.way)
            except (InputError, InternalError) as error:
                code = max(code, complain_of(entry.name, error))
                spent = cpu_seconds() - before
                row = failed_row(entry, contestant.engine, objective, spent, contestant.way, error)
            tell(entry, None)
            rows.append(row)
            if as_json:
                print(row.as_json(), flush=True)
            if result is None:
                continue
            for other in results:
                why = contradiction(other.claim, result.claim)
                if why:
                    complain(f"{entry.name}: {save_both(other, result, why).told()}")
                    return rows, ExitCode.INTERNAL
            results.append(result)
            if result.answer.reason == "cancelled":
                return rows, ExitCode.INTERRUPTED
    return rows, code


def _ask(entry: Entry, contestant: Contestant, objective: Objective, budget: Budget) -> Result:
    request = request_for(entry.level, objective, options=contestant.options)
    return ask(contestant.engine, request, budget, lambda progress: None, in_a_child)


def _print(entry: Entry, rows: list[Row]) -> None:
    console = out()
    console.print(printable(entry.name), style="bold")
    plan = plan_columns(rows)
    table = Figures(console, "engine", "answer", "CPU s", *plan, "MB", "horizon", "variables", "clauses")
    for row in rows:
        sizes = (row.memory_mb, row.horizon, row.variables, row.clauses)
        numbers = (*(row.plan_figures[column] for column in plan), *sizes)
        table.add_figures(row.who, row.told, f"{row.cpu:.2f}", *map(figure, numbers))
    console.print(table)
    answered = sorted((row for row in rows if row.answered), key=lambda row: row.cpu)
    if len(answered) > 1:
        first, second = answered[:2]
        console.print(f"{first.who} is {second.cpu / max(first.cpu, 0.001):.1f} times as fast as {second.who}")


def drawn(rows: list[Row], objective: str) -> str:
    """The picture: time, memory, formula and plan, each with a group a level and a bar a contestant."""
    title = f"One question, many engines: {objective}"
    measures: tuple[tuple[str, str, Callable[[Row], float | None]], ...] = (
        (f"{title}; CPU seconds", "CPU seconds", lambda row: max(row.cpu, 0.001)),
        ("Memory", "MB", lambda row: row.memory_mb),
        ("Formula or program", "clauses or rules", lambda row: row.clauses),
        ("Plan", "moves", lambda row: row.moves),
    )
    return stacked([bars(words, _groups(rows, number), unit) for words, unit, number in measures])


def _groups(
    rows: list[Row], number_of: Callable[[Row], float | None]
) -> dict[str, dict[str, tuple[float | None, str]]]:
    """Where there was no answer there are words and no bar."""
    groups: dict[str, dict[str, tuple[float | None, str]]] = {}
    for row in rows:
        number = number_of(row) if row.answered else None
        words = row.told if not row.answered else f"{number:,.2f}".rstrip("0").rstrip(".") if number else "none"
        groups.setdefault(printable(row.name), {})[row.who] = (number, words)
    return groups


def register(app: typer.Typer) -> None:
    app.command()(compare)
