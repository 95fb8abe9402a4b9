"""Levels from whatever a Python program has: text, a path, an open file, the name of a bundled level."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, drafts
from sokoplan.puzzle.level import Level, Reading
from sokoplan.puzzle.library import each_level, files_of

Source = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]


def read_levels(
    source: Source, format: str | None = None, reading: Reading = "end", *, strict: bool = False
) -> list[Level]:
    """All levels of the source. Raises InputError, or TypeError if it is none of these.

    A broken level among good ones is left out with a warning, unless `strict`.
    """
    levels: list[Level] = []
    errors: list[InputError] = []
    for found in each_found(source, format, reading):
        if isinstance(found, Level):
            levels.append(found)
        elif strict:
            raise found
        else:
            errors.append(found)
    if not levels:
        raise errors[0]
    for error in errors:
        warnings.warn(f"a level was skipped: {error}", stacklevel=3)
    return levels


def each_found(source: Source, format: str | None = None, reading: Reading = "end") -> Iterator[Level | InputError]:
    """The levels of the source one by one, made as they are asked for; in the place of a broken one, its error."""
    if isinstance(source, bytes) or (isinstance(source, str) and "\n" in source):
        return _in_text(source, "", format, reading)
    if isinstance(source, str):
        if source == "-":
            raise InputError("'-' is not a level", "Pass sys.stdin to read from standard input.")
        # A file, a folder, a bundled level; or a board on one line, with `|` between its rows.
        if _is_board(source):
            return _in_text(source, "", format, reading)
        return _in_files(source, format, reading)
    if isinstance(source, os.PathLike):
        path = os.fspath(source)
        if not Path(path).exists():
            raise InputError(f"there is no file {path}")
        return _in_files(path, format, reading)
    if callable(getattr(source, "read", None)):
        name = getattr(source, "name", "")
        return _in_text(source.read(), name if isinstance(name, str) else "", format, reading)
    raise TypeError(f"expected level text, a path or an open file, not {type(source).__name__}")


def _in_text(text: str | bytes, name: str, format: str | None, reading: Reading) -> Iterator[Level | InputError]:
    for draft in drafts(text, source=name, format=format, reading=reading):
        try:
            yield draft.make()
        except InputError as error:
            yield error


def _in_files(reference: str, format: str | None, reading: Reading) -> Iterator[Level | InputError]:
    for file in files_of(reference):
        for found in each_level(file, format=format, reading=reading):
            yield found if isinstance(found, InputError) else found.level


def _is_board(text: str) -> bool:
    if "#" not in text or "|" not in text or Path(text).exists():
        return False
    try:
        detect(text)
    except InputError:
        return False
    return True
