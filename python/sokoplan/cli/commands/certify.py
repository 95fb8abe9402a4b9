"""`sokoplan certify`: check a certificate, the claim that a plan is the best there is."""

from __future__ import annotations

from pathlib import Path

from sokoplan.cli.command import argument, command, option
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.output import out
from sokoplan.cli.values import FILE, Choice
from sokoplan.errors import InputError


def _checkers() -> tuple[str, ...]:
    from sokoplan.solving.certify import CHECKERS

    return tuple(CHECKERS)


@command(
    argument("folder", metavar="FOLDER", type=FILE, help="What `solve --certificate FOLDER` wrote."),
    option(
        "--checker",
        type=Choice(_checkers),
        help="The program that checks the proof. Default: drat-trim where it is installed, else sokoplan.",
    ),
)
def certify(folder: Path, checker: str | None) -> int:
    """Check a certificate that no plan is shorter.

    The formula is made again from the level, the proof is checked against it, and the plan against the rules.
    """
    from sokoplan.solving.certify import check

    try:
        findings = check(folder, checker or "")
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
