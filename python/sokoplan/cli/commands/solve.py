"""`sokoplan solve`: what can be asked, and the checks before anything runs; the solving is in `solve_levels`."""

from __future__ import annotations

from pathlib import Path

import click

from sokoplan.cli.command import flag, option
from sokoplan.cli.engine_options import check_one_level, chosen_engine, engine_flags, given_options
from sokoplan.cli.options import (
    JSON,
    MEMORY,
    How,
    Levels,
    budget_of,
    level_command,
    levels_argument,
    note_objective,
    objective_option,
    time_option,
)
from sokoplan.cli.values import FILE, Choice
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Objective

_LISTED = 20  # plans that --all lists by default
_OLD = "old-pushes"


def _plan_formats() -> tuple[str, ...]:
    from sokoplan.cli.plans import PLAN_FORMATS

    return PLAN_FORMATS


def _engines() -> str:
    return "; ".join(f"{name}: {listing.what}" for name, listing in ENGINES.items())


@level_command(
    levels_argument(),
    option(
        "--engine",
        "-e",
        type=Choice(("auto", "race", *ENGINES)),
        metavar="NAME",
        default="auto",
        help=lambda: (
            "auto: the best engine for the level, joined by a second one if it is hard; "
            f"race: all engines side by side; {_engines()}."
        ),
    ),
    objective_option("any"),
    time_option("The time limit for each level: 60, 1.5m, 2h. Default: none."),
    MEMORY,
    JSON,
    option("--format", "-f", type=Choice(_plan_formats), help="How plans are printed. Default: lurd."),
    flag("old_style", "--old-style-output", help=f"The same as --format {_OLD}: (x1, y1) --> (x2, y2)."),
    flag(
        "--improve",
        help="Find any plan first, then make it shorter by --objective (any: moves) for what is left of --time "
        "(default: 60 s). Nothing is proved unless nothing is left to try.",
    ),
    flag("all_plans", "--all", help="Count all best plans (Helltaker: all within the limit), and list some."),
    option(
        "--limit",
        metavar="N",
        type=click.IntRange(0, 10**9),
        help=f"With --all: how many plans to list. Default: {_LISTED}.",
    ),
    flag("--trace", help="Also show what every horizon took (sat and asp): seconds, size, conflicts, answer."),
    option("--trace-picture", metavar="FILE", type=FILE, help="Draw what every horizon took, in an SVG file."),
    *engine_flags(),
)
def solve(
    levels: tuple[str, ...],
    engine: str,
    objective: Objective,
    time: float | None,
    memory: int | None,
    as_json: bool,
    format: str | None,
    old_style: bool,
    improve: bool,
    all_plans: bool,
    limit: int | None,
    trace: bool,
    trace_picture: Path | None,
    *,
    how: How,
    **flags: str | None,
) -> int:
    """Find plans for levels, and prove them best.

    Every plan is checked against the rules before it is printed; "optimal" means proved.
    """
    plan_format = _format(format, old_style=old_style, as_json=as_json)
    if limit is not None and not all_plans:
        raise click.BadParameter("this is the number of plans that --all lists; add --all", param_hint="--limit")
    if all_plans and objective == "pushes":
        raise click.UsageError(
            "--all with --objective pushes: walking is free there, so there are infinitely many plans; "
            "use --objective pushes-moves"
        )
    if improve and (all_plans or engine == "race"):
        raise click.UsageError(f"--improve works on one plan, so it cannot be combined with {_other(all_plans)}")
    engine = chosen_engine(engine, flags)
    given_options(engine, flags, whole=False)
    from sokoplan.cli.solve_levels import Asked, check_format, solve_levels

    found = Levels(levels, how)
    entries = list(found)
    if trace_picture is not None:
        _check_picture(trace_picture, len(entries))
    check_format(plan_format, entries)
    check_one_level(flags, len(entries))
    note_objective(objective, entries)
    options = given_options(engine, flags, whole=not any(entry.level.options for entry in entries))
    asked = Asked(
        engine=engine,
        objective=objective,
        budget=budget_of(time, memory),
        format=plan_format,
        as_json=as_json,
        all_plans=all_plans,
        most=_LISTED if limit is None else limit,
        options=options,
        improve=improve,
        trace=trace,
        trace_picture=trace_picture,
    )
    return max(found.code, solve_levels(entries, asked))


def _other(all_plans: bool) -> str:
    return "--all" if all_plans else "--engine race"


def _check_picture(path: Path, levels: int) -> None:
    from sokoplan.system.files import check_writable

    if levels > 1:
        raise click.BadParameter(f"one file is for one level, and there are {levels}", param_hint="--trace-picture")
    check_writable(path)


def _format(format: str | None, *, old_style: bool, as_json: bool) -> str | None:
    if old_style:
        if format not in (None, _OLD):
            raise click.BadParameter(f"it means --format {_OLD}, not {format}", param_hint="--old-style-output")
        format = _OLD
    if format is not None and as_json:
        raise click.BadParameter(
            "not with --json, which has the plan in LURD in a field of its own", param_hint="--format"
        )
    return format
