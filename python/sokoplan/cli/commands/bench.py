"""`sokoplan bench`: measure an engine on collections, and compare two measurements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sokoplan.cli.command import Completions, option
from sokoplan.cli.engine_options import check_options
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.keeping import Kept
from sokoplan.cli.options import (
    JOBS,
    JSON,
    MEMORY,
    How,
    Levels,
    budget_of,
    jobs_for,
    level_command,
    levels_argument,
    note_objective,
    objective_option,
    time_option,
)
from sokoplan.cli.output import complain, complain_of, err, out, warn
from sokoplan.cli.progress import progress_line, progress_of
from sokoplan.cli.rows import Rows
from sokoplan.cli.values import FILE, Choices, completions
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Budget, Objective
from sokoplan.engines.options import rows_of
from sokoplan.errors import InputError, printable
from sokoplan.lab.bench import cpu_seconds, measure, notes_on_file
from sokoplan.lab.rows import Row, failed_row, read_rows, row_of
from sokoplan.lab.runs import Comparison, compare_runs
from sokoplan.puzzle.level import count
from sokoplan.puzzle.library import Entry
from sokoplan.solving.failure import InternalError
from sokoplan.solving.wording import FAILED, figure
from sokoplan.system.files import check_writable, save
from sokoplan.system.interrupts import terminate_interrupts

if TYPE_CHECKING:
    from rich.console import Console


def _complete_set(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
    """`strategy=`, then `strategy=fresh`: of the engines asked for, so far as they are typed already."""
    name, equals, _ = incomplete.partition("=")
    engines = ctx.params.get("engine", "search").split(",")
    rows = {row.name: row for engine in engines if engine in ENGINES for row in rows_of(engine)}
    if not equals:
        return completions((f"{word}=" for word in rows), incomplete)
    return completions((f"{name}={word}" for word in rows[name].values), incomplete) if name in rows else []


@level_command(
    levels_argument(required=False),
    option("--collection", metavar="FILE", multiple=True, help="The same as LEVEL; may be repeated."),
    option(
        "--engine",
        "-e",
        type=Choices(("auto", *ENGINES)),
        default="search",
        help=f"The engines to measure, with commas between: auto, {', '.join(ENGINES)}.",
    ),
    objective_option("any"),
    time_option("The time limit for each level.", "60"),
    MEMORY,
    option(
        "set_option",
        "--set",
        metavar="NAME=VALUE",
        multiple=True,
        help="Set an option of the engine; may be repeated.",
        shell_complete=_complete_set,
    ),
    JOBS,
    option(
        "--output",
        "-o",
        metavar="FILE",
        type=FILE,
        help="Keep the measurements in a file, as JSON lines; .csv: as a table, .sok: the levels with their plans.",
    ),
    JSON,
    option("--report", metavar="FILE", type=FILE, help="Write a page with plots, for a browser."),
    option("--earlier", metavar="FILE", type=FILE, help="An earlier --output, for the --report to compare with."),
    option(
        "against",
        "--compare",
        metavar="FILE",
        type=FILE,
        multiple=True,
        help="Compare two earlier --output files (give it twice); nothing is run.",
    ),
)
def bench(
    levels: tuple[str, ...],
    collection: tuple[str, ...],
    engine: str,
    objective: Objective,
    time: float,
    memory: int | None,
    set_option: tuple[str, ...],
    jobs: int | None,
    output: Path | None,
    as_json: bool,
    report: Path | None,
    earlier: Path | None,
    against: tuple[Path, ...],
    *,
    how: How,
) -> int:
    """Measure engines on many levels, or compare two measurements.

    CPU seconds and nodes are measured for each level, and summed up.
    """
    if against:
        if levels or collection or set_option or output or report or earlier or as_json:
            raise click.BadParameter(
                "this compares two files and runs nothing; give it alone", param_hint="--compare"
            )
        return _compare(against)
    engines = list(dict.fromkeys(engine.split(",")))
    if not levels and not collection:
        raise click.UsageError("give at least one level or --collection FILE")
    found = Levels([*levels, *collection], how)
    entries = list(found)
    if not entries:
        return found.code
    note_objective(objective, entries)
    if earlier and not report:
        raise click.BadParameter("it goes into a report; add --report FILE", param_hint="--earlier")
    before = _kept(earlier) if earlier else []
    budget, options = budget_of(time, memory), _options(set_option)
    for name in engines:
        check_options(name, options, whole=not any(entry.level.options for entry in entries))
    # Opened first: a long measurement must not end with a file that cannot be written.
    if report is not None:
        check_writable(report)
    kept = Kept(output)
    workers = jobs_for(jobs, len(entries))
    if workers > 1 and memory is None:
        budget = replace(budget, memory_mb=(budget.memory_mb or 0) // workers)
    rows, code = _run(_Asked(entries, engines, objective, budget, options, workers, kept, as_json))
    kept.close()
    # On the screen first: a disk that is full must not cost anybody the measurement.
    if not as_json:
        _print_totals(rows)
    if report is not None:
        from sokoplan.lab.report import page

        words = ["sokoplan bench", *levels, *(f"--collection {name}" for name in collection)]
        words += [f"--engine {engine} --objective {objective} --time {time:g} --goal {how.reading}"]
        drawn = {(entry.file, entry.index): entry.level for entry in entries}
        save(report, [page(rows, f"{', '.join(engines)}: {objective}", before, " ".join(words), drawn)])
    if kept.lost:
        complain(f"{output} cannot be written: {kept.lost}")
        return max(code, ExitCode.BAD_INPUT)
    wrong = _contradictions(rows, before)
    for name in wrong:
        complain(f"{name}: two measurements contradict each other, so one of them is wrong")
    return ExitCode.INTERNAL if wrong else max(code, found.code)


def _contradictions(rows: list[Row], before: list[Row]) -> list[str]:
    """Levels on which two engines of this run, or this run and the earlier one, cannot both be right."""
    by = {who: [row for row in rows if row.who == who] for who in dict.fromkeys(row.who for row in rows)}
    pairs = [*combinations(by.values(), 2), *((before, mine) for mine in by.values())]
    return sorted({name for one, two in pairs for name in compare_runs(one, two).contradictions})


def _options(pairs: tuple[str, ...]) -> dict[str, str]:
    for pair in pairs:
        if "=" not in pair:
            raise click.BadParameter(f"{pair!r} is not of the form NAME=VALUE", param_hint="--set")
    return dict(pair.split("=", 1) for pair in pairs)


@dataclass
class _Asked:
    """What is measured, and where it goes."""

    entries: list[Entry]
    engines: list[str]
    objective: Objective
    budget: Budget
    options: dict[str, str]
    jobs: int
    kept: Kept
    as_json: bool


def _run(asked: _Asked) -> tuple[list[Row], ExitCode]:
    """All levels by all engines: the rows, and how it went. Each row is shown and kept as soon as it is there."""
    rows: list[Row] = []
    code = ExitCode.SOLVED
    several = ["engine"] if asked.engines[1:] else []
    cost = ["cost"] if any(entry.level.law.measure == "cost" for entry in asked.entries) else []
    table = Rows(asked.entries, ["moves", "pushes", *cost, "nodes", "CPU s", *several])
    measured = _side_by_side(asked) if asked.jobs > 1 else _one_by_one(asked)
    try:
        with terminate_interrupts(), closing(measured):
            for number, row, error in measured:
                entry = asked.entries[number]
                if error is not None:
                    code = max(code, complain_of(entry.name, error))
                rows.append(row)
                note = f"{row.objective}{', optimal' if row.optimal else ''}"
                asked.kept.add(number, entry, asdict(row), row.plan if row.status == "solved" else None, note)
                if asked.as_json:
                    print(row.as_json(), flush=True)
                else:
                    cells = {name: figure(value) for name, value in row.plan_figures.items()}
                    more = {"nodes": figure(row.nodes), "CPU s": f"{row.cpu:.2f}", "engine": row.who}
                    table.add(entry, row.outcome, cells | more)
                if row.reason == "cancelled":
                    return rows, ExitCode.INTERRUPTED
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    return rows, code


_Measured = Generator[tuple[int, Row, InputError | InternalError | None], None, None]


def _one_by_one(asked: _Asked) -> _Measured:
    with progress_of(asked.entries * len(asked.engines), prints=True) as tell:
        for engine, (number, entry) in product(asked.engines, enumerate(asked.entries)):
            before = cpu_seconds()
            error = None
            try:
                _tell_notes(entry, engine, asked)
                row = measure(
                    entry, engine, asked.objective, asked.budget, asked.options,
                    variant=_variant(engine, asked), file_options=True,
                )  # fmt: skip
            except (InputError, InternalError) as caught:
                error = caught
                row = failed_row(entry, engine, asked.objective, cpu_seconds() - before, "", error)
            tell(entry, None)
            yield number, row, error


def _side_by_side(asked: _Asked) -> _Measured:
    """On several cores, in the order in which they are done."""
    from sokoplan.solving.chunk import Question
    from sokoplan.solving.many import solve_many
    from sokoplan.solving.rate import Rate

    rate = Rate(len(asked.entries) * len(asked.engines))
    with progress_line() as show:
        for engine in asked.engines:
            limits = asked.budget.seconds, asked.budget.memory_mb
            question = Question(asked.objective, engine, *limits, options=asked.options, is_measured=True)
            with closing(solve_many((entry.level for entry in asked.entries), question, asked.jobs)) as answers:
                for answered in answers:
                    entry, reply = asked.entries[answered.number], answered.reply
                    error: InputError | InternalError | None = None
                    if reply.error:
                        error = InternalError(reply.error, entry.level) if reply.is_bug else InputError(reply.error)
                        row = failed_row(entry, engine, asked.objective, reply.cpu, "", error)
                    else:
                        for words in reply.notes if entry.level.options else ():
                            warn(f"{entry.name}: {words}")
                        row = row_of(entry, answered.result, reply.cpu, _variant(engine, asked))
                    rate.add()
                    show("")
                    yield answered.number, row, error
                    show(rate.words)


def _tell_notes(entry: Entry, engine: str, asked: _Asked) -> None:
    """What the level's file says about options, before it is measured."""
    for words in notes_on_file(entry, engine, asked.objective, asked.options):
        warn(f"{entry.name}: {words}")


def _variant(engine: str, asked: _Asked) -> str:
    return "by auto" if engine == "auto" and asked.engines[1:] else ""


def _print_totals(rows: list[Row]) -> None:
    engines = list(dict.fromkeys(row.who for row in rows))
    for engine in engines:
        mine = [row for row in rows if row.who == engine]
        tally = Counter(row.status for row in mine)
        failed = f", {tally[FAILED]} failed" if tally[FAILED] else ""
        print(
            f"{f'{engine}: ' if engines[1:] else ''}{count(len(mine), 'level')}: {tally['solved']} solved, "
            f"{sum(row.optimal for row in mine)} of them proved optimal, {tally['unsolvable']} unsolvable{failed}; "
            f"{sum(row.cpu for row in mine):.2f} CPU seconds, {sum(row.nodes for row in mine):,} nodes",
            flush=True,
        )


def _compare(files: tuple[Path, ...]) -> int:
    if len(files) != 2:
        raise click.BadParameter("give it twice: --compare before.json --compare after.json", param_hint="--compare")
    found = compare_runs(*map(_kept, files))
    if found.nothing and not found.contradictions:
        raise InputError(f"there is nothing to compare: {found.nothing}")
    _tell(out(), found, files)
    if found.contradictions:
        err().print("the two measurements contradict each other, so one of them is wrong")
        return ExitCode.INTERNAL
    return ExitCode.SOLVED


def _kept(path: Path) -> list[Row]:
    try:
        return read_rows(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"cannot read {path}: {error}") from None


def _tell(console: Console, found: Comparison, files: tuple[Path, ...]) -> None:
    for words in found.across:
        console.print(f"different engines: {words}")
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
