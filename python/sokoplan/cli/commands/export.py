"""`sokoplan export`: a level for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sokoplan.cli.command import option
from sokoplan.cli.options import How, level_argument, level_command, one_level
from sokoplan.cli.output import warn
from sokoplan.cli.values import FILE, Choice
from sokoplan.errors import printable
from sokoplan.system.files import make_folder, save

if TYPE_CHECKING:
    from sokoplan.puzzle.level import Level
    from sokoplan.solving.result import Result

_SECONDS = 10.0  # to find a horizon that has a plan


def _kinds() -> tuple[str, ...]:
    from sokoplan.planning.export import EXPORTS

    return tuple(EXPORTS)


def _what() -> str:
    from sokoplan.planning.export import EXPORTS

    return "; ".join(f"{name}: {export.what}" for name, export in EXPORTS.items())


@level_command(
    level_argument(),
    option("--to", type=Choice(_kinds), required=True, help=lambda: f"What to write. {_what()}."),
    option("--output", "-o", metavar="FOLDER", type=FILE, help="Write files there rather than to standard output."),
    option(
        "--horizon",
        metavar="T",
        type=click.IntRange(min=0),
        help="With --to dimacs: how many moves the plan has. Default: those of a shortest plan, if found in 10 s. "
        "With --to lp and asp: the default horizon of the file. Default: Helltaker's limit, else 20, or what a "
        "shortest plan needs.",
    ),
    option(
        "--words",
        type=Choice(("own", "course")),
        default="own",
        help="With --to lp: facts for our encodings, or for the sokoban.lp of the course's ASP project.",
    ),
)
def export(level: str, to: str, output: Path | None, horizon: int | None, words: str, *, how: How) -> int:
    """Write a level as a planning problem, a formula or data for other programs."""
    entry = one_level(level, how)
    if words == "course" and to != "lp":
        raise click.BadParameter("only --to lp has other words", param_hint="--words")
    if horizon is not None and (to not in _WITH_HORIZON or words == "course"):
        hint = "the course's program takes it from clingo: -c maxsteps=N" if words == "course" else ""
        others = f"only --to {' and '.join(_WITH_HORIZON)} have a horizon"
        raise click.BadParameter(hint or others, param_hint="--horizon")
    if horizon is None and to in _WITH_HORIZON and words == "own" and (to == "dimacs" or entry.level.limit is None):
        horizon, note = (_of_formula if to == "dimacs" else _of_program)(entry.level)
        if note:
            warn(note)
    files = _files(entry.level, to, horizon, words, alone=output is None)
    if output is None:
        for text in files.values():
            print(text, end="" if text.endswith("\n") else "\n")
        return 0
    make_folder(output)
    for name, text in files.items():
        save(output / name, [text])
    for name in files:  # when all are there: whoever reads the list may stop early
        click.echo(printable(str(output / name)))
    return 0


_WITH_HORIZON = ("dimacs", "lp", "asp")


def _files(level: Level, to: str, horizon: int | None, words: str, *, alone: bool) -> dict[str, str]:
    """The files; for standard output, which is `alone`, one that stands for all where there is such a thing."""
    from sokoplan.planning.export import EXPORTS

    if words == "course":
        from sokoplan.planning.asp import course

        return course.files(level)
    if to == "asp":
        from sokoplan.planning.asp import export as asp

        return {"level.lp": asp.program(level, horizon)} if alone else asp.files(level, horizon)
    if horizon is None:
        return EXPORTS[to].files(level)
    from sokoplan.planning.asp import facts as lp
    from sokoplan.planning.cnf import export as dimacs

    return dimacs.files(level, horizon) if to == "dimacs" else lp.files(level, horizon)


def _of_formula(level: Level) -> tuple[int, str]:
    """The horizon of a formula, which is for one length of plans, and a note on why it is this one."""
    from sokoplan.planning.cnf.dimacs import title_of
    from sokoplan.planning.cnf.export import first_horizon

    found = _best_plan(level)
    why = "the least there is" if level.limit is not None else "the shortest there is"
    horizon = found.cost if found.optimal else None
    if horizon is None:
        none = found.status == "unsolvable"
        why = "but there is no plan at all" if none else "the first horizon that is not obviously too short"
        horizon = first_horizon(level)
    asks = title_of(level.law.measured("moves"), horizon)  # the file's first line says it too
    return horizon, f"the formula asks for {asks}, {why}; --horizon sets another"


def _of_program(level: Level) -> tuple[int, str]:
    """The default horizon of a program, which allows shorter plans too, and a note if it is not the usual one."""
    from sokoplan.planning.asp.facts import HORIZON

    found = _best_plan(level)
    sets = "--horizon or clingo's -c horizon=N sets another"
    if found.cost is None:
        late = f"no plan was found in {_SECONDS:.0f} s, so the horizon of the program is {HORIZON}; {sets}"
        return HORIZON, late if found.status == "unknown" else ""
    if found.cost <= HORIZON:
        return HORIZON, ""
    which = "a shortest plan" if found.optimal else "the shortest plan found"
    return found.cost, f"the horizon of the program is {found.cost}, the moves of {which}; {sets}"


def _best_plan(level: Level) -> Result:
    """A shortest plan, or what is found in time."""
    from sokoplan.engines.answer import Budget
    from sokoplan.solving.solve import solve

    result = solve(level, "auto", "moves", Budget(_SECONDS))
    if result.reason == "cancelled":
        raise KeyboardInterrupt  # the search hears of it first, and only stops itself
    return result
