"""The pages' files, kept in memory: a page is answered at once, whatever the machine is busy with.

Comes in:  folders and files of ours, known when the server starts.     Goes out: answers, or None for any other name.

What is asked for is only ever looked up by its name in a table, so there is no path that could lead elsewhere. A file
that was changed since is read again (who works on the pages need not restart), but a new one is not noticed.
"""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}


@dataclass(frozen=True)
class _Kept:
    changed: int
    data: bytes
    tag: str


class Files:
    def __init__(self, folder: Path, more: dict[str, Path]) -> None:
        """`more` are files from elsewhere that are to be found among those of the folder."""
        found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        self._paths = {**found, **more}
        self._kept: dict[str, _Kept] = {}

    def answer(self, name: str, request: Request) -> Response | None:
        path = self._paths.get(name)
        if path is None:
            return None
        kept = self._read(name, path)
        headers = {"etag": kept.tag}
        if kept.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(kept.data, headers=headers, media_type=_kind(path))

    def _read(self, name: str, path: Path) -> _Kept:
        kept = self._kept.get(name)
        changed = path.stat().st_mtime_ns
        if kept is None or kept.changed != changed:
            data = path.read_bytes()
            kept = self._kept[name] = _Kept(changed, data, f'"{hashlib.sha256(data).hexdigest()[:20]}"')
        return kept


def _kind(path: Path) -> str:
    return _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
