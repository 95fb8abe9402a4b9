"""`sokoplan export`: a level for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sokoplan.cli.options import How, LevelArgument, one_level, reads_levels, values
from sokoplan.cli.output import warn
from sokoplan.errors import printable
from sokoplan.planning.cnf import export as dimacs
from sokoplan.planning.export import EXPORTS
from sokoplan.system.files import make_folder, save

_WHAT = "; ".join(f"{name}: {export.what}" for name, export in EXPORTS.items())


@reads_levels
def export(
    level: LevelArgument,
    to: Annotated[
        str, typer.Option("--to", autocompletion=values(*EXPORTS), metavar="|".join(EXPORTS), help=f"{_WHAT}.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FOLDER", help="Write the files there, not to standard output."),
    ] = None,
    horizon: Annotated[
        int | None,
        typer.Option(
            "--horizon",
            metavar="T",
            min=0,
            help="With --to dimacs: how many moves the plan has. Default: the first that is not plainly too few.",
        ),
    ] = None,
    *,
    how: How,
) -> int:
    """Write a level as a planning problem, or as data, for other programs."""
    if to not in EXPORTS:
        raise typer.BadParameter(f"{to!r} is no export; these are: {', '.join(EXPORTS)}", param_hint="--to")
    entry = one_level(level, how)
    if horizon is not None and to != "dimacs":
        raise typer.BadParameter("only --to dimacs has a horizon", param_hint="--horizon")
    files = EXPORTS[to].files(entry.level) if horizon is None else dimacs.files(entry.level, horizon)
    if to == "dimacs" and horizon is None:
        # The file's first line says it too.
        asks = files["formula.cnf"].partition("\n")[0].partition(": ")[2]
        warn(f"the formula asks for {asks}, the first horizon that is not plainly too short; --horizon sets another")
    if output is None:
        for text in files.values():
            print(text, end="" if text.endswith("\n") else "\n")
        return 0
    make_folder(output)
    for name, text in files.items():
        save(output / name, [text])
        typer.echo(printable(str(output / name)))
    return 0


def register(app: typer.Typer) -> None:
    app.command()(export)
