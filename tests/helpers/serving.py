"""What the tests of the web share: a client of the app in this process, and a real server in another."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from fastapi.testclient import TestClient

from helpers.command import COMMAND, children_of
from sokoplan.puzzle.formats.json import level_to_data
from sokoplan.puzzle.level import Level
from sokoplan.web.app import make_app
from sokoplan.web.settings import Settings

PORT = 8777


@contextmanager
def client_of(**settings: Any) -> Iterator[TestClient]:
    chosen = Settings(**{"port": PORT, **settings})
    with TestClient(make_app(chosen), base_url=f"http://127.0.0.1:{PORT}", raise_server_exceptions=False) as client:
        yield client


def data(level: Level) -> dict[str, Any]:
    """A level as the JSON of a request."""
    found: dict[str, Any] = json.loads(json.dumps(level_to_data(level)))
    return found


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]


@dataclass
class Running:
    process: subprocess.Popen[str]
    address: str

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=100, trust_env=False)

    def children(self) -> list[int]:
        return children_of(self.process.pid)


@contextmanager
def server(*arguments: str, **environment: str) -> Iterator[Running]:
    """`sokoplan web`, really started; whatever happens it is gone in the end."""
    process = subprocess.Popen(
        [*COMMAND, "web", "--port", "0", "--no-browser", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    try:
        assert process.stderr is not None
        line = ""
        while "sokoplan is at" not in line:
            line = process.stderr.readline()
            assert line, "the server ended before it said where it is"
        found = re.search(r"http://\S+", line)
        assert found is not None
        yield Running(process, found[0].rstrip("/"))
    finally:
        process.kill()
        process.communicate()
