"""Where the commands write: results to standard output, everything else to standard error.

Plain when piped, and without colour under NO_COLOR: `rich` sees to both. Boards are drawn with signs only where the
terminal can show them. Errors and notes do without rich, which takes longer to import than a mistake is worth.
"""

from __future__ import annotations

import os
import sys
from typing import IO, TYPE_CHECKING

from sokoplan.cli.exitcodes import ExitCode
from sokoplan.errors import InputError, printable

if TYPE_CHECKING:
    from rich.console import Console

    from sokoplan.puzzle.level import Cell, Level
    from sokoplan.puzzle.rules import Snapshot
    from sokoplan.solving.failure import InternalError


def out() -> Console:
    """Standard output; long lines are not broken, so that what is copied or piped is what was meant."""
    from sokoplan.cli.console import console

    return console(stderr=False)


def err() -> Console:
    from sokoplan.cli.console import console

    return console(stderr=True)


def onto(pipe: IO[str]) -> Console:
    """A pager's standard input."""
    from sokoplan.cli.console import console_of

    return console_of(pipe)


def is_narrow(console: Console) -> bool:
    """Whether a table had better leave out what is not essential."""
    return console.width < 72


def complain(message: str) -> None:
    _remark("error:", "1;31", message)


def complain_of(name: str, error: InputError | InternalError) -> ExitCode:
    """One level of several could not be answered: say so, and what that makes of the exit code."""
    if isinstance(error, InputError):
        complain(str(error.at(name)))
        return ExitCode.BAD_INPUT
    from sokoplan.solving.failure import saved_and_told

    complain(f"{name}: {saved_and_told(error)}")
    return ExitCode.INTERNAL


def warn(message: str) -> None:
    _remark("note:", "33", message)


def _remark(kind: str, colour: str, message: str) -> None:
    """On standard error. What comes from outside is made harmless; what is ours to add is colour."""
    lines = "\n".join(printable(line) for line in message.split("\n"))
    coloured = sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    print(f"\x1b[{colour}m{kind}\x1b[0m" if coloured else kind, lines, file=sys.stderr, flush=True)


def can_draw(console: Console) -> bool:
    return console.is_terminal and console.encoding.lower().startswith("utf")


def print_board(
    console: Console, level: Level, position: Snapshot | None = None, marked: frozenset[Cell] = frozenset()
) -> None:
    """The board, in colour on a terminal, in letters elsewhere."""
    if can_draw(console):
        from sokoplan.views.terminal import board

        console.print(board(level, position, marked))
        return
    from sokoplan.views.text import framed

    for row in framed(level, position):
        console.print(row)
