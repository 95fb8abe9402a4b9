"""Solving for `sokoplan solve`: asking, showing, keeping, and what it makes of the exit code."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from sokoplan.cli.answers import Several, facts, failure, print_answer
from sokoplan.cli.exitcodes import ExitCode, of_answer
from sokoplan.cli.keeping import Kept
from sokoplan.cli.output import complain, complain_of, err, out, warn
from sokoplan.cli.plans import WITHOUT_WALKS
from sokoplan.cli.progress import Tell, progress_line, progress_of
from sokoplan.cli.trace import print_trace, save_picture
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import InputError
from sokoplan.puzzle.library import Entry
from sokoplan.solving.failure import InternalError, save
from sokoplan.solving.race import Race
from sokoplan.solving.result import Result
from sokoplan.solving.solve import request_for, solve
from sokoplan.system.interrupts import terminate_interrupts


@dataclass(frozen=True)
class Asked:
    """What was asked of every level, checked."""

    engine: str
    objective: Objective
    budget: Budget
    format: str | None
    as_json: bool
    plan_only: bool  # on standard output; the rest goes to standard error
    all_plans: bool
    most: int  # plans to list
    options: dict[str, str]
    output: Path | None = None  # where to keep what is found
    jobs: int = 1  # levels to solve at a time
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
    """All of them; the worst of the exit codes."""
    kept = Kept(asked.output)
    shows = len(entries) > 1 and not asked.as_json and not asked.plan_only and asked.format is None
    several = Several(entries, asked.engine, all_plans=asked.all_plans, shows_rows=shows)
    try:
        with terminate_interrupts():
            work = _side_by_side if asked.jobs > 1 else _one_by_one
            code = work(entries, asked, several, kept)
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    finally:
        kept.close()
    if len(entries) > 1 and not asked.as_json:
        print(several.summary(), file=sys.stderr if asked.plan_only else sys.stdout, flush=True)
        if shows and asked.output is None and sys.stdout.isatty():
            warn("add --output FILE.sok, .jsonl or .csv to keep the plans")
    if kept.lost:
        complain(f"{kept.path} cannot be written: {kept.lost}")
        code = max(code, ExitCode.BAD_INPUT)
    return code


def _one_by_one(entries: list[Entry], asked: Asked, several: Several, kept: Kept) -> ExitCode:
    code = ExitCode.SOLVED
    watched = [] if asked.engine == "race" else entries  # a race draws its own table
    nodes = ENGINES[asked.engine].nodes if asked.engine in ENGINES else "positions"
    with progress_of(watched, nodes, prints=True) as tell:
        for number, entry in enumerate(entries):
            try:
                result, over = _ask(entry, asked, tell)
            except (InputError, InternalError) as error:
                tell(entry, None)
                code = max(code, _failed(number, entry, error, asked, several, kept))
                continue
            tell(entry, None)
            _keep(number, entry, result, kept)  # before it is shown: what is seen is on the disk
            several.add(entry, result)
            _show(entry, result, over, asked, alone=len(entries) == 1)
            code = max(code, of_answer(result.answer), ExitCode.BAD_INPUT if result.answer.write_error else code)
            if result.answer.reason == "cancelled":
                break
    return code


def _side_by_side(entries: list[Entry], asked: Asked, several: Several, kept: Kept) -> ExitCode:
    """On several cores, each answer as soon as it is there."""
    from sokoplan.solving.chunk import question_for
    from sokoplan.solving.many import solve_many
    from sokoplan.solving.rate import Rate

    code = ExitCode.SOLVED
    question = question_for(asked.engine, asked.objective, asked.budget, asked.options)
    rate = Rate(len(entries))
    answers = solve_many((entry.level for entry in entries), question, asked.jobs)
    with closing(answers), progress_line() as show:
        for answered in answers:
            entry, reply = entries[answered.number], answered.reply
            rate.add()
            show("")
            if reply.error:
                error = InternalError(reply.error, entry.level) if reply.is_bug else InputError(reply.error)
                code = max(code, _failed(answered.number, entry, error, asked, several, kept))
            else:
                result = answered.result
                _keep(answered.number, entry, result, kept)
                several.add(entry, result)
                _show(entry, result, None, asked, alone=False)
                code = max(code, of_answer(result.answer))
            show(rate.words)
    return code


def _failed(
    number: int, entry: Entry, error: InputError | InternalError, asked: Asked, several: Several, kept: Kept
) -> ExitCode:
    """A level that an engine refused or broke on: told, counted and kept like the others."""
    code = complain_of(entry.name, error)
    objective = request_for(entry.level, asked.objective, all_plans=asked.all_plans).objective
    record = failure(entry, asked.engine, objective, error)
    kept.add(number, entry, record, None, "")
    several.add(entry, None)
    if asked.as_json:
        print(json.dumps(record), flush=True)
    return code


def _keep(number: int, entry: Entry, result: Result, kept: Kept) -> None:
    if kept.path is not None:
        note = f"{result.objective}{', optimal' if result.optimal else ''}"
        kept.add(number, entry, facts(entry, result), result.lurd if result.solved else None, note)


def _ask(entry: Entry, asked: Asked, tell: Tell) -> tuple[Result, Race | None]:
    level, objective, budget = entry.level, asked.objective, asked.budget
    if asked.engine == "race":
        from sokoplan.cli.race_table import run_race

        quiet = asked.as_json or asked.plan_only
        over = run_race(entry, objective, budget, all_plans=asked.all_plans, most=asked.most, quiet=quiet)
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
    elif asked.plan_only:
        print_answer(err(), entry, result, asked.format or "lurd", plans=out())
    elif alone or asked.format is not None:
        print_answer(out(), entry, result, asked.format or "lurd")
    if asked.trace and not asked.as_json:
        print_trace(err() if asked.plan_only else out(), entry, result)
    if asked.trace_picture is not None:
        save_picture(asked.trace_picture, entry, result)
    if result.answer.write_error:
        complain(f"{entry.name}: {result.answer.write_error}")


def _race_facts(over: Race | None) -> dict[str, object]:
    if over is None:
        return {}
    from sokoplan.cli.race_table import facts_of

    return facts_of(over)
