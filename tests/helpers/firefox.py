"""Firefox, driven by WebDriver BiDi, which it speaks itself: Playwright only drives a Firefox of its own making."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NAMES = ("firefox-esr", "firefox")


class Firefox:
    """One tab. `evaluate` waits for a promise and gives its value."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._last = 0
        self._ask("session.new", capabilities={})
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **arguments: Any) -> dict[str, Any]:
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": arguments}))
        while True:
            answer = json.loads(self._socket.recv(timeout=90))
            if answer.get("id") == self._last:
                assert answer["type"] == "success", answer
                found: dict[str, Any] = answer["result"]
                return found

    def size(self, width: int, height: int) -> None:
        self._ask("browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height})

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression that gives JSON text."""
        target = {"context": self._tab}
        answer = self._ask("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer.get("exceptionDetails")
        return answer["result"].get("value")

    def wait_for(self, condition: str) -> None:
        """Until a condition holds; fails after a minute."""
        assert self.evaluate(
            f"""new Promise((done) => {{
              const stop = Date.now() + 60000;
              const look = () => {{
                if ({condition}) done(true);
                else if (Date.now() > stop) done(false);
                else setTimeout(look, 20);
              }};
              look();
            }})"""
        ), condition

    def keys(self, keys: list[str]) -> None:
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self._ask("input.performActions", context=self._tab, actions=[source])

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        def move(place: tuple[int, int]) -> dict[str, Any]:
            return {"type": "pointerMove", "x": place[0], "y": place[1], "duration": 50}

        half = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        actions = [move(start), {"type": "pointerDown", "button": 0}, move(half), move(end)]
        source = {"type": "pointer", "id": "mouse", "actions": [*actions, {"type": "pointerUp", "button": 0}]}
        self._ask("input.performActions", context=self._tab, actions=[source])


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("no Firefox; on Debian: apt-get install firefox-esr")
    from websockets.sync.client import connect

    command = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stderr is not None
            found = None
            while found is None:
                line = process.stderr.readline()
                assert line, "Firefox did not start"
                found = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
            with connect(f"{found[1]}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
