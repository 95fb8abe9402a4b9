"""The plan that a person gives a command: as an argument, in a file, on standard input, or in the level's file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from sokoplan.cli.command import argument, option
from sokoplan.cli.values import FILE
from sokoplan.errors import InputError
from sokoplan.puzzle.formats import Limits
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.notation import PlanRead, read_plans

PLAN_ARGUMENT = argument(
    "plan",
    metavar="[PLAN]",
    required=False,
    help="The plan in LURD, run-length, actions, pushes, as clingo, a PDDL planner or `solve --json` prints it; or a "
    "file with one; - for standard input. Default: the solutions in the level's file.",
)
PLAN_FILE = option("--plan-file", metavar="FILE", type=FILE, help="Read the plan from a file.")


def check_standard_input(level: str, plan: str | None) -> None:
    if level == "-" and plan == "-":
        raise click.UsageError("standard input can be read only once: the level or the plan")


def given_plans(entry: Entry, plan: str | None, plan_file: Path | None, limits: Limits) -> list[PlanRead]:
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
    try:
        return _read(plan or "", entry, "the plan")
    except InputError:
        # What is no plan may be the name of a file that holds one.
        if plan and _is_file(plan):
            return given_plans(entry, None, Path(plan), limits)
        raise


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long for a name, or not a name at all
        return False


def _text(data: bytes, limits: Limits) -> str:
    if len(data) > limits.size:
        raise limits.too_large("the plan")
    return data.decode("utf-8", errors="replace")


def _read(text: str, entry: Entry, source: str) -> list[PlanRead]:
    try:
        return read_plans(text, entry.level)
    except InputError as error:
        raise error.at(source) from None
