"""`sokoplan explain`: why a level cannot be solved, drawn; or how the search means to pack it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sokoplan.cli.command import flag, option
from sokoplan.cli.exitcodes import ExitCode, of_reason
from sokoplan.cli.options import JSON, How, level_argument, level_command, one_level, time_option
from sokoplan.cli.output import out, print_board
from sokoplan.cli.values import FILE, Choice
from sokoplan.engines import EXPLAINERS
from sokoplan.engines.answer import Budget
from sokoplan.errors import printable

if TYPE_CHECKING:
    from sokoplan.engines.search.packing import Packing
    from sokoplan.puzzle.library import Entry
    from sokoplan.puzzle.packing import PackingPlan
    from sokoplan.views.tiles import Theme


def _themes() -> tuple[str, ...]:
    from sokoplan.views.tiles import THEMES

    return tuple(THEMES)


@level_command(
    level_argument(),
    option("--engine", "-e", type=Choice(EXPLAINERS), default="search", help="The engine that looks for the reason."),
    flag(
        "--plan",
        help="Show the packing plan of a level with goals instead: in which order the goals are filled, "
        "by which boxes, and what is parked where.",
    ),
    option("--output", "-o", metavar="FILE", type=FILE, help="With --plan: draw it as SVG in this file."),
    option("--theme", type=Choice(_themes), default="light", help="With --output: the colours."),
    time_option("The time limit: 60, 1.5m, 2h. Default: none."),
    JSON,
)
def explain(
    level: str,
    engine: str,
    plan: bool,
    output: Path | None,
    theme: Theme,
    time: float | None,
    as_json: bool,
    *,
    how: How,
) -> int:
    """Show why a level cannot be solved.

    Only the few things in it that already make it impossible are drawn. With --plan: how the search means to pack it.
    """
    if plan and engine != "search":
        raise click.BadParameter(f"only the engine search makes packing plans, not {engine}", param_hint="--engine")
    if output is not None and not plan:
        raise click.BadParameter("this is where --plan draws the packing plan; add --plan", param_hint="--output")
    if output is not None and output.suffix.lower() != ".svg":
        raise click.BadParameter("a packing plan is drawn as SVG; use a name ending in .svg", param_hint="--output")
    entry = one_level(level, how)
    if plan:
        return _packing(entry, Budget(time), output, theme, as_json=as_json)
    from sokoplan.solving.worker import run_explainer

    found = run_explainer(engine, entry.level, Budget(time))
    if as_json:
        from sokoplan.views.text import draw

        record = {
            "file": entry.file,
            "index": entry.index,
            "title": entry.level.title,
            "engine": engine,
            "impossible": found.proved,
            "words": found.words,
            "cells": [list(cell) for cell in sorted(found.marked)],
            "board": draw(found.part) if found.part is not None else None,
        }
        print(json.dumps(record))
    else:
        console = out()
        console.print(f"{printable(entry.name)}: {found.words}")
        if found.part is not None or found.marked:
            print_board(console, found.part or entry.level, marked=found.marked)
    if found.proved:
        return ExitCode.UNSOLVABLE
    return of_reason(found.reason) if found.reason else ExitCode.SOLVED


def _packing(entry: Entry, budget: Budget, output: Path | None, theme: Theme, *, as_json: bool) -> int:
    from sokoplan.engines.search.packing import packing_of

    found = packing_of(entry.level, budget)
    if output is not None and found.plan is not None:
        from sokoplan.system.files import save
        from sokoplan.views.packing_svg import packing_picture

        save(output, packing_picture(entry.level, found.plan, theme).encode())
    if as_json:
        print(json.dumps(_facts(entry, found)))
    else:
        console = out()
        console.print(f"{printable(entry.name)}: {found.words}")
        if found.plan is not None:
            from sokoplan.views.packing_text import text

            for line in text(entry.level, found.plan, console.width):
                console.print(line)
        if output is not None and found.plan is not None:
            console.print(printable(str(output)))
    if found.proved:
        return ExitCode.UNSOLVABLE
    return of_reason(found.reason) if found.reason else ExitCode.SOLVED


def _facts(entry: Entry, found: Packing) -> dict[str, object]:
    return {
        "file": entry.file,
        "index": entry.index,
        "title": entry.level.title,
        "words": found.words,
        "plan": _plan_facts(found.plan) if found.plan is not None else None,
    }


def _plan_facts(plan: PackingPlan) -> dict[str, object]:
    """Cells are [row, column] from 0, as in every JSON of ours; boxes and steps count from 1, as in the sentences."""
    boxes = enumerate(zip(plan.starts, plan.goals, strict=True), 1)
    return {
        "style": plan.style,
        "positions": plan.positions,
        "boxes": [{"box": number, "start": list(start), "goal": list(goal)} for number, (start, goal) in boxes],
        "steps": [
            {"step": number, "box": step.box, "from": list(step.source), "to": list(step.to), "until": step.until}
            for number, step in enumerate(plan.steps, 1)
        ],
    }
