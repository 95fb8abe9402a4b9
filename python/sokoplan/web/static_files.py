"""The files of the pages, cached in memory so that a page is quick however busy the machine is.

The files are listed once, when the server starts, and a request only looks up a name in that table: no path can lead
elsewhere. A file that changes is read again, so work on the pages needs no restart; a new file does.
"""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

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

    def answer(self, name: str, headers: Headers) -> Response | None:
        path = self._paths.get(name)
        if path is None:
            return None
        cached = self._read(name, path)
        tag = {"etag": cached.tag}
        if cached.tag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=tag)
        return Response(cached.data, headers=tag, media_type=_media_type(path))

    def _read(self, name: str, path: Path) -> _Cached:
        cached = self._cached.get(name)
        changed = path.stat().st_mtime_ns
        if cached is None or cached.changed != changed:
            data = path.read_bytes()
            cached = self._cached[name] = _Cached(changed, data, f'"{hashlib.sha256(data).hexdigest()[:20]}"')
        return cached


class Pages:
    """The files of the pages, as ASGI middleware in front of the routes. What is no file goes on to them.

    The first page asks for forty files, and each would be compared with every route first.
    """

    def __init__(self, app: ASGIApp, files: StaticFiles) -> None:
        self.app = app
        self.files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = None
        if scope["type"] == "http" and scope["method"] == "GET":
            name = "static/index.html" if scope["path"] == "/" else scope["path"][1:]
            if name.startswith("static/"):
                answer = self.files.answer(name.removeprefix("static/"), Headers(scope=scope))
        await (answer or self.app)(scope, receive, send)


def _media_type(path: Path) -> str:
    return _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
