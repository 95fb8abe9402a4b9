"""Level files that are packed: `.gz`, and `.zip` as if it were a folder.

Comes in:  a path and limits.     Goes out: the name and the bytes of each level file in it.

What is packed is read piece by piece and counted, whatever the archive says about itself, so that a bomb is refused
before it has gone off. Archives in archives are not opened.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import FORMATS, Limits

if TYPE_CHECKING:
    from gzip import GzipFile
    from zipfile import ZipFile, ZipInfo

ENDINGS = (".gz", ".zip")
# Text of levels shrinks to a tenth at most; what expands a hundredfold and is large was not written to be read.
_MOST_EXPANSION = 100
_SMALL = 1_000_000
_MOST_FILES = 100_000


def is_packed(path: Path) -> bool:
    return path.suffix.lower() in ENDINGS


def is_level_file(name: str) -> bool:
    """By its ending; that of a packed file is the one before `.gz`."""
    path = Path(name)
    if path.suffix.lower() == ".zip":
        return True
    if path.suffix.lower() == ".gz":
        path = path.with_suffix("")
    return path.suffix.lower() in {ending for format in FORMATS.values() for ending in format.endings}


def members(path: Path, limits: Limits, only: str = "") -> Iterator[tuple[str, bytes]]:
    """The level files in an archive, or the one of this name; each with its bytes."""
    try:
        if path.suffix.lower() == ".gz":
            import gzip

            with path.open("rb") as packed, gzip.open(packed) as file:
                yield str(path), _bounded(file, path.stat().st_size, limits, str(path))
            return
        from zipfile import ZipFile

        with ZipFile(path) as archive:
            yield from _zipped(archive, path, limits, only)
    except (OSError, EOFError, zlib.error, NotImplementedError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot read {path}: {why}") from None
    except Exception as error:
        if type(error).__name__ not in ("BadZipFile", "LZMAError"):
            raise
        raise InputError(f"cannot read {path}: {error}") from None


def _zipped(archive: ZipFile, path: Path, limits: Limits, only: str) -> Iterator[tuple[str, bytes]]:
    found = [info for info in archive.infolist() if not info.is_dir() and info.filename == (only or info.filename)]
    if only and not found:
        raise InputError(f"there is no file {only!r} in {path}")
    if len(found) > _MOST_FILES:
        raise InputError(f"{path} holds more than {_MOST_FILES:,} files")
    left = limits.size
    any_level = False
    for info in sorted(found, key=_name):
        name = f"{path}/{info.filename}"
        if not only and (not is_level_file(info.filename) or info.filename.lower().endswith(ENDINGS)):
            continue
        any_level = True
        with archive.open(info) as file:
            data = _bounded(file, info.compress_size, limits, name, left)
        left -= len(data)
        yield name, data
    if not any_level:
        raise InputError(f"there are no level files in {path}", "They end as level files in a folder do.")


def _name(info: ZipInfo) -> str:
    return info.filename


def _bounded(file: IO[bytes] | GzipFile, packed: int, limits: Limits, name: str, left: int | None = None) -> bytes:
    """All of the file, or InputError as soon as it is too much."""
    room = limits.size if left is None else left
    parts: list[bytes] = []
    size = 0
    while part := file.read(1 << 16):
        size += len(part)
        if size > room:
            raise limits.too_large(name, " once unpacked")
        if size > _SMALL and size > _MOST_EXPANSION * max(packed, 1):
            raise InputError(
                f"{name} expands more than {_MOST_EXPANSION} times",
                "No level file does that; unpack it yourself if you trust it.",
            )
        parts.append(part)
    return b"".join(parts)
