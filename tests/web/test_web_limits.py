"""Limits: the estimate is never too low, and idle connections are closed."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
import uvicorn
from fastapi import FastAPI

from helpers import levelgen
from sokoplan.planning.ground import ground
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import bundled
from sokoplan.web import server
from sokoplan.web.estimate import operators


def check(level: Level) -> None:
    real, estimated = len(ground(level).operators), operators(level)
    assert real <= estimated <= 12 * real + 50, level


def test_the_estimate_is_never_too_low_and_not_far_too_high() -> None:
    for entry in bundled().values():
        check(entry.level())
    random = Random(8)
    for make in (levelgen.sokoban, levelgen.sink, levelgen.hole, levelgen.helltaker):
        for _ in range(60):
            check(make(random))


async def talk(said: bytes, times: int) -> bytes:
    """What a server that waits `server.IDLE` at most has answered when it closes, or when all was said."""
    app = FastAPI()
    app.get("/")(lambda: "fine")
    running = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", http=server.Protocol))
    task = asyncio.create_task(running.serve())
    while not running.started:
        await asyncio.sleep(0.01)
    port = running.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(times):
        writer.write(said)
        await asyncio.sleep(0.1)
    if times > 1:
        writer.write_eof()
    answer = await asyncio.wait_for(reader.read(), 100)
    writer.close()
    running.should_exit = True
    await task
    return answer


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"])
def test_a_connection_that_does_not_ask_is_closed(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "IDLE", 0.2)
    assert asyncio.run(talk(said, 1)) == b""


def test_a_connection_that_asks_now_and_then_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "IDLE", 1.5)  # much longer than between two requests, and shorter than all of them
    answer = asyncio.run(talk(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 18))
    assert answer.count(b"200 OK") == 18
