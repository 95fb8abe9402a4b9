"""`sokoplan solve`: find plans, prove them, print them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated

import typer

from sokoplan.cli import engine_options as only
from sokoplan.cli.answers import facts, failure, print_answer, print_summary
from sokoplan.cli.exitcodes import ExitCode, of_answer
from sokoplan.cli.options import (
    How,
    JsonOption,
    LevelsArgument,
    MemoryOption,
    ObjectiveOption,
    all_levels,
    megabytes_of,
    note_objective,
    objective_of,
    one_of,
    reads_levels,
    seconds_of,
    values,
)
from sokoplan.cli.output import complain, complain_of, out, warn
from sokoplan.cli.plans import PLAN_FORMATS, WITHOUT_WALKS
from sokoplan.cli.progress import Tell, progress_of
from sokoplan.cli.race_table import facts_of, run_race
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import Entry
from sokoplan.solving.failure import InternalError, save
from sokoplan.solving.race import Race
from sokoplan.solving.result import Result
from sokoplan.solving.solve import request_for
from sokoplan.solving.solve import solve as find

_LISTED = 20  # plans that --all lists unless told otherwise
_OLD = "old-pushes"
# Options that name a file or a folder for one level; the next level would overwrite it.
_OF_ONE_LEVEL = {
    "dump": "a dump", "certificate": "a certificate", "write_cnf": "the file", "write_readable": "the file",
    "write_model": "the file",
}  # fmt: skip
_ENGINES = "; ".join(f"{name}: {listing.what}" for name, listing in ENGINES.items())


@reads_levels
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
    objective: ObjectiveOption = "any",
    time: Annotated[
        str | None, typer.Option("--time", metavar="SECONDS", help="For each level: 60, 1.5m, 2h. Default: no limit.")
    ] = None,
    memory: MemoryOption = None,
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
        bool, typer.Option("--old-style-output", help=f"The same as --format {_OLD}: (x1, y1) --> (x2, y2).")
    ] = False,
    all_plans: Annotated[
        bool, typer.Option("--all", help="Count all best plans (Helltaker: all within the limit), and list some.")
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", help=f"With --all: list so many. Default: {_LISTED}.", min=0, max=10**9),
    ] = None,
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
    *,
    how: How,
) -> int:
    """Solve levels. Every plan has been judged by the law before it is printed; "optimal" means proved."""
    given = {
        "strategy": strategy, "max_steps": max_steps, "asp_config": asp_config, "threads": threads,
        "sat_solver": sat_solver, "amo": amo, "variables": variables, "write_cnf": write_cnf,
        "write_readable": write_readable, "write_model": write_model, "certificate": certificate, "without": without,
        "heuristic": heuristic, "checkers": checkers, "expanders": expanders, "blocklist_number": blocklist_number,
        "blocklist_distance": blocklist_distance, "dump": dump, "dump_file": dump_file, "dump_limit": dump_limit,
    }  # fmt: skip
    asked = _Asked(
        one_of(engine, ("auto", "race", *ENGINES), "--engine"),
        objective_of(objective),
        Budget(seconds_of(time), megabytes_of(memory)),
        _format(format, old_style=old_style, as_json=as_json),
        as_json,
        all_plans,
        _LISTED if limit is None else limit,
    )
    if limit is not None and not all_plans:
        raise typer.BadParameter("it says how many plans --all lists; add --all", param_hint="--limit")
    if all_plans and objective == "pushes":
        raise typer.BadParameter("walking is free under pushes, so there are infinitely many plans; use pushes-moves")
    only.engine_options(engine, whole=False, **given)
    entries, code = _read(all_levels(levels, how))
    _check_entries(entries, asked.format, given)
    note_objective(asked.objective, entries)
    options = only.engine_options(engine, whole=not any(entry.level.options for entry in entries), **given)
    if options and engine == "auto":
        asked = replace(asked, engine="search")
    return max(code, _solve_all(entries, replace(asked, options=options)))


@dataclass(frozen=True)
class _Asked:
    """What was asked of every level, checked."""

    engine: str
    objective: Objective
    budget: Budget
    format: str | None
    as_json: bool
    all_plans: bool
    most: int  # plans to list
    options: dict[str, str] = field(default_factory=dict)


def _format(format: str | None, *, old_style: bool, as_json: bool) -> str | None:
    if old_style:
        if format not in (None, _OLD):
            raise typer.BadParameter(f"it is --format {_OLD}, not {format}", param_hint="--old-style-output")
        format = _OLD
    if format is None:
        return None
    if as_json:
        raise typer.BadParameter("--json has the plan in LURD, in a field of its own", param_hint="--format")
    return one_of(format, PLAN_FORMATS, "--format")


def _read(found: Iterable[list[Entry] | InputError]) -> tuple[list[Entry], ExitCode]:
    """What can be read is solved; what cannot is told now."""
    entries: list[Entry] = []
    code = ExitCode.SOLVED
    for levels in found:
        if isinstance(levels, InputError):
            complain(str(levels))
            code = ExitCode.BAD_INPUT
        else:
            entries += levels
    return entries, code


def _check_entries(entries: list[Entry], format: str | None, given: dict[str, str | int | None]) -> None:
    if format in WITHOUT_WALKS and any(entry.level.game == "helltaker" for entry in entries):
        raise typer.BadParameter(
            f"{format} leaves out the walks, which are part of a Helltaker plan", param_hint="--format"
        )
    for option, what in _OF_ONE_LEVEL.items():
        if given[option] is not None and len(entries) > 1:
            raise typer.BadParameter(
                f"one level fills {what}, and these are {len(entries)}", param_hint=f"--{option.replace('_', '-')}"
            )


def _solve_all(entries: list[Entry], asked: _Asked) -> ExitCode:
    """Level by level; the worst of the exit codes."""
    code = ExitCode.SOLVED
    results: list[tuple[Entry, Result | None]] = []
    watched = [] if asked.engine == "race" else entries  # a race draws its own table
    nodes = ENGINES[asked.engine].nodes if asked.engine in ENGINES else "positions"
    with progress_of(watched, nodes) as tell:
        for entry in entries:
            try:
                result, over = _ask(entry, asked, tell)
            except (InputError, InternalError) as error:
                code = max(code, complain_of(entry.name, error))
                results.append((entry, None))
                if asked.as_json:
                    objective = request_for(entry.level, asked.objective, all_plans=asked.all_plans).objective
                    print(json.dumps(failure(entry, asked.engine, objective, error)), flush=True)
                tell(entry, None)
                continue
            tell(entry, None)
            results.append((entry, result))
            _show(entry, result, over, asked, alone=len(entries) == 1)
            code = max(code, of_answer(result.answer), ExitCode.BAD_INPUT if result.answer.write_error else code)
            if result.answer.reason == "cancelled":
                break
    if len(entries) > 1 and not asked.as_json:
        print_summary(out(), results, len(entries))
    return code


def _ask(entry: Entry, asked: _Asked, tell: Tell) -> tuple[Result, Race | None]:
    level, objective, budget = entry.level, asked.objective, asked.budget
    if asked.engine == "race":
        over = run_race(entry, objective, budget, all_plans=asked.all_plans, most=asked.most, quiet=asked.as_json)
        return over.result, over
    options, notes = _options_for(level, asked)
    for note in notes:
        warn(f"{entry.name}: {note}")
    result = find(
        level, asked.engine, objective, budget,
        all_plans=asked.all_plans, most=asked.most, options=options, report=partial(tell, entry),
    )  # fmt: skip
    return result, None


def _options_for(level: Level, asked: _Asked) -> tuple[dict[str, str], list[str]]:
    """What was typed, and for the native search what the level's file says besides; with notes on the latter."""
    if not level.options or asked.all_plans or asked.engine not in ("auto", "search"):
        return asked.options, []
    from sokoplan.engines.search.level_options import merged

    return merged(level, asked.options)


def _show(entry: Entry, result: Result, over: Race | None, asked: _Asked, *, alone: bool) -> None:
    for note in result.answer.notes:
        warn(note)
    for error in result.failures:  # another engine has answered
        saved = save(error)
        warn(f"{error}; the level is saved in {saved}" if saved else str(error))
    if asked.as_json:
        print(json.dumps(facts(entry, result) | (facts_of(over) if over else {})), flush=True)
    elif alone or asked.format is not None:
        print_answer(out(), entry, result, asked.format or "lurd")
    if result.answer.write_error:
        complain(f"{entry.name}: {result.answer.write_error}")


def register(app: typer.Typer) -> None:
    app.command()(solve)
