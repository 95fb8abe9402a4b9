"""Where the commands write: results to standard output, everything else to standard error.

Plain when piped, and without colour under NO_COLOR: `rich` sees to both. Boards are drawn with signs only where the
terminal can show them.
"""

from __future__ import annotations

from typing import IO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sokoplan.cli.exitcodes import ExitCode
from sokoplan.errors import InputError, printable
from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.rules import Snapshot
from sokoplan.solving.failure import InternalError, saved_and_told
from sokoplan.views.terminal import board
from sokoplan.views.text import framed


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """`| head` is nobody's fault; rich would end the program with a code of its own."""
        raise BrokenPipeError


# Where nobody looks at a screen, a table may be as wide as it likes.
_WIDE = 500


def out() -> Console:
    """Standard output; long lines are not broken, so that what is copied or piped is what was meant."""
    return _console(stderr=False)


def err() -> Console:
    return _console(stderr=True)


def onto(pipe: IO[str]) -> Console:
    """A pager's standard input: in colour, because the pager is on a terminal."""
    return _Console(file=pipe, force_terminal=True, width=_WIDE, highlight=False, soft_wrap=True, markup=False)


def _console(*, stderr: bool) -> Console:
    console = _Console(stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = _WIDE
    return console


class Figures(Table):
    """A table of levels and figures. Where there is little room the name is cut and columns are left out from the
    right; a figure is never cut."""

    def __init__(self, console: Console, *columns: str) -> None:
        super().__init__(box=None, header_style="bold", pad_edge=False)
        least = [8, 10, *map(len, columns[2:])]
        kept = len(columns)
        while kept > 2 and sum(least[:kept]) + 2 * (kept - 1) > console.width:
            kept -= 1
        room = console.width - sum(least[1:kept]) - 2 * (kept - 1)
        self.add_column(columns[0], no_wrap=True, overflow="ellipsis", max_width=max(room, least[0]))
        self.add_column(columns[1], no_wrap=True, min_width=least[1])
        for name in columns[2:kept]:
            self.add_column(name, justify="right", no_wrap=True, min_width=len(name))

    def add_figures(self, *cells: str) -> None:
        self.add_row(*cells[: len(self.columns)])


def is_narrow(console: Console) -> bool:
    """Whether a table had better leave out what is not essential."""
    return console.width < 72


def complain(message: str) -> None:
    _remark("error: ", "bold red", message)


def complain_of(name: str, error: InputError | InternalError) -> ExitCode:
    """One level of several could not be answered: say so, and what that makes of the exit code."""
    if isinstance(error, InputError):
        complain(str(error.at(name)))
        return ExitCode.BAD_INPUT
    complain(f"{name}: {saved_and_told(error)}")
    return ExitCode.INTERNAL


def warn(message: str) -> None:
    _remark("note: ", "yellow", message)


def _remark(kind: str, style: str, message: str) -> None:
    """On standard error. The lines are harmless already; what is ours to add is colour."""
    first, *rest = (printable(line) for line in message.split("\n"))
    console = err()
    console.print(Text.assemble((kind, style), first))
    for line in rest:
        console.print(line)


def can_draw(console: Console) -> bool:
    return console.is_terminal and console.encoding.lower().startswith("utf")


def print_board(
    console: Console, level: Level, position: Snapshot | None = None, marked: frozenset[Cell] = frozenset()
) -> None:
    """The board, in colour on a terminal, in letters elsewhere."""
    if can_draw(console):
        console.print(board(level, position, marked))
    else:
        for row in framed(level, position):
            console.print(row)
