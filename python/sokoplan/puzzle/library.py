"""Where levels come from: files, collections, standard input, and the levels that come with the program.

Comes in:  what a person types: `file`, `file#3`, `file#title`, a folder, `-`, or a bundled level's name.
Goes out:  `Entry`s: a level, the file it is from and its number there.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import FORMATS, Limits, read
from sokoplan.puzzle.level import Level, Reading

_LEVELS = Path(__file__).parent / "levels"


@dataclass(frozen=True)
class Entry:
    """One level, and where it was found; `index` counts from 1 within the file."""

    file: str
    index: int
    level: Level
    of: int = 1  # how many levels the file holds

    @property
    def name(self) -> str:
        """What to call it in a line of output."""
        file = Path(self.file).name
        return self.level.title or (file if self.of == 1 else f"{file}#{self.index}")


@dataclass(frozen=True)
class Bundled:
    """A level that comes with the program, with what is known of it (only what was proved)."""

    name: str
    file: str
    title: str
    author: str
    note: str
    difficulty: str
    solvable: bool = True
    moves: int | None = None
    pushes: int | None = None
    plans: int | None = None
    solution: str = ""

    def text(self) -> bytes:
        return (_LEVELS / self.file).read_bytes()

    @property
    def game(self) -> str:
        return self.level().game

    def level(self, reading: Reading = "end", limits: Limits | None = None) -> Level:
        # The index knows better than the board's file, which may have no place for a title.
        level = read(self.text(), source=self.file, reading=reading, limits=limits or Limits())[0]
        return replace(level, title=self.title, author=self.author, comments=level.comments or (self.note,))


@cache
def bundled() -> dict[str, Bundled]:
    """All bundled levels by name, in the order of the index."""
    index = tomllib.loads((_LEVELS / "index.toml").read_text(encoding="utf-8"))
    return {entry["name"]: Bundled(**entry) for entry in index["level"]}


def files_of(reference: str) -> list[str]:
    """The level files in a folder; anything else unchanged."""
    if not reference or not Path(reference).is_dir():
        return [reference]
    found = [str(path) for path in _level_files(Path(reference))]
    if not found:
        raise InputError(f"there are no level files in {reference}", f"Level files end in {_endings()}.")
    return found


def open_levels(
    reference: str, *, format: str | None = None, reading: Reading = "end", limits: Limits | None = None
) -> list[Entry]:
    """The levels that a reference means. Raises InputError with what would be right."""
    limits = limits or Limits()
    if reference == "-":
        return _entries("standard input", sys.stdin.buffer.read(limits.size + 1), format, reading, limits)
    path, chosen = _split(reference)
    if not path:
        raise InputError(
            "the name of a level cannot be empty", "Give a file, a folder, - or the name of a bundled level."
        )
    if Path(path).is_dir():
        raise InputError(f"{path} is a folder, not a level", "Give one of its files.")
    if Path(path).exists():
        entries = _entries(path, _bytes(Path(path), limits), format, reading, limits)
    elif path in bundled():
        entries = [Entry(path, 1, bundled()[path].level(reading, limits))]
    else:
        raise _unknown(path)
    return entries if chosen is None else [_choose(entries, chosen, path)]


def _split(reference: str) -> tuple[str, str | None]:
    """`file#3` in two. Files and titles may have a `#` of their own: the longest name that exists is the file."""
    if Path(reference).exists():
        return reference, None
    places = [place for place, char in enumerate(reference) if char == "#"]
    for place in reversed(places):
        path = reference[:place]
        if path and (path in bundled() or Path(path).exists()):
            return path, reference[place + 1 :]
    return (reference[: places[0]], reference[places[0] + 1 :]) if places else (reference, None)


def _choose(entries: list[Entry], chosen: str, path: str) -> Entry:
    if chosen.isascii() and chosen.isdigit():
        number = int(chosen)
        if 1 <= number <= len(entries):
            return entries[number - 1]
        # A title may be a number too, but a level of that number comes first.
        if all(entry.level.title != chosen for entry in entries):
            raise InputError(f"{path} has no level {number}", f"It has levels 1 to {len(entries)}.")
    by_title = [entry for entry in entries if entry.level.title.casefold() == chosen.casefold()]
    if by_title:
        return by_title[0]
    titles = [entry.level.title for entry in entries if entry.level.title]
    from difflib import get_close_matches

    near = get_close_matches(chosen, titles, 3)
    hint = f"Did you mean {' or '.join(map(repr, near))}?" if near else f"It has levels 1 to {len(entries)}."
    raise InputError(f"{path} has no level {chosen!r}", hint)


def _bytes(path: Path, limits: Limits) -> bytes:
    try:
        with path.open("rb") as file:
            # One byte more than allowed shows that the file is too large, without reading all of it.
            return file.read(limits.size + 1)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None


def _entries(source: str, data: bytes, format: str | None, reading: Reading, limits: Limits) -> list[Entry]:
    levels = read(data, source=source, format=format, reading=reading, limits=limits)
    return [Entry(source, index, level, len(levels)) for index, level in enumerate(levels, start=1)]


def _level_files(folder: Path) -> Iterator[Path]:
    endings = {ending for format in FORMATS.values() for ending in format.endings}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in endings and path.is_file():
            yield path


def _endings() -> str:
    return ", ".join(sorted({ending for format in FORMATS.values() for ending in format.endings}))


def _unknown(path: str) -> InputError:
    from difflib import get_close_matches

    near = get_close_matches(path, bundled(), 3)
    hint = f"Did you mean {' or '.join(near)}?" if near else "Run `sokoplan levels` to list the bundled ones."
    return InputError(f"there is no file or bundled level named {path!r}", hint)
