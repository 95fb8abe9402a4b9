"""`sokoplan verify`: check a plan by the rules of the game."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.options import How, JsonOption, LevelArgument, one_level, reads_levels
from sokoplan.cli.output import out, print_board, warn
from sokoplan.errors import InputError, printable
from sokoplan.puzzle.formats import Limits
from sokoplan.puzzle.level import ahead_of, count
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.notation import PlanRead, read_plan
from sokoplan.puzzle.verify import Verdict
from sokoplan.puzzle.verify import verify as check

_MOST_REMARKS = 5


@reads_levels
def verify(
    level: LevelArgument,
    plan: Annotated[
        str | None,
        typer.Argument(
            metavar="[PLAN]",
            help="The plan: LURD, run-length, actions or pushes; - for standard input; none for those in the file.",
        ),
    ] = None,
    plan_file: Annotated[
        Path | None, typer.Option("--plan-file", metavar="FILE", help="Read the plan from a file.")
    ] = None,
    as_json: JsonOption = False,
    *,
    how: How,
) -> int:
    """Check that a plan is legal and solves the level, and count its moves. The exit code is 34 if it fails."""
    if level == "-" and plan == "-":
        raise typer.BadParameter("standard input can be read only once: the level or the plan")
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
        raise typer.BadParameter("give the plan or a file with it, not both")
    if plan is None and plan_file is None:
        if not entry.level.solutions:
            raise InputError(
                f"{entry.name} has no solution in its file", "Give a plan after the level, or --plan-file FILE."
            )
        return [_read(solution.keys, entry, "the solution in the file") for solution in entry.level.solutions]
    if plan_file is not None:
        try:
            with plan_file.open("rb") as file:
                return [_read(_text(file.read(limits.size + 1), limits), entry, str(plan_file))]
        except OSError as error:
            raise InputError(f"cannot read {plan_file}: {error.strerror or error}") from None
    if plan == "-":
        return [_read(_text(sys.stdin.buffer.read(limits.size + 1), limits), entry, "standard input")]
    return [_read(plan or "", entry, "the plan")]


def _text(data: bytes, limits: Limits) -> str:
    if len(data) > limits.size:
        raise limits.too_large("the plan")
    return data.decode("utf-8", errors="replace")


def _read(text: str, entry: Entry, source: str) -> PlanRead:
    try:
        return read_plan(text, entry.level)
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
    console = out()
    for remark in read.remarks[:_MOST_REMARKS]:
        warn(remark)
    if len(read.remarks) > _MOST_REMARKS:
        warn(f"... and {len(read.remarks) - _MOST_REMARKS} more like it")
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
        count(counts.pushes, entry.level.push_word),
        count(counts.box_lines, "box line"),
        count(counts.box_changes, "box change"),
        count(counts.player_lines, "player line"),
    ]
    if entry.level.game == "helltaker":
        words.append(f"cost {counts.cost}")
    console.print(", ".join(words))
    if verdict.lurd:
        console.print(verdict.lurd)


def register(app: typer.Typer) -> None:
    app.command()(verify)
