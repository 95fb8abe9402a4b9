"""The server as a process: jobs end when their clients leave, and no process outlives it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest

from helpers.command import COMMAND, alive, wait_for
from helpers.levels import HARD, drawn
from helpers.serving import Running, data, events, server
from sokoplan.puzzle.level import Level

QUESTION = {"level": data(drawn(HARD)), "objective": "moves", "seconds": 60, "engine": "search"}
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with server("--jobs", "1") as found:
        yield found


def ask(running: Running, **more: object) -> str:
    with running.client() as client:
        answer = client.post("/api/jobs", json={**QUESTION, **more})
    assert answer.status_code == 202
    return str(answer.json()["id"])


def test_a_client_that_disappears_takes_its_job_along(running: Running) -> None:
    job = ask(running)
    host, port = running.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as line:
        line.sendall(f"GET /api/jobs/{job}/events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        assert wait_for(running.children, 100)
        time.sleep(1.5)
        (child,) = running.children()  # a job that is listened to goes on,
        own = os.getpriority(os.PRIO_PROCESS, running.process.pid)
        assert os.getpriority(os.PRIO_PROCESS, child) > own  # and lets the pages go first
    assert wait_for(lambda: not running.children(), 30)


def test_a_job_that_nobody_listens_to_is_stopped(running: Running) -> None:
    ask(running)
    assert wait_for(running.children, 100)
    assert wait_for(lambda: not running.children(), 30)


def test_delete_stops_a_job_and_its_listener_hears_of_it(running: Running) -> None:
    with running.client() as client:
        job = ask(running)
        text = ""
        with client.stream("GET", f"/api/jobs/{job}/events") as stream:
            for part in stream.iter_text():
                text += part
                if '"progress"' in text and '"done"' not in text:
                    with running.client() as other:
                        assert other.delete(f"/api/jobs/{job}").status_code == 204
        told = events(text)
    assert told[-1]["type"] == "done"
    assert told[-1]["result"]["reason"] == "cancelled"
    assert wait_for(lambda: not running.children(), 30)


def test_a_client_that_disappears_takes_its_export_along(running: Running) -> None:
    level = data(Level(60, 60, (1, 1), boxes=frozenset({(30, 30)}), goals=frozenset({(31, 31)})))
    body = json.dumps({"level": level, "format": "dimacs"})
    host, port = running.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as line:
        head = f"POST /api/export HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        assert wait_for(running.children, 100)
    assert wait_for(lambda: not running.children(), 30)


def test_time_runs_out(running: Running) -> None:
    with running.client() as client:
        job = ask(running, seconds=0.5, engine="oracle")
        told = events(client.get(f"/api/jobs/{job}/events").text)
    assert told[-1]["result"]["reason"] == "time"


def test_a_full_queue_says_when_to_come_back(running: Running) -> None:
    with running.client() as client:
        answers = [client.post("/api/jobs", json=QUESTION) for _ in range(12)]
        assert {answer.status_code for answer in answers} == {202, 429}
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(refused) == 3  # one runs, eight wait
        assert all(1 <= int(answer.headers["retry-after"]) <= 30 for answer in refused)
        assert "queue is full" in refused[0].json()["error"]["sentence"]
        # Nobody listens, so all of them are gone soon, and there is room again.
        assert wait_for(lambda: not running.children(), 5)
        assert wait_for(lambda: client.post("/api/jobs", json=QUESTION).status_code == 202, 5)
    assert wait_for(lambda: not running.children(), 5)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_end_it_leaves_no_orphan(number: signal.Signals) -> None:
    with server("--jobs", "2") as running, running.client() as client:
        first, second = ask(running), ask(running, engine="sat")
        with (
            client.stream("GET", f"/api/jobs/{first}/events") as one,
            client.stream("GET", f"/api/jobs/{second}/events") as two,
        ):
            assert wait_for(lambda: len(running.children()) == 2, 5)
            children = running.children()
            running.process.send_signal(number)
            last = [events("".join(stream.iter_text()))[-1] for stream in (one, two)]
        assert running.process.wait(5) == 0
        assert [event["type"] for event in last] == ["done", "done"]
        assert alive(children) == []


def test_killed_it_leaves_no_orphan_either() -> None:
    with server("--jobs", "1") as running:
        job = ask(running)
        with running.client() as client, client.stream("GET", f"/api/jobs/{job}/events"):
            assert wait_for(running.children, 100)
            children = running.children()
            running.process.kill()
            assert wait_for(lambda: not alive(children), 2)


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = subprocess.run(
            [*COMMAND, "web", "--no-browser", "--port", str(port)], capture_output=True, text=True, timeout=60
        )
    assert ended.returncode == 33
    assert f"error: port {port} of 127.0.0.1 is in use\n" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_folder_that_is_not_there_is_one_sentence() -> None:
    ended = subprocess.run(
        [*COMMAND, "web", "--no-browser", "--port", "0", "no-such-folder"], capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 33
    assert "no such file or folder: 'no-such-folder'" in ended.stderr


def test_bound_elsewhere_it_prints_a_token() -> None:
    with server("--host", "0.0.0.0") as running:
        address, _, token = running.address.partition("/?token=")
        assert len(token) == 32
        with httpx.Client(trust_env=False) as client:
            assert client.get(f"{address}/api/about").status_code == 401
            assert client.get(f"{address}/?token={token}", follow_redirects=True).status_code == 200
            assert client.get(f"{address}/api/about").status_code == 200
