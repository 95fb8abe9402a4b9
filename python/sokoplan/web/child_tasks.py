"""Exports, pictures and new levels, made in a child process with limits on time and memory.

Comes in:  the name of a task and its arguments, as JSON.     Goes out: files: name, type, text or bytes.

A library may take seconds over an animation, or all memory; a child can be stopped. Engines run the same way
(`solving.worker`). The child is a fresh interpreter.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from sokoplan.errors import InputError
from sokoplan.planning.export import EXPORTS
from sokoplan.puzzle.formats import FORMATS, Limits, write
from sokoplan.puzzle.formats.json import level_from_data, level_to_data
from sokoplan.puzzle.notation import read_plan
from sokoplan.solving.worker import limit_memory
from sokoplan.system.process import die_with_parent

_CHILD = "from sokoplan.web.child_tasks import main; main()"
_POLL = 0.25  # seconds between looks at the clock and at the client
Output = list[dict[str, str]]


class LimitReached(Exception):
    """The task took too much time or memory, or its client is gone."""


class Busy(Exception):
    """Every core has a task, and the queue is full."""


class ChildTasks:
    def __init__(self, at_once: int, waiting: int, seconds: float, memory_mb: int) -> None:
        self.slots = asyncio.Semaphore(at_once)
        self.most = at_once + waiting
        self.seconds = seconds
        self.memory_mb = memory_mb
        self.count = 0

    async def run(self, task: str, arguments: dict[str, Any], gone: Callable[[], Awaitable[bool]]) -> Output:
        """The files; or InputError, LimitReached or Busy. Killed within a second once the client is `gone`."""
        if self.count >= self.most:
            raise Busy
        self.count += 1
        try:
            async with self.slots:
                if await gone():
                    raise LimitReached
                return await self._run({"task": task, "memory_mb": self.memory_mb, **arguments}, gone)
        finally:
            self.count -= 1

    async def _run(self, order: dict[str, Any], gone: Callable[[], Awaitable[bool]]) -> Output:
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
                await asyncio.wait([talk], timeout=_POLL)
                if asyncio.get_running_loop().time() > deadline or await gone():
                    raise LimitReached
            out, _ = talk.result()
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
            talk.cancel()
        if child.returncode != 0:
            raise LimitReached  # killed by its memory limit, or by a signal
        answer = json.loads(out)
        if "error" in answer:
            raise InputError(*answer["error"])
        files: Output = answer["files"]
        return files


# --- in the child ---------------------------------------------------------------------------------------------------


def lower_priority() -> None:
    """Let the pages go first: they should be quick while engines run.

    On Linux this is about the calling thread alone, and the threads and processes it starts from now on.
    """
    if sys.platform == "linux":
        os.nice(5)


def main() -> None:
    """Read one task from standard input, run it, write its files to standard output."""
    die_with_parent()
    lower_priority()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    order = json.load(sys.stdin)
    limit_memory(order["memory_mb"])
    answer: dict[str, Any]
    try:
        answer = {"files": TASKS[order["task"]](order)}
    except InputError as error:
        answer = {"error": [error.says, error.right]}
    json.dump(answer, sys.stdout)


def _export(order: dict[str, Any]) -> Output:
    level = level_from_data(order["level"], Limits())
    format = order["format"]
    if format in FORMATS:
        files = {f"level{FORMATS[format].endings[0]}": write([level], format)}
    elif format in EXPORTS:
        files = EXPORTS[format].files(level)
    else:
        raise InputError(
            f"unknown format `{format}`", f"Choose one of: {', '.join(sorted(FORMATS.keys() | EXPORTS.keys()))}."
        )
    return [
        {"name": name, "mime": "application/json" if name.endswith(".json") else "text/plain", "text": text}
        for name, text in files.items()
    ]


def _render(order: dict[str, Any]) -> Output:
    # Pillow is slow to import, and an export does not need it.
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


def _generate(order: dict[str, Any]) -> Output:
    from sokoplan.lab.generate import Recipe, generate  # a page seldom asks for it

    boxes = order["fewest"], order["most"]
    recipe = Recipe(order["game"], order["width"], order["height"], boxes, order["difficulty"], order["seed"])
    end = time.monotonic() + order["seconds"]

    def look(done: int) -> None:
        if time.monotonic() > end:
            raise TimeoutError

    made: list[dict[str, Any]] = []
    with suppress(TimeoutError):
        made.extend(
            {"level": level_to_data(one.level), "summary": one.summary}
            for one in generate(recipe, order["count"], tell=look)
        )
    if not made:
        raise InputError(
            "no such level was found in time", "Ask for an easier one, for fewer boxes, or try another seed."
        )
    return [{"name": "new.json", "mime": "application/json", "text": json.dumps(made)}]


TASKS: dict[str, Callable[[dict[str, Any]], Output]] = {"export": _export, "generate": _generate, "render": _render}
