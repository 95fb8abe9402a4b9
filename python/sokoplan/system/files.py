"""Files that were asked for, written or complained of in one way.

Comes in:  a path and what belongs there.     Goes out: the file; or InputError, which names it.

A full disk, a folder that may not be written and a path that leads nowhere all end alike, whichever command met them,
and a file that could not even be begun is not left behind empty.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from sokoplan.errors import InputError


def save(path: Path, parts: Iterable[str] | bytes) -> None:
    """Text in parts, with plain line ends whatever the system, or bytes."""
    try:
        if isinstance(parts, bytes):
            path.write_bytes(parts)
        else:
            with path.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(parts)
    except OSError as error:
        _drop_if_empty(path)
        raise unwritable(path, error.strerror or str(error)) from None


def check_writable(path: Path) -> None:
    """Called before long work, to report at once that a file cannot be written. An existing file is left as it is."""
    try:
        path.open("a", encoding="utf-8").close()
    except OSError as error:
        raise unwritable(path, error.strerror or str(error)) from None


def discard(path: Path) -> None:
    """There is nothing to write: what an earlier run left there would be taken for an answer."""
    with suppress(OSError):
        if path.is_file():
            path.unlink()


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error.strerror or str(error)) from None


def unwritable(path: Path | str, why: str) -> InputError:
    return InputError(f"{path} cannot be written: {why}")


def _drop_if_empty(path: Path) -> None:
    with suppress(OSError):
        if path.is_file() and os.path.getsize(path) == 0:
            path.unlink()
