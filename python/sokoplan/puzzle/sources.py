"""Levels from whatever a Python program has: text, a path, an open file, the name of a bundled level."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, read
from sokoplan.puzzle.level import Level, Reading
from sokoplan.puzzle.library import files_of, open_levels

Source = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]


def read_levels(source: Source, format: str | None = None, reading: Reading = "end") -> list[Level]:
    """All levels of the source. Raises InputError, or TypeError if it is none of these."""
    if isinstance(source, bytes) or (isinstance(source, str) and "\n" in source):
        return read(source, format=format, reading=reading)
    if isinstance(source, str):
        return _named(source, format, reading)
    if isinstance(source, os.PathLike):
        path = os.fspath(source)
        if not Path(path).exists():
            raise InputError(f"there is no file {path}")
        return _opened(path, format, reading)
    if callable(getattr(source, "read", None)):
        name = getattr(source, "name", "")
        return read(source.read(), source=name if isinstance(name, str) else "", format=format, reading=reading)
    raise TypeError(f"expected level text, a path or an open file, not {type(source).__name__}")


def _named(source: str, format: str | None, reading: Reading) -> list[Level]:
    """A file, a folder, a bundled level; or a board on one line, with `|` between its rows."""
    if source == "-":
        raise InputError("'-' is not a level", "Pass sys.stdin to read from standard input.")
    try:
        return _opened(source, format, reading)
    except InputError:
        if not _is_board(source):
            raise
    return read(source, format=format, reading=reading)


def _opened(reference: str, format: str | None, reading: Reading) -> list[Level]:
    files = files_of(reference)
    return [entry.level for file in files for entry in open_levels(file, format=format, reading=reading)]


def _is_board(text: str) -> bool:
    if not text.strip() or Path(text).exists():
        return False
    try:
        detect(text)
    except InputError:
        return False
    return True
