"""`sokoplan bench`: measure an engine on collections, and compare two measurements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import combinations, product
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.console import Console

from sokoplan.cli.engine_options import check_options
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.options import (
    How,
    JsonOption,
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
from sokoplan.cli.output import Figures, complain, complain_of, err, out
from sokoplan.cli.progress import progress_of
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import InputError, printable
from sokoplan.lab.bench import cpu_seconds, measure
from sokoplan.lab.report import page
from sokoplan.lab.rows import Row, failed_row, plan_columns, read_rows
from sokoplan.lab.runs import Comparison, compare_runs
from sokoplan.puzzle.level import count
from sokoplan.puzzle.library import Entry
from sokoplan.solving.failure import InternalError
from sokoplan.solving.wording import FAILED, figure
from sokoplan.system.files import check_writable, save


@reads_levels
def bench(
    levels: Annotated[
        list[str] | None, typer.Argument(metavar="LEVEL", help="Files, file#3, folders or bundled names.")
    ] = None,
    collection: Annotated[
        list[str] | None, typer.Option("--collection", metavar="FILE", help="The same as LEVEL; may be repeated.")
    ] = None,
    engine: Annotated[
        str,
        typer.Option("--engine", "-e", metavar="NAME,...", help=f"One or several of auto, {', '.join(ENGINES)}."),
    ] = "search",
    objective: ObjectiveOption = "any",
    time: Annotated[str, typer.Option("--time", metavar="SECONDS", help="For each level.")] = "60",
    memory: MemoryOption = None,
    set_option: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="An option of the engine; may be repeated."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Keep the rows there, as JSON lines.")
    ] = None,
    as_json: JsonOption = False,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="A page with plots, for a browser.")
    ] = None,
    earlier: Annotated[
        Path | None,
        typer.Option("--earlier", metavar="FILE", help="An earlier --output, for the report to compare with."),
    ] = None,
    against: Annotated[
        list[Path] | None,
        typer.Option(
            "--compare", metavar="FILE", help="Compare two kept measurements (give it twice); runs nothing."
        ),
    ] = None,
    *,
    how: How,
) -> int:
    """Measure: CPU seconds and nodes for each level, and in all. Or compare two measurements."""
    if against:
        return _compare(against)
    wanted = objective_of(objective)
    engines = [one_of(name, ("auto", *ENGINES), "--engine") for name in dict.fromkeys(engine.split(","))]
    entries = levels_or_error([*(levels or []), *(collection or [])], how)
    if not entries:
        raise typer.BadParameter("give at least one level or --collection FILE")
    note_objective(wanted, entries)
    if earlier and not report:
        raise typer.BadParameter("it goes into a report; add --report FILE", param_hint="--earlier")
    before = _kept(earlier) if earlier else []
    budget, options = Budget(seconds_of(time), megabytes_of(memory)), _options(set_option)
    for name in engines:
        check_options(name, options)
    # Opened first: a long measurement must not end with a file that cannot be written.
    if report is not None:
        check_writable(report)
    with _writing(output) as kept:
        rows, code, lost = _run(entries, engines, wanted, budget, options, kept, as_json)
        # On the screen first: a disk that is full must not cost anybody the measurement.
        if not as_json:
            _print(out(), rows)
        if report is not None:
            words = ["sokoplan bench", *(levels or []), *(f"--collection {name}" for name in collection or [])]
            words += [f"--engine {engine} --objective {objective} --time {time} --goal {how.reading}"]
            save(report, [page(rows, f"{', '.join(engines)}: {objective}", before, " ".join(words))])
    if lost:
        complain(f"{output} cannot be written: {lost}")
        return max(code, ExitCode.BAD_INPUT)
    wrong = _contradictions(rows, before)
    for name in wrong:
        complain(f"{name}: two of the measurements contradict each other, so one of them is wrong")
    return ExitCode.INTERNAL if wrong else code


def _contradictions(rows: list[Row], before: list[Row]) -> list[str]:
    """Levels on which two engines of this run, or this run and the earlier one, cannot both be right."""
    by = {who: [row for row in rows if row.who == who] for who in dict.fromkeys(row.who for row in rows)}
    pairs = [*combinations(by.values(), 2), *((before, mine) for mine in by.values())]
    return sorted({name for one, two in pairs for name in compare_runs(one, two).contradictions})


def _options(pairs: list[str] | None) -> dict[str, str]:
    for pair in pairs or []:
        if "=" not in pair:
            raise typer.BadParameter(f"{pair!r} is not NAME=VALUE", param_hint="--set")
    return dict(pair.split("=", 1) for pair in pairs or [])


def _run(
    entries: list[Entry],
    engines: list[str],
    objective: Objective,
    budget: Budget,
    options: dict[str, str],
    kept: TextIO | None,
    as_json: bool,
) -> tuple[list[Row], ExitCode, str]:
    """All levels by all engines: the rows, how it went, and why the file could not be written."""
    rows: list[Row] = []
    lost = ""
    code = ExitCode.SOLVED
    with progress_of(entries * len(engines)) as tell:
        for engine, entry in product(engines, entries):
            asked = "by auto" if engine == "auto" and engines[1:] else ""
            before = cpu_seconds()
            try:
                row = measure(entry, engine, objective, budget, options, variant=asked)
            except (InputError, InternalError) as error:
                code = max(code, complain_of(entry.name, error))
                row = failed_row(entry, engine, objective, cpu_seconds() - before, "", error)
            tell(entry, None)
            rows.append(row)
            if kept is not None and not lost:
                lost = _keep(row, kept)
            if as_json:
                print(row.as_json(), flush=True)
            if row.reason == "cancelled":
                return rows, ExitCode.INTERRUPTED, lost
    return rows, code, lost


def _keep(row: Row, file: TextIO) -> str:
    """Write the row; what went wrong, if something did."""
    try:
        print(row.as_json(), file=file, flush=True)
    except OSError as error:
        with suppress(OSError):
            file.close()  # else it would try once more at the end
        return error.strerror or str(error)
    return ""


@contextmanager
def _writing(path: Path | None) -> Iterator[TextIO | None]:
    """The file, or None where none is wanted."""
    if path is None:
        yield None
        return
    with path.open("w", encoding="utf-8") as file:
        yield file


def _print(console: Console, rows: list[Row]) -> None:
    engines = list(dict.fromkeys(row.who for row in rows))
    plan = plan_columns(rows)
    table = Figures(console, "level", "answer", *plan, "nodes", "CPU s", *(["engine"] if engines[1:] else []))
    for row in rows:
        numbers = (*(row.plan_figures[column] for column in plan), row.nodes)
        cells = (*map(figure, numbers), f"{row.cpu:.2f}")
        table.add_figures(printable(row.name), row.outcome, *cells, *([row.who] if engines[1:] else []))
    console.print(table)
    for engine in engines:
        mine = [row for row in rows if row.who == engine]
        tally = Counter(row.status for row in mine)
        failed = f", {tally[FAILED]} failed" if tally[FAILED] else ""
        console.print(
            f"{f'{engine}: ' if engines[1:] else ''}{count(len(mine), 'level')}: {tally['solved']} solved, "
            f"{sum(row.optimal for row in mine)} of them proved optimal, {tally['unsolvable']} unsolvable{failed}; "
            f"{sum(row.cpu for row in mine):.2f} CPU seconds, {sum(row.nodes for row in mine):,} nodes"
        )


def _compare(files: list[Path]) -> int:
    if len(files) != 2:
        raise typer.BadParameter("give it twice: --compare before.json --compare after.json", param_hint="--compare")
    found = compare_runs(*map(_kept, files))
    if found.nothing and not found.contradictions:
        raise InputError(f"there is nothing to compare: {found.nothing}")
    _tell(out(), found, files)
    if found.contradictions:
        err().print("the two contradict each other: one of them is wrong")
        return ExitCode.INTERNAL
    return ExitCode.SOLVED


def _kept(path: Path) -> list[Row]:
    try:
        return read_rows(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"cannot read {path}: {error}") from None


def _tell(console: Console, found: Comparison, files: list[Path]) -> None:
    for words in found.across:
        console.print(f"one engine with another: {words}")
    console.print(f"answered by both: {found.both}")
    for path, names in zip(files, (found.only_first, found.only_second), strict=True):
        console.print(f"only in {path.name}: {len(names)} {', '.join(map(printable, names))}".rstrip())
    if found.cpu_ratio is not None and found.nodes_ratio is not None:
        console.print(
            f"geometric mean, {files[0].name} to {files[1].name}: "
            f"CPU {found.cpu_ratio:.2f}, nodes {found.nodes_ratio:.2f} (above 1 the second is better)"
        )
    if found.contradictions:
        console.print(f"contradictions: {', '.join(map(printable, found.contradictions))}")


def register(app: typer.Typer) -> None:
    app.command()(bench)
