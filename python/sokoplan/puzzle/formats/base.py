"""What a format is: a name, a way to recognise it, a way to read it, and perhaps a way to write it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from sokoplan.puzzle.formats.board import Limits
from sokoplan.puzzle.level import Level, Reading


@dataclass(slots=True)
class Draft:
    """A level that was found in a text and is not made yet: of a large collection, only what is wanted is made.

    `make` raises InputError if the level is broken; the other levels of the text do not suffer from that.
    """

    make: Callable[[], Level]
    title: Callable[[], str] = lambda: ""


def only(level: Level) -> list[Draft]:
    """What a format returns that holds one level per file."""
    return [Draft(lambda: level, lambda: level.title)]


@dataclass(frozen=True)
class Format:
    """One entry of the registry; the module that makes it draws a sample in its docstring."""

    name: str
    what: str  # one line for --help
    games: Collection[str]  # whose levels it holds
    endings: tuple[str, ...]  # file suffixes, lower case, with the dot
    looks_like: Callable[[str], bool]
    read: Callable[[str, Reading, Limits], Iterable[Draft]]  # raises InputError where the text as a whole is no good
    write: Callable[[Sequence[Level]], str] | None = None  # None: we only read it
    holds_positions: bool = False  # whether a position from the middle of a game can be written too
