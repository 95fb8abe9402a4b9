"""A chapter of a lesson: words, and lists of lines that may be long."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Listing:
    """Lines to be shown as they are. Of a long list a reader first wants to see the beginning."""

    title: str
    lines: tuple[str, ...]
    whole: bool = False  # a drawing or a program, which makes no sense in part

    @staticmethod
    def of(title: str, lines: Iterable[str], *, whole: bool = False) -> Listing:
        return Listing(title, tuple(lines), whole)


@dataclass(frozen=True)
class Chapter:
    title: str
    words: str
    listings: tuple[Listing, ...] = field(default=())
