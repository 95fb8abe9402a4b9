"""Where levels come from: files, collections, standard input, and the levels that come with the program.

Comes in:  what a person types: `file`, `file#3`, `file#1-20`, `file#title`, a folder, `-`, or a bundled level's name.
Goes out:  `Entry`s: a level, the file it is from and its number there.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, islice
from pathlib import Path

from sokoplan.errors import InputError
from sokoplan.puzzle.archives import ENDINGS, is_level_file, is_packed, members
from sokoplan.puzzle.formats import FORMATS, Draft, Limits, drafts, read
from sokoplan.puzzle.level import Level, Reading

_LEVELS = Path(__file__).parent / "levels"


@dataclass(frozen=True)
class Entry:
    """One level, and where it was found; `index` counts from 1 within the file."""

    file: str
    index: int
    level: Level
    alone: bool = True  # whether the file holds no other

    @property
    def name(self) -> str:
        """What to call it in a line of output."""
        file = Path(self.file).name
        return self.level.title or (file if self.alone else f"{file}#{self.index}")


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


def each_level(
    reference: str, *, format: str | None = None, reading: Reading = "end", limits: Limits | None = None
) -> Iterator[Entry | InputError]:
    """The levels that a reference means, one by one; in the place of a broken one, what is wrong with it.

    Only what the reference names is made: of `file#3`, one level. Raises InputError where there is no such file or
    level, or where the file as a whole cannot be read.
    """
    how = _How(format, reading, limits or Limits())
    path, chosen = _split(reference)
    if chosen is None:
        yield from (_made(numbered) for numbered in _numbered(path, how))
    else:
        yield from map(_made, _chosen(path, chosen, how))


def open_levels(
    reference: str, *, format: str | None = None, reading: Reading = "end", limits: Limits | None = None
) -> list[Entry]:
    """All levels that a reference means. Raises InputError, with what would be right, at the first broken one."""
    entries = []
    for found in each_level(reference, format=format, reading=reading, limits=limits):
        if isinstance(found, InputError):
            raise found
        entries.append(found)
    return entries


@dataclass(frozen=True)
class _How:
    format: str | None
    reading: Reading
    limits: Limits


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A draft, and where it was found."""

    file: str
    index: int
    draft: Draft
    alone: bool


def _made(found: _Numbered) -> Entry | InputError:
    try:
        return Entry(found.file, found.index, found.draft.make(), found.alone)
    except InputError as error:
        return error


def _numbered(path: str, how: _How) -> Iterator[_Numbered]:
    """The drafts of a file, of standard input, of an archive or of a bundled level."""
    if path == "-":
        yield from _drafts("standard input", sys.stdin.buffer.read(how.limits.size + 1), how)
        return
    if not path:
        raise InputError(
            "the name of a level cannot be empty", "Give a file, a folder, - or the name of a bundled level."
        )
    here = Path(path)
    if here.is_dir():
        raise InputError(f"{path} is a folder, not a level", "Give one of its files.")
    if here.exists():
        if not is_packed(here):
            yield from _drafts(path, _bytes(here, how.limits), how)
        else:
            for name, data in members(here, how.limits):
                yield from _drafts(name, data, how)
    elif (packed := _archive_of(here)) is not None:
        for name, data in members(packed, how.limits, here.relative_to(packed).as_posix()):
            yield from _drafts(name, data, how)
    elif path in bundled():
        entry = bundled()[path]
        yield _Numbered(path, 1, Draft(lambda: entry.level(how.reading, how.limits), lambda: entry.title), True)
    else:
        raise _unknown(path)


def _drafts(source: str, data: bytes, how: _How) -> Iterator[_Numbered]:
    found = drafts(data, source=source, format=how.format, reading=how.reading, limits=how.limits)
    first = next(found)
    second = next(found, None)
    if second is None:
        yield _Numbered(source, 1, first, True)
        return
    for index, draft in enumerate(chain((first, second), found), start=1):
        yield _Numbered(source, index, draft, False)


def _archive_of(path: Path) -> Path | None:
    """The archive of `pack.zip/inner.xsb`."""
    return next((parent for parent in path.parents if parent.suffix.lower() == ".zip" and parent.is_file()), None)


def _split(reference: str) -> tuple[str, str | None]:
    """`file#3` in two. Files and titles may have a `#` of their own: the longest name that exists is the file."""
    if Path(reference).exists():
        return reference, None
    places = [place for place, char in enumerate(reference) if char == "#"]
    for place in reversed(places):
        path = reference[:place]
        if path and (path in bundled() or Path(path).exists() or _archive_of(Path(path)) is not None):
            return path, reference[place + 1 :]
    return (reference[: places[0]], reference[places[0] + 1 :]) if places else (reference, None)


_RANGE = re.compile(r"([0-9]{1,9})(?:(-)([0-9]{0,9}))?", re.ASCII)


def _chosen(path: str, chosen: str, how: _How) -> Iterator[_Numbered]:
    """`3`, `1-20`, `5-` or a title. In an archive of several files, numbers count through all of them."""
    count = 0
    if span := _RANGE.fullmatch(chosen):
        first = int(span[1])
        last = first if not span[2] else int(span[3]) if span[3] else sys.maxsize
        if first > last:
            raise InputError(f"{path}#{chosen} is no range of levels", "The first number is the smaller one: #1-20.")
        for found in islice(_numbered(path, how), last):
            count += 1
            if count >= first:
                yield found
        if count >= first >= 1:
            return
    # A title may look like a number too, but a level of that number comes first.
    titles = []
    for found in _numbered(path, how):
        title = found.draft.title()
        if title.casefold() == chosen.casefold():
            yield found
            return
        titles.append(title)
    has = f"It has levels 1 to {len(titles)}."
    if span:
        raise InputError(f"{path} has no level {chosen}", has)
    from difflib import get_close_matches

    near = get_close_matches(chosen, filter(None, titles), 3)
    raise InputError(
        f"{path} has no level {chosen!r}", f"Did you mean {' or '.join(map(repr, near))}?" if near else has
    )


def _bytes(path: Path, limits: Limits) -> bytes:
    try:
        with path.open("rb") as file:
            # One byte more than allowed shows that the file is too large, without reading all of it.
            return file.read(limits.size + 1)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None


def _level_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*"), key=_as_people_sort):
        if is_level_file(path.name) and path.is_file():
            yield path


def _as_people_sort(path: Path) -> tuple[tuple[tuple[int, str], ...], ...]:
    """map2 before map10 and before map2-1: numbers in a name count as numbers, and its ending comes last."""
    return tuple(
        tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]+)", name))
        for name in (*path.with_suffix("").parts, path.suffix)
    )


def _endings() -> str:
    return ", ".join(sorted({ending for format in FORMATS.values() for ending in format.endings} | set(ENDINGS)))


def _unknown(path: str) -> InputError:
    from difflib import get_close_matches

    near = get_close_matches(path, bundled(), 3)
    hint = f"Did you mean {' or '.join(near)}?" if near else "Run `sokoplan levels` to list the bundled ones."
    return InputError(f"there is no file or bundled level named {path!r}", hint)
