"""A chapter of a lesson: a paragraph, perhaps a picture, and lists of lines that may be long."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan


@dataclass(frozen=True)
class Listing:
    """Lines that are shown as they are. A long list is cut unless it is `whole`."""

    title: str
    lines: tuple[str, ...]
    whole: bool = False  # a drawing or a program, which makes no sense if it is cut

    @staticmethod
    def of(title: str, lines: Iterable[str], *, whole: bool = False) -> Listing:
        return Listing(title, tuple(lines), whole)


@dataclass(frozen=True)
class Chapter:
    title: str
    words: str
    listings: tuple[Listing, ...] = field(default=())
    drawn: tuple[Level, Plan] | None = None  # a board, and the plan to be played on it; on a page only
