"""`sokoplan certify`: check a certificate, the claim that a plan is the best there is."""

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
    """Check a certificate: rebuild its formula, check its proof, run its plan. The exit code is 34 if it fails."""
    from sokoplan.solving.certify import CHECKERS, check

    if checker and checker not in CHECKERS:
        raise typer.BadParameter(f"unknown checker {checker!r}; choose one of {', '.join(CHECKERS)}")
    try:
        findings = check(folder, checker)
    except InputError as error:
        # Only the level, the one file of many lines that is parsed, has errors with line numbers.
        raise error.at(str(folder / "level.json")) if error.line is not None else error from None
    console = out()
    for line in findings.passed:
        console.print(f"  ok    {line}", highlight=False)
    for line in findings.failed:
        console.print(f"  FAILS {line}", highlight=False)
    console.print(findings.words, highlight=False)
    return int(ExitCode.NOT_VERIFIED if findings.failed else ExitCode.SOLVED)


def register(app: typer.Typer) -> None:
    app.command()(certify)
