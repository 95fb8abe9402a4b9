"""Rows of levels and figures that appear as they are found, in columns that are fixed beforehand.

Where there is little room the name is cut and columns are left out from the right; a figure is never cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from sokoplan.cli.output import out
from sokoplan.errors import printable
from sokoplan.puzzle.library import Entry

_ANSWER = 16  # `unknown (memory)`
_LEAST_NAME, _MOST_NAME = 8, 60
_WIDTHS = {"moves": 6, "pushes": 6, "cost": 5, "plans": 9, "seconds": 8, "CPU s": 8, "engine": 8}
_WIDTH = 10
_GAP = 2


def label(entry: Entry) -> str:
    """The file, the number in it, and the title where it says more than the number."""
    file, title = Path(entry.file).name, entry.level.title
    place = file if entry.alone else f"{file}#{entry.index}"
    return printable(place if title == str(entry.index) else f"{place} {title}".rstrip())


class Rows:
    def __init__(self, entries: Iterable[Entry], columns: Iterable[str]) -> None:
        self.console = out()
        widths = {name: _WIDTHS.get(name, _WIDTH) for name in columns}
        longest = max((len(label(entry)) for entry in entries), default=0)
        room = self.console.width if self.console.is_terminal else 10**6
        answer = _ANSWER if room >= 60 else 10
        while widths and _LEAST_NAME + answer + sum(widths.values()) + _GAP * (len(widths) + 1) > room:
            widths.popitem()
        rest = room - answer - sum(widths.values()) - _GAP * (len(widths) + 1)
        self.widths = widths
        self.name = max(_LEAST_NAME, min(longest, _MOST_NAME, rest))
        self.answer = answer
        self.begun = False

    def add(self, entry: Entry, answer: str, cells: Mapping[str, str]) -> None:
        if not self.begun:
            self.begun = True
            self._print("level", "answer", {name: name for name in self.widths}, style="bold")
        self._print(label(entry), answer, cells)

    def _print(self, name: str, answer: str, cells: Mapping[str, str], style: str | None = None) -> None:
        short = name if len(name) <= self.name else f"{name[: self.name - 1]}…"
        figures = "".join(f"{'':{_GAP}}{cells.get(column, ''):>{width}}" for column, width in self.widths.items())
        line = f"{short:{self.name}}{'':{_GAP}}{answer:{self.answer}}{figures}".rstrip()
        if style is not None and self.console.is_terminal:
            self.console.print(line, style=style)
        else:
            print(line, flush=True)
