"""Tables of levels and figures. Imported only to print one: rich is slow to load."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table


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
