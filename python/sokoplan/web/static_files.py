"""The files of the pages, cached in memory so that a page is quick however busy the machine is.

The files are listed once, when the server starts, and a request only looks up a name in that table: no path can lead
elsewhere. A file that changes is read again, so work on the pages needs no restart; a new file does.
"""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}


@dataclass(frozen=True)
class _Cached:
    changed: int
    data: bytes
    tag: str


class StaticFiles:
    def __init__(self, folder: Path, shared: dict[str, Path]) -> None:
        """`shared` are files from other folders, by the names they get here."""
        own = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        self._paths = {**own, **shared}
        self._cached: dict[str, _Cached] = {}

    def answer(self, name: str, request: Request) -> Response | None:
        path = self._paths.get(name)
        if path is None:
            return None
        cached = self._read(name, path)
        headers = {"etag": cached.tag}
        if cached.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(cached.data, headers=headers, media_type=_media_type(path))

    def _read(self, name: str, path: Path) -> _Cached:
        cached = self._cached.get(name)
        changed = path.stat().st_mtime_ns
        if cached is None or cached.changed != changed:
            data = path.read_bytes()
            cached = self._cached[name] = _Cached(changed, data, f'"{hashlib.sha256(data).hexdigest()[:20]}"')
        return cached


def _media_type(path: Path) -> str:
    return _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
