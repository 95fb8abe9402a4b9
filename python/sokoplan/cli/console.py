"""Consoles and tables of rich, set up for this program. Imported only to print something: rich is slow to load."""

from __future__ import annotations

from typing import IO

import rich.console
from rich.table import Table

# Where nobody looks at a screen, a table may be as wide as it likes.
_WIDE = 500


class Console(rich.console.Console):
    def on_broken_pipe(self) -> None:
        """`| head` is nobody's fault; rich would end the program with a code of its own."""
        raise BrokenPipeError


def console(*, stderr: bool) -> Console:
    made = Console(stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)
    if not made.is_terminal:
        made.width = _WIDE
    return made


def console_of(pipe: IO[str]) -> Console:
    """In colour, because the pager that reads the pipe is on a terminal."""
    return Console(file=pipe, force_terminal=True, width=_WIDE, highlight=False, soft_wrap=True, markup=False)


class Figures(Table):
    """A table of levels and figures. Where there is little room the name is cut and columns are left out from the
    right; a figure is never cut."""

    def __init__(self, console: rich.console.Console, *columns: str) -> None:
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
