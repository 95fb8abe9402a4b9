"""`sokoplan solve`: what can be asked, and the checks before anything runs; the solving is in `solve_levels`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from sokoplan.cli.command import flag, option
from sokoplan.cli.engine_options import check_one_level, chosen_engine, engine_flags, given_options
from sokoplan.cli.keeping import check_ending, has_ending
from sokoplan.cli.options import (
    JOBS,
    JSON,
    MEMORY,
    How,
    Levels,
    budget_of,
    jobs_for,
    level_command,
    levels_argument,
    note_objective,
    objective_option,
    time_option,
)
from sokoplan.cli.values import FILE, Choice
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Objective

_LISTED = 100  # plans that --all lists by default
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
    JOBS,
    option(
        "--output",
        "-o",
        metavar="FILE",
        type=FILE,
        help="Keep what is found in a file: .sok (the levels with their solutions), .jsonl or .csv. "
        "Any other name is for the model of a SAT solver.",
    ),
    flag(
        "--plan-only",
        help="Print nothing but plans on standard output; what was found and proved goes to standard error.",
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
    jobs: int | None,
    output: Path | None,
    plan_only: bool,
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
    if plan_only and as_json:
        raise click.BadParameter("--json has the plan in a field of its own; give one", param_hint="--plan-only")
    if limit is not None and not all_plans:
        raise click.BadParameter("this is the number of plans that --all lists; add --all", param_hint="--limit")
    if all_plans and objective == "pushes":
        raise click.UsageError(
            "--all with --objective pushes: walking is free there, so there are infinitely many plans; "
            "use --objective pushes-moves"
        )
    if improve and (all_plans or engine == "race"):
        raise click.UsageError(f"--improve works on one plan, so it cannot be combined with {_other(all_plans)}")
    output = _for_the_model(output, engine, flags)
    engine = chosen_engine(engine, flags)
    given_options(engine, flags, whole=False)
    alone = _not_side_by_side(
        {"--all": all_plans, "--improve": improve, "--trace": trace, "--trace-picture": trace_picture is not None},
        engine,
    )
    if alone and (jobs or 1) > 1:
        raise click.BadParameter(f"levels are not solved side by side with {alone}", param_hint="--jobs")
    check_ending(output)
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
        plan_only=plan_only,
        all_plans=all_plans,
        most=_LISTED if limit is None else limit,
        options=options,
        output=output,
        jobs=1 if alone else jobs_for(jobs, len(entries)),
        improve=improve,
        trace=trace,
        trace_picture=trace_picture,
    )
    if asked.jobs > 1 and memory is None:
        asked = replace(asked, budget=replace(asked.budget, memory_mb=(asked.budget.memory_mb or 0) // asked.jobs))
    return max(found.code, solve_levels(entries, asked))


def _other(all_plans: bool) -> str:
    return "--all" if all_plans else "--engine race"


def _check_picture(path: Path, levels: int) -> None:
    from sokoplan.system.files import check_writable

    if levels > 1:
        raise click.BadParameter(f"one file is for one level, and there are {levels}", param_hint="--trace-picture")
    check_writable(path)


def _for_the_model(output: Path | None, engine: str, flags: dict[str, str | None]) -> Path | None:
    """The course's SAT planner calls the file for its model `--output` too: so it is, unless the ending is ours."""
    if output is None or has_ending(output) or engine not in ("auto", "sat") or flags.get("write_model"):
        return output
    flags["write_model"] = str(output)
    return None


def _not_side_by_side(given: dict[str, bool], engine: str) -> str:
    """What was given that needs one level after the other; empty if nothing was."""
    if engine == "race":
        return "a race, which takes all cores"
    return next((name for name, is_given in given.items() if is_given), "")


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
