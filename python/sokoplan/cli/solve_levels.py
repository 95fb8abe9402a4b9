"""Solving for `sokoplan solve`, level by level: asking, showing, and what it makes of the exit code."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from sokoplan.cli.answers import facts, failure, print_answer, print_summary
from sokoplan.cli.exitcodes import ExitCode, of_answer
from sokoplan.cli.output import complain, complain_of, out, warn
from sokoplan.cli.plans import WITHOUT_WALKS
from sokoplan.cli.progress import Tell, progress_of
from sokoplan.cli.trace import print_trace, save_picture
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import InputError
from sokoplan.puzzle.library import Entry
from sokoplan.solving.failure import InternalError, save
from sokoplan.solving.race import Race
from sokoplan.solving.result import Result
from sokoplan.solving.solve import request_for, solve


@dataclass(frozen=True)
class Asked:
    """What was asked of every level, checked."""

    engine: str
    objective: Objective
    budget: Budget
    format: str | None
    as_json: bool
    all_plans: bool
    most: int  # plans to list
    options: dict[str, str]
    improve: bool = False  # any plan first, then made shorter
    trace: bool = False
    trace_picture: Path | None = None


def check_format(format: str | None, entries: list[Entry]) -> None:
    for law in (entry.level.law for entry in entries if format in WITHOUT_WALKS):
        if not law.walking_is_free:
            raise click.BadParameter(
                f"{format} leaves out the walks, which are part of a {law.name} plan", param_hint="--format"
            )


def solve_levels(entries: list[Entry], asked: Asked) -> ExitCode:
    """Level by level; the worst of the exit codes."""
    code = ExitCode.SOLVED
    results: list[tuple[Entry, Result | None]] = []
    watched = [] if asked.engine == "race" else entries  # a race draws its own table
    nodes = ENGINES[asked.engine].nodes if asked.engine in ENGINES else "positions"
    prints = len(entries) == 1 or asked.as_json or asked.format is not None
    with progress_of(watched, nodes, prints=prints) as tell:
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


def _ask(entry: Entry, asked: Asked, tell: Tell) -> tuple[Result, Race | None]:
    level, objective, budget = entry.level, asked.objective, asked.budget
    if asked.engine == "race":
        from sokoplan.cli.race_table import run_race

        over = run_race(entry, objective, budget, all_plans=asked.all_plans, most=asked.most, quiet=asked.as_json)
        return over.result, over
    if asked.improve:
        from sokoplan.solving.improve import solve_and_improve

        return solve_and_improve(
            level, asked.engine, objective, budget, options=asked.options, report=partial(tell, entry)
        ), None
    result = solve(
        level, asked.engine, objective, budget,
        all_plans=asked.all_plans, most=asked.most, options=asked.options, file_options=True,
        report=partial(tell, entry),
    )  # fmt: skip
    return result, None


def _show(entry: Entry, result: Result, over: Race | None, asked: Asked, *, alone: bool) -> None:
    for note in result.answer.notes:
        warn(f"{entry.name}: {note}")
    for error in result.failures:  # another engine has answered
        saved = save(error)
        warn(f"{error}; the level is saved in {saved}" if saved else str(error))
    if asked.as_json:
        print(json.dumps(facts(entry, result) | _race_facts(over)), flush=True)
    elif alone or asked.format is not None:
        print_answer(out(), entry, result, asked.format or "lurd")
    if asked.trace and not asked.as_json:
        print_trace(out(), entry, result)
    if asked.trace_picture is not None:
        save_picture(asked.trace_picture, entry, result)
    if result.answer.write_error:
        complain(f"{entry.name}: {result.answer.write_error}")


def _race_facts(over: Race | None) -> dict[str, object]:
    if over is None:
        return {}
    from sokoplan.cli.race_table import facts_of

    return facts_of(over)
