"""`sokoplan verify`: check a plan against the rules."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click

from sokoplan.cli.command import argument, option
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.options import JSON, How, level_argument, level_command, one_level
from sokoplan.cli.output import out, print_board, warn
from sokoplan.cli.values import FILE
from sokoplan.errors import InputError, printable
from sokoplan.puzzle.formats import Limits
from sokoplan.puzzle.level import ahead_of, count
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.notation import PlanRead, read_plans
from sokoplan.puzzle.verify import Verdict
from sokoplan.puzzle.verify import verify as check

_MOST_REMARKS = 5


@level_command(
    level_argument(),
    argument(
        "plan",
        metavar="[PLAN]",
        required=False,
        help="The plan in LURD, run-length, actions, pushes, as clingo or a PDDL planner prints it; - for standard "
        "input. Default: the solutions in the level's file.",
    ),
    option("--plan-file", metavar="FILE", type=FILE, help="Read the plan from a file."),
    JSON,
)
def verify(level: str, plan: str | None, plan_file: Path | None, as_json: bool, *, how: How) -> int:
    """Check a plan: is it legal, does it solve the level, how long is it?"""
    if level == "-" and plan == "-":
        raise click.UsageError("standard input can be read only once: the level or the plan")
    entry = one_level(level, how)
    code = ExitCode.SOLVED
    for read in _plans(entry, plan, plan_file, how.limits):
        verdict = check(entry.level, read.plan)
        if as_json:
            print(json.dumps(_facts(entry, read, verdict)), flush=True)
        else:
            _print(entry, read, verdict)
        if not verdict.solved:
            code = ExitCode.NOT_VERIFIED
    return code


def _plans(entry: Entry, plan: str | None, plan_file: Path | None, limits: Limits) -> list[PlanRead]:
    if plan is not None and plan_file is not None:
        raise click.UsageError("give the plan or --plan-file FILE, not both")
    if plan is None and plan_file is None:
        if not entry.level.solutions:
            raise InputError(
                f"{entry.name} has no solution in its file", "Give a plan after the level, or --plan-file FILE."
            )
        return [
            read
            for solution in entry.level.solutions
            for read in _read(solution.keys, entry, "the solution in the file")
        ]
    if plan_file is not None:
        try:
            with plan_file.open("rb") as file:
                return _read(_text(file.read(limits.size + 1), limits), entry, str(plan_file))
        except OSError as error:
            raise InputError(f"cannot read {plan_file}: {error.strerror or error}") from None
    if plan == "-":
        return _read(_text(sys.stdin.buffer.read(limits.size + 1), limits), entry, "standard input")
    return _read(plan or "", entry, "the plan")


def _text(data: bytes, limits: Limits) -> str:
    if len(data) > limits.size:
        raise limits.too_large("the plan")
    return data.decode("utf-8", errors="replace")


def _read(text: str, entry: Entry, source: str) -> list[PlanRead]:
    try:
        return read_plans(text, entry.level)
    except InputError as error:
        raise error.at(source) from None


def _facts(entry: Entry, read: PlanRead, verdict: Verdict) -> dict[str, object]:
    return {
        "file": entry.file,
        "index": entry.index,
        "title": entry.level.title,
        "game": entry.level.game,
        "legal": verdict.legal,
        "solved": verdict.solved,
        "why": verdict.why,
        "at": verdict.at,
        "plan": verdict.lurd,
        **asdict(verdict.counts),
        "remarks": list(read.remarks),
    }


def _print(entry: Entry, read: PlanRead, verdict: Verdict) -> None:
    from rich.text import Text

    console = out()
    for remark in read.remarks[:_MOST_REMARKS]:
        warn(remark)
    if len(read.remarks) > _MOST_REMARKS:
        warn(f"{len(read.remarks) - _MOST_REMARKS} more notes like these")
    name = printable(entry.name)
    if verdict.solved:
        console.print(Text.assemble((f"{name}: solved", "bold green")))
    else:
        what = "legal, but not solved" if verdict.legal else "illegal"
        console.print(Text.assemble((f"{name}: {what}", "bold red"), f": {verdict.why}"))
        marked = frozenset[tuple[int, int]]()
        if verdict.at is not None:
            key = read.plan.keys[verdict.at - 1]
            marked = frozenset({verdict.position[0], ahead_of(verdict.position[0], key)})
        print_board(console, entry.level, verdict.position, marked)
    counts = verdict.counts
    words = [
        count(counts.moves, "move"),
        count(counts.pushes, entry.level.law.push_word),
        count(counts.box_lines, "box line"),
        count(counts.box_changes, "box change"),
        count(counts.player_lines, "player line"),
    ]
    if entry.level.law.measure == "cost":
        words.append(f"cost {counts.cost}")
    console.print(", ".join(words))
    if verdict.lurd:
        console.print(verdict.lurd)
