"""What a format is: a name, a way to recognise it, a way to read it, and perhaps a way to write it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.board import Limits
from sokoplan.puzzle.level import Level, Reading


@dataclass(slots=True)
class Draft:
    """A level that was found in a text and is not made yet: of a large collection, only what is wanted is made."""

    level: Callable[[], Level]
    title: Callable[[], str] = lambda: ""
    source: str = ""  # the file's name
    number: int = 0  # from 1, in a text of several

    def make(self) -> Level:
        """Raises InputError if the level is broken; the other levels of the text do not suffer from that."""
        try:
            return self.level()
        except InputError as error:
            which = f"level {self.number}: " if self.number else ""
            raise replace(error, says=f"{which}{error.says}", source=self.source) from None


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
