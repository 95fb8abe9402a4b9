"""Where the commands write: results to standard output, everything else to standard error.

Plain when piped, and without colour under NO_COLOR: `rich` sees to both. Boards are drawn with signs only where the
terminal can show them.
"""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from sokoplan.errors import printable
from sokoplan.level import Cell, Level
from sokoplan.rules import Snapshot
from sokoplan.views.terminal import board
from sokoplan.views.text import draw


def out() -> Console:
    """Standard output; long lines are not broken, so that what is copied or piped is what was meant."""
    return Console(highlight=False, soft_wrap=True, markup=False, emoji=False)


def err() -> Console:
    return Console(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)


def complain(message: str) -> None:
    """An error, on standard error. Its lines are harmless already; what is ours to add is colour."""
    first, *rest = message.split("\n")
    console = err()
    console.print(Text.assemble(("error: ", "bold red"), first))
    for line in rest:
        console.print(line)


def warn(message: str) -> None:
    err().print(Text.assemble(("note: ", "yellow"), printable(message)))


def can_draw(console: Console) -> bool:
    return console.is_terminal and console.encoding.lower().startswith("utf")


def print_board(
    console: Console, level: Level, position: Snapshot | None = None, marked: frozenset[Cell] = frozenset()
) -> None:
    """The board, in colour on a terminal, in letters elsewhere."""
    if can_draw(console):
        console.print(board(level, position, marked))
    else:
        for row in draw(level, position):
            console.print(row)
