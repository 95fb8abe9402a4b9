"""Chores: what a page waits for and may take long, done in a child process with limits.

Comes in:  the name of a chore and its arguments, as JSON.     Goes out: files: name, type, text or bytes.

Engines have `worker`; this is the same idea for exports and animations, which a library may take seconds over. The
child is a fresh interpreter that imports nothing of the web.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from sokoplan.errors import InputError
from sokoplan.planning.export import EXPORTS
from sokoplan.puzzle.formats import FORMATS, Limits, write
from sokoplan.puzzle.formats.json import level_from_data
from sokoplan.puzzle.notation import read_plan
from sokoplan.solving.worker import limit_memory
from sokoplan.system.process import die_with_parent

_CHILD = "from sokoplan.web.child_tasks import serve; serve()"
_LOOK = 0.25
Files = list[dict[str, str]]


class Overdue(Exception):
    """It took too long, or too much memory."""


class Busy(Exception):
    """As many chores as there are cores are under way, and as many wait as may wait."""


class Chores:
    def __init__(self, at_a_time: int, waiting: int, seconds: float, memory_mb: int) -> None:
        self.slots = asyncio.Semaphore(at_a_time)
        self.most = at_a_time + waiting
        self.seconds = seconds
        self.memory_mb = memory_mb
        self.here = 0

    async def run(self, chore: str, arguments: dict[str, Any], gone: Callable[[], Awaitable[bool]]) -> Files:
        """The files. InputError, Overdue or Busy; killed within a second if the client is `gone`."""
        if self.here >= self.most:
            raise Busy
        self.here += 1
        try:
            async with self.slots:
                if await gone():
                    raise Overdue
                return await self._run({"chore": chore, "memory_mb": self.memory_mb, **arguments}, gone)
        finally:
            self.here -= 1

    async def _run(self, order: dict[str, Any], gone: Callable[[], Awaitable[bool]]) -> Files:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-c", _CHILD,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        talk = asyncio.ensure_future(child.communicate(json.dumps(order).encode()))
        try:
            deadline = asyncio.get_running_loop().time() + self.seconds
            while not talk.done():
                await asyncio.wait([talk], timeout=_LOOK)
                if asyncio.get_running_loop().time() > deadline or await gone():
                    raise Overdue
            out, _ = talk.result()
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
            talk.cancel()
        if child.returncode != 0:
            raise Overdue  # killed by its memory limit, or by a signal
        answer = json.loads(out)
        if "error" in answer:
            raise InputError(*answer["error"])
        files: Files = answer["files"]
        return files


# --- in the child ---------------------------------------------------------------------------------------------------


def give_way() -> None:
    """Whoever waits for a page goes before whoever waits for a plan.

    On Linux this is about the calling thread alone, and about the threads and processes it starts from now on.
    """
    if sys.platform == "linux":
        os.nice(5)


def serve() -> None:
    die_with_parent()
    give_way()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    order = json.load(sys.stdin)
    limit_memory(order["memory_mb"])
    answer: dict[str, Any]
    try:
        answer = {"files": CHORES[order["chore"]](order)}
    except InputError as error:
        answer = {"error": [error.says, error.right]}
    json.dump(answer, sys.stdout)


def _export(order: dict[str, Any]) -> Files:
    level = level_from_data(order["level"], Limits())
    format = order["format"]
    if format in FORMATS:
        files = {f"level{FORMATS[format].endings[0]}": write([level], format)}
    elif format in EXPORTS:
        files = EXPORTS[format].files(level)
    else:
        raise InputError(
            f"there is no format `{format}`", f"These are: {', '.join(sorted(FORMATS.keys() | EXPORTS.keys()))}."
        )
    return [
        {"name": name, "mime": "application/json" if name.endswith(".json") else "text/plain", "text": text}
        for name, text in files.items()
    ]


def _render(order: dict[str, Any]) -> Files:
    # Pillow is worth its start only to those who want a GIF.
    from sokoplan.views import gif, replay, svg

    level = level_from_data(order["level"], Limits())
    plan = read_plan(order["lurd"], level).plan
    theme, most = order["theme"], order["most"]
    if order["as"] == "gif":
        data, mime = gif.animation(level, plan, theme, most=most), "image/gif"
    elif order["as"] == "html":
        data, mime = replay.page(level, plan, most).encode(), "text/html"
    else:
        data, mime = svg.animation(level, plan, theme, most).encode(), "image/svg+xml"
    return [{"name": f"sokoplan.{order['as']}", "mime": mime, "base64": base64.b64encode(data).decode()}]


CHORES: dict[str, Callable[[dict[str, Any]], Files]] = {"export": _export, "render": _render}
