"""`sokoplan certify`: check somebody's claim that a plan is the best there is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.output import out
from sokoplan.errors import InputError


def certify(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="What `solve --certificate FOLDER` wrote.")],
    checker: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Who checks the proof: sokoplan, drat-trim or dratify. By default drat-trim where it is installed, "
            "else sokoplan.",
            show_default=False,
        ),
    ] = "",
) -> int:
    """Check a certificate: the formula is made anew from the level, the proof is checked, the plan is judged."""
    from sokoplan.solving.certify import CHECKERS, check

    if checker and checker not in CHECKERS:
        raise typer.BadParameter(f"there is no checker {checker!r}; it is one of {', '.join(CHECKERS)}")
    try:
        verdict = check(folder, checker)
    except InputError as error:
        # A line is spoken of only where the level, the one file of many lines that is parsed, is broken.
        raise error.at(str(folder / "level.json")) if error.line is not None else error from None
    console = out()
    for line in verdict.good:
        console.print(f"  ok    {line}", highlight=False)
    for line in verdict.bad:
        console.print(f"  FAILS {line}", highlight=False)
    console.print(verdict.words, highlight=False)
    return int(ExitCode.SOLVED if not verdict.bad else ExitCode.INTERNAL)


def register(app: typer.Typer) -> None:
    app.command()(certify)
