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

_SECONDS = 10.0  # to find the first horizon that has a plan


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
        "With --to lp and asp: the default horizon of the file. Default: Helltaker's limit, else 20.",
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
    chosen = _shortest(entry.level) if to == "dimacs" and horizon is None else horizon
    files = _files(entry.level, to, chosen, words, alone=output is None)
    if to == "dimacs" and horizon is None:
        # The file's first line says it too.
        asks = files["formula.cnf"].partition("\n")[0].partition(": ")[2]
        why = "the shortest there is" if chosen is not None else "the first horizon that is not obviously too short"
        warn(f"the formula asks for {asks}, {why}; --horizon sets another")
    if output is None:
        for text in files.values():
            print(text, end="" if text.endswith("\n") else "\n")
        return 0
    make_folder(output)
    for name, text in files.items():
        save(output / name, [text])
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


def _shortest(level: Level) -> int | None:
    """How many steps a shortest plan has; None if that is not found out in time, or there is no plan."""
    from sokoplan.engines.answer import Budget
    from sokoplan.solving.solve import solve

    result = solve(level, "auto", "moves", Budget(_SECONDS))
    return result.cost if result.optimal else None
