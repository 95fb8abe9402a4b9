"""`sokoplan improve`: make a plan shorter."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from sokoplan.cli.command import option
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.given_plan import PLAN_ARGUMENT, PLAN_FILE, check_standard_input, given_plans
from sokoplan.cli.options import (
    JSON,
    MEMORY,
    How,
    budget_of,
    level_argument,
    level_command,
    note_objective,
    objective_option,
    one_level,
    time_option,
)
from sokoplan.cli.output import out, warn
from sokoplan.cli.plans import print_plan
from sokoplan.cli.progress import progress_of
from sokoplan.cli.values import Choice
from sokoplan.engines.answer import Objective
from sokoplan.errors import printable
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.notation import NOTATIONS, PlanRead
from sokoplan.puzzle.objective import value_of
from sokoplan.puzzle.verify import verify
from sokoplan.solving.ask import cost_of
from sokoplan.solving.improve import Improvement
from sokoplan.solving.improve import improve as improve_plan


@level_command(
    level_argument(),
    PLAN_ARGUMENT,
    PLAN_FILE,
    objective_option("moves"),
    time_option("The time limit: 60, 1.5m, 2h.", default="60"),
    MEMORY,
    option("--format", "-f", type=Choice(tuple(NOTATIONS)), default="lurd", help="How the plan is printed."),
    JSON,
)
def improve(
    level: str,
    plan: str | None,
    plan_file: Path | None,
    objective: Objective,
    time: float | None,
    memory: int | None,
    format: str,
    as_json: bool,
    *,
    how: How,
) -> int:
    """Make a plan shorter; it is never made worse.

    Without PLAN the solutions in the level's file are read, and the best of them is improved. Ctrl-C ends it with the
    best plan found until then.
    """
    check_standard_input(level, plan)
    entry = one_level(level, how)
    note_objective(objective, [entry])
    read = _best(entry, given_plans(entry, plan, plan_file, how.limits), objective)
    for remark in read.remarks:
        warn(remark)
    with progress_of([entry], prints=True) as tell:
        found = improve_plan(entry.level, read.plan, objective, budget_of(time, memory), report=partial(tell, entry))
        tell(entry, None)
    if as_json:
        print(json.dumps(_facts(entry, found)), flush=True)
    else:
        console = out()
        proved = "; optimal, proved by search" if found.gained and found.optimal else ""
        console.print(f"{printable(entry.name)}: {found.words}{proved} ({found.result.seconds:.2f} s)")
        print_plan(console, entry.level, found.plan, format)
    return ExitCode.SOLVED


def _best(entry: Entry, plans: list[PlanRead], objective: Objective) -> PlanRead:
    """Of several plans the best that works; if none does, the first, which is then refused with the reason."""

    def value(read: PlanRead) -> tuple[int, ...]:
        verdict = verify(entry.level, read.plan)
        counts = verdict.counts
        return (not verdict.solved, *value_of(objective, cost_of(objective, counts), counts.moves, counts.pushes))

    return min(plans, key=value) if len(plans) > 1 else plans[0]


def _facts(entry: Entry, found: Improvement) -> dict[str, object]:
    result = found.result
    return {
        "file": entry.file,
        "index": entry.index,
        "title": entry.level.title,
        "game": entry.level.game,
        "objective": result.objective,
        "improved": found.gained,
        "optimal": found.optimal,
        "plan": result.lurd,
        "moves": found.moves,
        "pushes": found.pushes,
        "cost": result.cost,
        "moves_before": found.before.moves,
        "pushes_before": found.before.pushes,
        "cost_before": cost_of(result.objective, found.before),
        "reason": result.reason or None,
        "seconds": round(result.seconds, 3),
        "nodes": result.answer.nodes,
    }
