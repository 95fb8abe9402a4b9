"""What a format is: a name, a way to recognise it, a way to read it, and perhaps a way to write it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from sokoplan.puzzle.formats.board import Limits
from sokoplan.puzzle.level import Level, Reading


@dataclass(frozen=True)
class Format:
    """One entry of the registry; the module that makes it draws a sample in its docstring."""

    name: str
    what: str  # one line for --help
    games: Collection[str]  # whose levels it holds
    endings: tuple[str, ...]  # file suffixes, lower case, with the dot
    looks_like: Callable[[str], bool]
    read: Callable[[str, Reading, Limits], list[Level]]
    write: Callable[[Sequence[Level]], str] | None = None  # None: we only read it
    holds_positions: bool = False  # whether a position from the middle of a game can be written too
