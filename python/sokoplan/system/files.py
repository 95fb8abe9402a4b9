"""Files that were asked for, written or complained of in one way.

Comes in:  a path and what belongs there.     Goes out: the whole file; or InputError, which names it.

A full disk, a folder that may not be written and a path that leads nowhere all end alike, whichever command met them.
A file is written beside its place and then renamed, so that it is whole whenever it is there: Ctrl-C, a kill or a
full disk leave what was there before.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from sokoplan.errors import InputError


def save(path: Path, parts: Iterable[str] | bytes) -> None:
    """Text in parts, with plain line ends whatever the system, or bytes."""
    try:
        place = path.resolve() if path.is_symlink() else path
        draft = place.with_name(f".{place.name}.part")
        if _can_be_renamed(draft, place):
            try:
                _write(draft, parts)
                os.replace(draft, place)
            except BaseException:
                with suppress(OSError):
                    draft.unlink()
                raise
        else:
            _write(path, parts)
    except OSError as error:
        _drop_if_empty(path)
        raise unwritable(path, error.strerror or str(error)) from None


def _can_be_renamed(draft: Path, place: Path) -> bool:
    """Not onto a device or a pipe, nor in a folder where only the file itself may be written."""
    if place.exists() and (not place.is_file() or not os.access(place, os.W_OK)):
        return False
    try:
        draft.open("wb").close()
        if place.exists():
            draft.chmod(stat.S_IMODE(place.stat().st_mode))
    except OSError:
        return False
    return True


def _write(path: Path, parts: Iterable[str] | bytes) -> None:
    if isinstance(parts, bytes):
        path.write_bytes(parts)
    else:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(parts)


def check_writable(path: Path) -> None:
    """Called before long work, to report at once that a file cannot be written. Nothing is changed or left."""
    new = not path.exists()
    try:
        path.open("a", encoding="utf-8").close()
        if new:
            path.unlink()
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
