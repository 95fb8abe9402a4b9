"""The web server under load: 200 clients, a third of whom vanish in the middle of what they do, and two jobs running.

    python benchmarks/web_load.py [--clients 200] [--seconds 60] [--nice]

Each client looks around as a person would: a page, its files, the library, a level, a warning, now and then a short
solve, with a second or two in between. A third of them drop the connection at a random moment, most while a job of
theirs runs, and come back as somebody new. All the while two listeners keep two hard jobs running.

It fails (exit code 1) if an answer is a 5xx, if a page takes more than 100 ms at the 95th percentile, if a process is
left when all clients are gone, if memory or open files keep growing, or if the server drops a connection that it
should serve. `--nice` gives the engines the lowest priority there is, so that a long run leaves a shared machine to
others. `trust/web_clients.py` runs it for an hour.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

HARD = "\n".join(["#" * 20, *["#  $  $ . .  $ . $.#", "#                  #"] * 10, "#@" + " " * 17 + "#", "#" * 20])
PAGES = ("/", "/static/pieces.svg", "/static/css/palette.css", "/static/js/app.js", "/api/about", "/api/levels")
SOON = 2.0  # seconds that a process may live on without its client


@dataclass
class Log:
    pages: list[float] = field(default_factory=list)  # seconds
    others: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    vanished: int = 0
    solved: int = 0
    late: list[float] = field(default_factory=list)  # how long this program itself had to wait for the processor
    naps: list[tuple[float, float]] = field(default_factory=list)  # when it was held up for more than five seconds
    lost: list[float] = field(default_factory=list)  # when a connection ended that should not have


@dataclass(frozen=True)
class Outcome:
    checks: dict[str, bool]  # what was found, and whether that is well
    figure: str
    noise: str

    @property
    def wrong(self) -> list[str]:
        return [words for words, passed in self.checks.items() if not passed]


class Line:
    """One connection, spoken to by hand: so that it can be dropped at any moment, and costs next to nothing."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        status, headers = await self.begin(method, path, body)
        return status, await self.reader.readexactly(int(headers.get("content-length", "0")))  # type: ignore[union-attr]

    async def begin(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, str]]:
        if self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        assert self.reader is not None
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Length: {len(data)}\r\n"
        self.writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + data)
        first = await self.reader.readline()
        if not first:
            raise EOFError("the server closed the connection")
        status = int(first.split()[1])
        headers = {}
        while (line := (await self.reader.readline()).decode().strip()) != "":
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        return status, headers

    async def events(self, job: str) -> str:
        """The last event of a job."""
        await self.begin("GET", f"/api/jobs/{job}/events")
        assert self.reader is not None
        last = ""
        while line := (await self.reader.readline()).decode().strip("\r\n"):
            if line == "0":
                break
            size = int(line, 16)
            chunk = await self.reader.readexactly(size + 2)
            last = chunk.decode().strip() or last
        self.drop()
        return last

    def drop(self) -> None:
        if self.writer is not None:
            self.writer.transport.abort()
            self.writer = None


async def timed(line: Line, log: Log, method: str, path: str, body: object = None) -> tuple[int, bytes]:
    began = time.perf_counter()
    status, answer = await line.ask(method, path, body)
    (log.pages if path in PAGES else log.others).append(time.perf_counter() - began)
    log.statuses[status] += 1
    return status, answer


async def visit(line: Line, log: Log, chance: random.Random, names: list[str], end: float) -> None:
    """What one person does, until the time is up."""
    while time.monotonic() < end:
        for path in PAGES:
            await timed(line, log, "GET", path)
            await asyncio.sleep(chance.uniform(0.5, 2.5))
        _, answer = await timed(line, log, "GET", f"/api/levels/{chance.choice(names)}")
        level = json.loads(answer)["level"]
        await timed(line, log, "POST", "/api/warn", {"level": level})
        await asyncio.sleep(chance.uniform(0.5, 2.5))
        if chance.random() < 0.15:
            status, answer = await timed(line, log, "POST", "/api/jobs", {"level": level, "seconds": 5})
            if status == 202:
                last = await line.events(json.loads(answer)["id"])
                log.solved += '"solved"' in last


async def person(host: str, port: int, log: Log, chance: random.Random, names: list[str], end: float) -> None:
    await asyncio.sleep(chance.uniform(0, 3))
    vanishes = chance.random() < 1 / 3
    while time.monotonic() < end:
        line = Line(host, port)
        try:
            if not vanishes:
                await visit(line, log, chance, names, end)
                continue
            async with asyncio.timeout(chance.uniform(0.5, 8)):
                if chance.random() < 0.5:
                    await visit(line, log, chance, names, end)
                else:
                    await start_and_leave(line, log, end)
        except TimeoutError:
            log.vanished += 1
        except (OSError, EOFError):
            log.lost.append(time.monotonic())
        finally:
            line.drop()


async def start_and_leave(line: Line, log: Log, end: float) -> None:
    status, answer = await timed(
        line, log, "POST", "/api/jobs", {"level": LEVEL["hard"], "seconds": 60, "engine": "sat"}
    )
    if status == 202:
        await line.events(json.loads(answer)["id"])
    await asyncio.sleep(max(0.0, end - time.monotonic()))


LEVEL: dict[str, Any] = {}


async def steady(host: str, port: int, log: Log, end: float) -> None:
    """Keep a hard job running."""
    while time.monotonic() < end:
        line = Line(host, port)
        try:
            async with asyncio.timeout(max(0.1, end - time.monotonic())):
                body = {"level": LEVEL["hard"], "objective": "moves", "seconds": 8, "engine": "search"}
                status, answer = await line.ask("POST", "/api/jobs", body)
                if status == 202:
                    await line.events(json.loads(answer)["id"])
                await asyncio.sleep(0.2)
        except TimeoutError:
            pass
        except (OSError, EOFError):
            log.lost.append(time.monotonic())
        finally:
            line.drop()


# --- looking at the server ------------------------------------------------------------------------------------------


def children(pid: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == pid and state != "Z":
            found.append(int(path.parent.name))
    return found


def megabytes(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def open_files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


async def watch(pid: int, nice: bool, end: float, samples: list[tuple[float, float, int, int]]) -> None:
    began = time.monotonic()
    while time.monotonic() < end:
        engines = children(pid)
        samples.append((time.monotonic() - began, megabytes(pid), open_files(pid), len(engines)))
        for engine in engines if nice else ():
            lowest_priority(engine)
        await asyncio.sleep(1)


def lowest_priority(pid: int) -> None:
    """Each thread has a priority of its own."""
    with suppress(OSError):  # it has ended
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.setpriority(os.PRIO_PROCESS, int(thread.name), 19)


async def feel(log: Log, end: float) -> None:
    """How busy the machine is with other things: a nap of 20 ms takes longer by what other work kept us waiting."""
    while time.monotonic() < end:
        began = time.monotonic()
        await asyncio.sleep(0.02)
        late = time.monotonic() - began - 0.02
        log.late.append(late)
        if late > 5:  # somebody stopped us
            log.naps.append((began, began + late))


async def load(pid: int, host: str, port: int, clients: int, seconds: float, nice: bool) -> Outcome:
    line = Line(host, port)
    cards = json.loads((await line.ask("GET", "/api/levels"))[1])["levels"]
    names = [card["id"] for card in cards if card["width"] * card["height"] < 60]
    added = json.loads((await line.ask("POST", "/api/levels", {"text": HARD}))[1])
    LEVEL["hard"] = added["levels"][0]["level"]
    line.drop()
    end = time.monotonic() + seconds
    log = Log()
    samples: list[tuple[float, float, int, int]] = []
    jobs = [asyncio.create_task(steady(host, port, log, end)) for _ in range(2)]
    await asyncio.sleep(1)
    people = [person(host, port, log, random.Random(number), names, end) for number in range(clients)]
    await asyncio.gather(watch(pid, nice, end, samples), feel(log, end), *jobs, *people)
    gone = time.monotonic()
    while children(pid) and time.monotonic() - gone < 10:
        await asyncio.sleep(0.02)
    return report(log, samples, time.monotonic() - gone, children(pid))


def report(log: Log, samples: list[tuple[float, float, int, int]], waited: float, left: list[int]) -> Outcome:
    late = [sample for sample in samples if sample[0] > samples[-1][0] / 2]
    middle, last = late[0], late[-1]
    ninety_five = quantiles(log.pages, n=20)[-1] * 1000
    errors = sum(number for status, number in log.statuses.items() if status >= 500)
    answers = sum(log.statuses.values())
    # While this program is stopped the server closes connections on which nothing comes; that is as it should be.
    lost = [when for when in log.lost if not any(began <= when <= ended + 10 for began, ended in log.naps)]
    checks = {
        f"{answers:,} answers, none of them 5xx ({dict(sorted(log.statuses.items()))})": errors == 0,
        f"pages: median {sorted(log.pages)[len(log.pages) // 2] * 1000:.0f} ms, p95 {ninety_five:.0f} ms, "
        f"worst {max(log.pages) * 1000:.0f} ms": ninety_five < 100,
        f"{log.vanished:,} clients vanished; the last process ended {waited:.2f} s after the last client": not left
        and waited < SOON,
        f"{len(lost)} connections were dropped by the server": not lost,
        f"memory {samples[0][1]:.0f} MB at first, {middle[1]:.0f} MB half way, {last[1]:.0f} MB in the end": last[1]
        < middle[1] * 1.1 + 5,
        f"open files {middle[2]} half way, {last[2]} in the end": last[2] < middle[2] + 60,
        f"child processes {sum(sample[3] for sample in samples) / len(samples):.1f} on average; {log.solved} short "
        "solves answered": log.solved > 0,
    }
    figure = (
        f"{answers:,} answers, {errors} of them 5xx; {log.vanished:,} clients vanished, {len(left)} processes left; "
        f"pages: median {sorted(log.pages)[len(log.pages) // 2] * 1000:.0f} ms, p95 {ninety_five:.0f} ms; "
        f"memory {middle[1]:.0f} MB half way, {last[1]:.0f} MB in the end; "
        f"open files {middle[2]} half way, {last[2]} in the end"
    )
    noise = f"a nap of the clients' own process was {quantiles(log.late, n=20)[-1] * 1000:.0f} ms late at p95"
    if log.naps:
        noise += f"; it was stopped {len(log.naps)} times, {sum(b - a for a, b in log.naps):.0f} s in all"
        noise += f", and lost {len(log.lost) - len(lost)} connections by that"
    return Outcome(checks, figure, noise)


def run(clients: int, seconds: float, nice: bool = False) -> Outcome:
    """Start a server, load it, stop it."""
    command = [sys.executable, "-c", "from sokoplan.__main__ import main; main()", "web", "--no-browser"]
    server = subprocess.Popen([*command, "--port", "0", "--jobs", "2"], stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        found = re.search(r"http://([\d.]+):(\d+)", server.stderr.readline())
        assert found is not None
        outcome = asyncio.run(load(server.pid, found[1], int(found[2]), clients, seconds, nice))
        server.terminate()
        ended = server.wait(10)
        outcome.checks[f"asked to stop, the server ended with {ended}"] = ended == 0
    finally:
        server.kill()
        server.wait()
    for words, passed in outcome.checks.items():
        print(f"{'ok  ' if passed else 'FAIL'}  {words}")
    print(f"      (noise: {outcome.noise})")
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description="The web server under load.")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--nice", action="store_true", help="give the engines the lowest priority")
    options = parser.parse_args()
    return 1 if run(options.clients, options.seconds, options.nice).wrong else 0


if __name__ == "__main__":
    sys.exit(main())
