"""`sokoplan bench`: measure an engine on collections, and compare two measurements."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sokoplan.answer import OBJECTIVES, Budget, Objective
from sokoplan.bench import Comparison, Row, compare, measure, read_rows
from sokoplan.cli.options import JsonOption, levels_or_error, megabytes_of, seconds_of
from sokoplan.cli.output import complain, err, out
from sokoplan.cli.solve import figures, progress_of
from sokoplan.engines import ENGINES
from sokoplan.errors import InputError, printable
from sokoplan.exitcodes import ExitCode
from sokoplan.level import count
from sokoplan.library import Entry


def bench(
    levels: Annotated[
        list[str] | None, typer.Argument(metavar="LEVEL", help="Files, file#3, folders or bundled names.")
    ] = None,
    collection: Annotated[
        list[str] | None, typer.Option("--collection", metavar="FILE", help="The same as LEVEL; may be repeated.")
    ] = None,
    engine: Annotated[
        str, typer.Option("--engine", "-e", metavar="NAME", help=f"auto, {', '.join(ENGINES)}.")
    ] = "search",
    objective: Annotated[str, typer.Option("--objective", metavar="|".join(OBJECTIVES))] = "any",
    time: Annotated[str, typer.Option("--time", metavar="SECONDS", help="For each level.")] = "60",
    memory: Annotated[str | None, typer.Option("--memory", metavar="SIZE", help="500M, 4G.")] = None,
    set_option: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="An option of the engine; may be repeated."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Keep the rows there, as JSON lines.")
    ] = None,
    as_json: JsonOption = False,
    against: Annotated[
        list[Path] | None,
        typer.Option(
            "--compare", metavar="FILE", help="Compare two kept measurements (give it twice); runs nothing."
        ),
    ] = None,
) -> int:
    """Measure: CPU seconds and nodes for each level, and in all. Or compare two measurements."""
    if against:
        return _compare(against)
    if objective not in OBJECTIVES:
        raise typer.BadParameter(f"{objective!r} is none of {', '.join(OBJECTIVES)}", param_hint="--objective")
    if engine != "auto" and engine not in ENGINES:
        raise typer.BadParameter(f"{engine!r} is none of auto, {', '.join(ENGINES)}", param_hint="--engine")
    entries = levels_or_error([*(levels or []), *(collection or [])], None, "end")
    if not entries:
        raise typer.BadParameter("give at least one level or --collection FILE")
    return _run(
        entries,
        engine,
        objective,
        Budget(seconds_of(time), megabytes_of(memory)),
        _options(set_option),
        output,
        as_json,
    )


def _options(pairs: list[str] | None) -> dict[str, str]:
    for pair in pairs or []:
        if "=" not in pair:
            raise typer.BadParameter(f"{pair!r} is not NAME=VALUE", param_hint="--set")
    return dict(pair.split("=", 1) for pair in pairs or [])


def _run(
    entries: list[Entry],
    engine: str,
    objective: Objective,
    budget: Budget,
    options: dict[str, str],
    output: Path | None,
    as_json: bool,
) -> int:
    rows: list[Row] = []
    interrupted = False
    # Opened first: a long measurement must not end with a file that cannot be written.
    with output.open("w", encoding="utf-8") if output else _nowhere() as kept, progress_of(entries) as tell:
        for entry in entries:
            try:
                row = measure(entry, engine, objective, budget, options)
            except InputError as error:
                complain(str(error.at(entry.name)))
                continue
            tell(entry, None)
            rows.append(row)
            if kept is not None:
                print(row.as_json(), file=kept, flush=True)
            if as_json:
                print(row.as_json(), flush=True)
            interrupted = row.reason == "cancelled"
            if interrupted:
                break
    if not as_json:
        _print(out(), rows)
    return ExitCode.INTERRUPTED if interrupted else ExitCode.SOLVED


class _nowhere:
    """Stands for the file where none is wanted."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *details: object) -> None:
        return None


def _print(console: Console, rows: list[Row]) -> None:
    table = figures("level", "answer", "moves", "pushes", "nodes", "CPU s")
    for row in rows:
        told = "optimal" if row.optimal else row.status if row.status != "unknown" else f"unknown ({row.reason})"
        name = printable(row.title) or f"{Path(row.file).name}#{row.index}"
        table.add_row(name, told, _text(row.moves), _text(row.pushes), f"{row.nodes:,}", f"{row.cpu:.2f}")
    console.print(table)
    solved = sum(row.status == "solved" for row in rows)
    optimal = sum(row.optimal for row in rows)
    unsolvable = sum(row.status == "unsolvable" for row in rows)
    console.print(
        f"{count(len(rows), 'level')}: {solved} solved, {optimal} of them proved optimal, {unsolvable} unsolvable; "
        f"{sum(row.cpu for row in rows):.2f} CPU seconds, {sum(row.nodes for row in rows):,} nodes"
    )


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


def _compare(files: list[Path]) -> int:
    if len(files) != 2:
        raise typer.BadParameter("give it twice: --compare before.json --compare after.json", param_hint="--compare")
    texts = []
    for path in files:
        try:
            texts.append(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"cannot read {path}: {error}") from None
    found = compare(*(read_rows(text, str(path)) for text, path in zip(texts, files, strict=True)))
    _tell(out(), found, files)
    if found.contradictions:
        err().print("the two contradict each other: one of them is wrong")
        return ExitCode.INTERNAL
    return ExitCode.SOLVED


def _tell(console: Console, found: Comparison, files: list[Path]) -> None:
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
