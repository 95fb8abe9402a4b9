"""`sokoplan compare`: all engines and strategies on the same levels, one after the other; a table and a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sokoplan.cli.command import option
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.options import (
    JSON,
    MEMORY,
    How,
    budget_of,
    level_command,
    levels_argument,
    levels_or_error,
    note_objective,
    objective_option,
    time_option,
)
from sokoplan.cli.output import complain, complain_of, out
from sokoplan.cli.progress import progress_of
from sokoplan.cli.values import FILE, Choices
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import InputError, printable
from sokoplan.lab.bench import Row, cpu_seconds, failed_row, plan_columns, row_of
from sokoplan.lab.variants import Variant, variants_for
from sokoplan.puzzle.library import Entry
from sokoplan.solving.agreement import contradiction
from sokoplan.solving.ask import InternalError, Result, ask
from sokoplan.solving.race import save_both
from sokoplan.solving.solve import request_for
from sokoplan.solving.wording import figure
from sokoplan.solving.worker import run as in_a_child
from sokoplan.system.files import check_writable, save


@level_command(
    levels_argument(),
    objective_option("moves"),
    option("--engine", "-e", type=Choices(ENGINES), help=f"Run only these: {', '.join(ENGINES)}."),
    time_option("The time limit for each level and strategy.", "10"),
    MEMORY,
    option("--picture", metavar="FILE", type=FILE, help="Draw the times as bars, in an SVG file."),
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
    entries = levels_or_error(levels, how)
    note_objective(objective, entries)
    budget = budget_of(time, memory)
    rows: list[Row] = []
    code = ExitCode.SOLVED
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
    field = [one for one in variants_for(request_for(entry.level, objective)) if one.engine in names]
    with progress_of([entry] * len(field)) as tell:
        for variant in field:
            before, result = cpu_seconds(), None
            try:
                result = _ask(entry, variant, objective, budget)
                row = row_of(entry, result, cpu_seconds() - before, variant.way)
            except (InputError, InternalError) as error:
                code = max(code, complain_of(entry.name, error))
                spent = cpu_seconds() - before
                row = failed_row(entry, variant.engine, objective, spent, variant.way, error)
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


def _ask(entry: Entry, variant: Variant, objective: Objective, budget: Budget) -> Result:
    request = request_for(entry.level, objective, options=variant.options)
    return ask(variant.engine, request, budget, lambda progress: None, in_a_child)


def _print(entry: Entry, rows: list[Row]) -> None:
    from sokoplan.cli.figures import Figures

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
    """The picture: time, memory, formula and plan, each with a group a level and a bar a variant."""
    from sokoplan.views.charts import bars, stacked

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
