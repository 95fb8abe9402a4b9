"""`sokoplan verify`: check a plan against the rules."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.given_plan import PLAN_ARGUMENT, PLAN_FILE, check_standard_input, given_plans
from sokoplan.cli.options import JSON, How, level_argument, level_command, one_level
from sokoplan.cli.output import out, print_board, warn
from sokoplan.errors import printable
from sokoplan.puzzle.level import ahead_of, count
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.notation import PlanRead
from sokoplan.puzzle.verify import Verdict
from sokoplan.puzzle.verify import verify as check

_MOST_REMARKS = 5


@level_command(
    level_argument(),
    PLAN_ARGUMENT,
    PLAN_FILE,
    JSON,
)
def verify(level: str, plan: str | None, plan_file: Path | None, as_json: bool, *, how: How) -> int:
    """Check a plan: is it legal, does it solve the level, how long is it?"""
    check_standard_input(level, plan)
    entry = one_level(level, how)
    code = ExitCode.SOLVED
    for read in given_plans(entry, plan, plan_file, how.limits):
        verdict = check(entry.level, read.plan)
        if as_json:
            print(json.dumps(_facts(entry, read, verdict)), flush=True)
        else:
            _print(entry, read, verdict)
        if not verdict.solved:
            code = ExitCode.NOT_VERIFIED
    return code


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
