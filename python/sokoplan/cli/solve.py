"""`sokoplan solve`: find plans, prove them, print them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.text import Text

from sokoplan.answer import OBJECTIVES, Budget, Progress
from sokoplan.cli import engine_options as only
from sokoplan.cli.options import (
    MAX_BOARD,
    MAX_BYTES,
    FromOption,
    GoalOption,
    JsonOption,
    LevelsArgument,
    MaxBoardOption,
    MaxBytesOption,
    all_levels,
    megabytes_of,
    seconds_of,
    values,
)
from sokoplan.cli.output import Figures, complain, err, out, warn
from sokoplan.cli.plans import PLAN_FORMATS, WITHOUT_WALKS, print_plan
from sokoplan.cli.race_table import facts_of, run_race
from sokoplan.engines import ENGINES
from sokoplan.errors import InputError, printable
from sokoplan.exitcodes import ExitCode, of_answer
from sokoplan.level import Level, count
from sokoplan.library import Entry
from sokoplan.race import Race
from sokoplan.solve import InternalError, Result
from sokoplan.solve import solve as find

_Tell = Callable[[Entry, Progress | None], None]
_LISTED = 20  # plans that --all lists unless told otherwise
_ENGINES = "; ".join(f"{name}: {listing.what}" for name, listing in ENGINES.items())


def solve(
    levels: LevelsArgument,
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            "-e",
            autocompletion=values("auto", "race", *ENGINES),
            metavar="NAME",
            help=f"auto chooses; on a hard level a second engine joins. race: all side by side. {_ENGINES}.",
        ),
    ] = "auto",
    objective: Annotated[
        str,
        typer.Option(
            "--objective",
            autocompletion=values(*OBJECTIVES),
            metavar="|".join(OBJECTIVES),
            help="What is to be least; ties by the second.",
        ),
    ] = "any",
    time: Annotated[
        str | None, typer.Option("--time", metavar="SECONDS", help="For each level: 60, 1.5m, 2h. Default: no limit.")
    ] = None,
    memory: Annotated[
        str | None, typer.Option("--memory", metavar="SIZE", help="500M, 4G. Default: 3/4 of the machine's.")
    ] = None,
    as_json: JsonOption = False,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            autocompletion=values(*PLAN_FORMATS),
            metavar="|".join(PLAN_FORMATS),
            help="How plans are printed.",
        ),
    ] = None,
    old_style: Annotated[
        bool, typer.Option("--old-style-output", help="The same as --format old-pushes: (x1, y1) --> (x2, y2).")
    ] = False,
    goal: GoalOption = "end",
    all_plans: Annotated[
        bool, typer.Option("--all", help="Count all best plans (Helltaker: all within the limit), and list some.")
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", help=f"With --all: list so many. Default: {_LISTED}.", min=0, max=10**9),
    ] = None,
    from_format: FromOption = None,
    max_board: MaxBoardOption = MAX_BOARD,
    max_bytes: MaxBytesOption = MAX_BYTES,
    strategy: only.StrategyOption = None,
    max_steps: only.MaxStepsOption = None,
    asp_config: only.ConfigOption = None,
    threads: only.ThreadsOption = None,
    sat_solver: only.SolverOption = None,
    amo: only.AmoOption = None,
    variables: only.VariablesOption = None,
    write_cnf: only.CnfOption = None,
    write_readable: only.ReadableOption = None,
    write_model: only.ModelOption = None,
    certificate: only.CertificateOption = None,
    without: only.WithoutOption = None,
    heuristic: only.HeuristicOption = None,
    checkers: only.CheckersOption = None,
    expanders: only.ExpandersOption = None,
    blocklist_number: only.BlocklistNumberOption = None,
    blocklist_distance: only.BlocklistDistanceOption = None,
    dump: only.DumpOption = None,
    dump_file: only.DumpFileOption = None,
    dump_limit: only.DumpLimitOption = None,
) -> int:
    """Solve levels. Every plan has been judged by the law before it is printed; "optimal" means proved."""
    if objective not in OBJECTIVES:
        raise typer.BadParameter(f"{objective!r} is none of {', '.join(OBJECTIVES)}", param_hint="--objective")
    if old_style:
        if format not in (None, "old-pushes"):
            raise typer.BadParameter(f"it is --format old-pushes, not {format}", param_hint="--old-style-output")
        format = "old-pushes"
    if format is not None and format not in PLAN_FORMATS:
        raise typer.BadParameter(f"{format!r} is none of {', '.join(PLAN_FORMATS)}", param_hint="--format")
    if engine not in ("auto", "race", *ENGINES):
        raise typer.BadParameter(f"{engine!r} is none of auto, race, {', '.join(ENGINES)}", param_hint="--engine")
    if limit is not None and not all_plans:
        raise typer.BadParameter("it says how many plans --all lists; add --all", param_hint="--limit")
    if format is not None and as_json:
        raise typer.BadParameter("--json has the plan in LURD, in a field of its own", param_hint="--format")
    if all_plans and objective == "pushes":
        raise typer.BadParameter("walking is free under pushes, so there is no end of plans; use pushes-moves")
    read_options = partial(
        only.engine_options,
        engine, strategy=strategy, max_steps=max_steps, asp_config=asp_config, threads=threads,
        sat_solver=sat_solver, amo=amo, variables=variables, write_cnf=write_cnf, write_readable=write_readable,
        write_model=write_model, certificate=certificate, without=without, heuristic=heuristic, checkers=checkers,
        expanders=expanders, blocklist_number=blocklist_number, blocklist_distance=blocklist_distance, dump=dump,
        dump_file=dump_file, dump_limit=dump_limit,
    )  # fmt: skip
    read_options(whole=False)
    budget = Budget(seconds_of(time), megabytes_of(memory))
    code = ExitCode.SOLVED
    entries: list[Entry] = []
    for found in all_levels(levels, from_format, goal, max_board, max_bytes):
        if isinstance(found, InputError):
            complain(str(found))
            code = ExitCode.BAD_INPUT
        else:
            entries += found
    if format in WITHOUT_WALKS and any(entry.level.game == "helltaker" for entry in entries):
        raise typer.BadParameter(
            f"{format} leaves out the walks, which are part of a Helltaker plan", param_hint="--format"
        )
    options = read_options(whole=not any(entry.level.options for entry in entries))
    if options and engine == "auto":
        engine = "search"
    several = len(entries) > 1
    if dump is not None and several:
        raise typer.BadParameter(f"one level fills a dump, and these are {len(entries)}", param_hint="--dump")
    most = _LISTED if limit is None else limit
    console = out()
    results: list[tuple[Entry, Result]] = []
    watched = [] if engine == "race" else entries  # a race draws its own table
    with progress_of(watched, ENGINES[engine].nodes if engine in ENGINES else "positions") as tell:
        for entry in entries:
            try:
                over: Race | None = None
                if engine == "race":
                    over = run_race(entry, objective, budget, all_plans=all_plans, most=most, quiet=as_json)
                    result = over.result
                else:
                    chosen, notes = options_for(entry.level, engine, options, all_plans=all_plans)
                    for note in notes:
                        warn(f"{entry.name}: {note}")
                    result = find(
                        entry.level, engine, objective, budget,
                        all_plans=all_plans, most=most, options=chosen, report=partial(tell, entry),
                    )  # fmt: skip
            except InputError as error:
                complain(str(error.at(entry.name)))
                code = max(code, ExitCode.BAD_INPUT)
                continue
            except InternalError as error:
                complain(f"{entry.name}: {error.told()}")
                code = max(code, ExitCode.INTERNAL)
                continue
            tell(entry, None)
            for note in result.answer.notes:
                warn(note)
            code = max(code, of_answer(result.answer))
            results.append((entry, result))
            if as_json:
                print(json.dumps(facts(entry, result) | (facts_of(over) if over else {})), flush=True)
            elif not several or format is not None:
                _print(console, entry, result, format or "lurd")
            if result.answer.trouble:
                complain(f"{entry.name}: {result.answer.trouble}")
                code = max(code, ExitCode.BAD_INPUT)
            if result.answer.reason == "cancelled":
                break
    if several and not as_json:
        _summary(console, results, len(entries))
    return code


def options_for(
    level: Level, engine: str, typed: dict[str, str], *, all_plans: bool
) -> tuple[dict[str, str], list[str]]:
    """What was typed, and for the native search what the level's file says besides; with notes on the latter."""
    if not level.options or all_plans or engine not in ("auto", "search"):
        return typed, []
    from sokoplan.engines.level_options import merged

    return merged(level, typed)


def facts(entry: Entry, result: Result) -> dict[str, object]:
    """The JSON object of a solved, unsolvable or unknown level."""
    answer = result.answer
    counts = result.counts
    record: dict[str, object] = {
        "file": entry.file,
        "index": entry.index,
        "title": entry.level.title,
        "game": entry.level.game,
        "status": answer.status,
        "reason": answer.reason or None,
        "objective": result.objective,
        "optimal": answer.optimal,
        "plan": result.lurd if counts else None,
        "moves": counts.moves if counts else None,
        "pushes": counts.pushes if counts else None,
        "cost": result.cost,
        "engine": result.engine,
        "seconds": round(result.seconds, 3),
        "nodes": answer.nodes,
    }
    if answer.plans is not None:
        record["plans"] = answer.plans
        record["listed"] = [plan.keys for plan in answer.listed]
    return record


def headline(entry: Entry, result: Result) -> Text:
    """One line: what was found, what is proved of it and by whom, and what it took."""
    answer, counts = result.answer, result.counts
    text = Text(printable(entry.name), style="bold")
    if counts is not None:
        text.append(": solved", "bold green")
        text.append(f" in {count(counts.moves, 'move')}, {_pushes(entry.level, counts.pushes)}", "default")
        if entry.level.game == "helltaker" and counts.cost != counts.moves:
            text.append(f", cost {counts.cost}", "default")
        if answer.optimal and result.objective != "any":
            text.append(f"; optimal in {result.objective}, proved by {result.engine}", "default")
        else:
            text.append(f"; found by {result.engine}", "default")
    elif answer.status == "unsolvable":
        text.append(": unsolvable", "bold red")
        text.append(f", proved by {result.engine}", "default")
    else:
        text.append(f": unknown ({answer.reason})", "bold yellow")
        text.append(f", {result.engine} gave no answer", "default")
    effort = answer.effort or f"{answer.nodes:,} {ENGINES[result.engine].nodes}"
    text.append(f" ({effort}, {result.seconds:.2f} s)", "dim")
    return text


def _pushes(level: Level, number: int) -> str:
    if level.game != "helltaker":
        return count(number, "push")
    return count(number, "kick")


def _print(console: Console, entry: Entry, result: Result, format: str) -> None:
    console.print(headline(entry, result))
    answer = result.answer
    if answer.plan is None:
        return
    if answer.plans is None:
        print_plan(console, entry.level, answer.plan, format)
        return
    within = f"within the limit of {entry.level.limit}" if entry.level.limit is not None else "of that length"
    console.print(f"{_many(answer.plans)} {within}")
    for plan in answer.listed:
        print_plan(console, entry.level, plan, format)
    if answer.plans > len(answer.listed):
        console.print(f"({_many(answer.plans - len(answer.listed), '')}more; --limit lists them)")


def _many(number: int, word: str = "plan") -> str:
    """`8 plans`; a number that nobody would read is rounded."""
    if number < 10**15:
        return f"{number:,} {word if number == 1 or not word else word + 's'}"
    digits = str(number)
    return f"about {digits[0]}.{digits[1:3]}e{len(digits) - 1} {word and word + 's'}"


def _summary(console: Console, results: list[tuple[Entry, Result]], asked: int) -> None:
    nodes = ENGINES[results[0][1].engine].nodes if results else "positions"
    table = Figures(console, "level", "answer", "moves", "pushes", nodes, "seconds")
    for entry, result in results:
        answer, counts = result.answer, result.counts
        proved = "optimal" if answer.optimal and result.objective != "any" else answer.status
        table.add_figures(
            printable(entry.name),
            f"unknown ({answer.reason})" if answer.status == "unknown" else proved,
            str(counts.moves) if counts else "",
            str(counts.pushes) if counts else "",
            f"{answer.nodes:,}",
            f"{result.seconds:.2f}",
        )
    console.print(table)
    tally = {status: sum(result.status == status for _, result in results) for status in _STATUSES}
    words = ", ".join(f"{number} {status}" for status, number in tally.items() if number)
    seconds = sum(result.seconds for _, result in results)
    console.print(f"{len(results)} of {count(asked, 'level')}: {words or 'none'}; {seconds:.2f} s")


_STATUSES = ("solved", "unsolvable", "unknown")


@contextmanager
def progress_of(entries: list[Entry], nodes: str = "positions") -> Iterator[_Tell]:
    """Signs of life on standard error, where somebody is watching; `tell(entry, None)` says that one is done."""
    console = err()
    if not console.is_terminal or not entries:
        yield lambda entry, sign: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*(columns if len(entries) > 1 else (columns[0], columns[3])), console=console, transient=True) as bar:
        task = bar.add_task(printable(entries[0].name), total=len(entries))

        def tell(entry: Entry, sign: Progress | None) -> None:
            name = printable(entry.name)
            if sign is None:
                bar.update(task, advance=1, description=name)
                return
            bound = f", at least {sign.bound}" if sign.bound is not None else ""
            memory = f", {sign.memory_mb} MB" if sign.memory_mb is not None else ""
            words = f" {sign.words}" if sign.words else ""
            bar.update(task, description=f"{name}: {sign.nodes:,} {nodes}{bound}{memory}{words}")

        yield tell


def register(app: typer.Typer) -> None:
    app.command()(solve)
