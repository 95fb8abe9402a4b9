"""Promise: nobody from outside brings the web server down. Hostile levels, slow clients, bombs and odd profile files.

    python benchmarks/trust/web.py [LEVELS]

Each part starts a real server and treats it badly. `levels`: mutated texts and levels with wild fields, through every
route that takes a level. `schema`: what schemathesis invents from the OpenAPI description, for each operation alone
and from answer to answer along its links. `slow`: connections that send a byte now and then, while a polite client
wants its pages. `bombs`: archives that unpack to far more than they are. `profiles`: files that are no profile, cut
profiles, and entries that are too large. A broken promise is an answer of 500 or more, one that is not as described,
a server that ends or stops answering, a process that is left, or memory that grows. `web_clients.py` is the hour with
200 clients.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import socket
import subprocess
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import journal
from schemathesis import GenerationMode

from helpers import contract, levelgen
from helpers.command import COMMAND, wait_for
from helpers.samples import SAMPLES
from helpers.serving import Running, data, server

A_PART = 50
ROUTES: dict[str, dict[str, Any]] = {
    "check": {},
    "warn": {},
    "options": {"objective": "pushes"},
    "packing": {},
    "render": {"as": "svg"},
    "export": {"format": "xsb"},
    "logic": {"cell": [1, 1]},
}
WILD: list[Any] = [-1, 0, 10**30, 1.5, None, True, "", "\ud800", "\0", "<script>", [], {}, [[0, 0]] * 500, "x" * 5000]
SCHEMA = 100  # hostile levels for each part of invented requests
ALONE, SCENARIOS, STEPS = 25, 40, 12
SLOW = 150  # connections
GROWTH = 60.0  # megabytes that a server may grow by in a part


def hostile(random: Random) -> dict[str, Any]:
    """A level with one to three fields that nobody would draw."""
    make = random.choice([levelgen.sokoban, levelgen.sink, levelgen.hole, levelgen.helltaker])
    level = data(make(random))
    for _ in range(random.randint(1, 3)):
        level[random.choice([*level, "colour"])] = random.choice(WILD)
    return level


def broken(random: Random) -> str:
    """A good text with some accidents."""
    signs = list(random.choice(list(SAMPLES.values())))
    for _ in range(random.randint(1, 8)):
        at = random.randrange(len(signs) + 1)
        signs[at : at + random.randint(0, 4)] = random.choice("#@$.*+ |0123456789HDBK;\n\x1b\u202e\ud800")
    return "".join(signs)


class Watch:
    """A server with what is to be counted about it."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.client = running.client()
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.post("check", {"level": data(levelgen.sokoban(Random(1)))})
        self.before = self.megabytes()

    def megabytes(self) -> float:
        pages = int(Path(f"/proc/{self.running.process.pid}/statm").read_text().split()[1])
        return pages * 4096 / 1e6

    def post(self, route: str, body: object) -> None:
        text = json.dumps(body)
        try:
            answer = self.client.post(f"/api/{route}", content=text, headers={"content-type": "application/json"})
        except httpx.HTTPError as error:
            self.wrong.append(f"{route}: {error!r} for {text[:500]}")
            return
        self.counts[f"answers {answer.status_code // 100}xx"] += 1
        if answer.status_code >= 500:
            self.wrong.append(f"{route}: {answer.status_code} for {text[:500]}")

    def finish(self) -> journal.Part:
        if not wait_for(lambda: not self.running.children(), 5):
            self.wrong.append(f"processes were left: {self.running.children()}")
        if self.running.process.poll() is not None:
            self.wrong.append("the server ended")
        elif (grown := self.megabytes() - self.before) > GROWTH:
            self.wrong.append(f"the server grew by {grown:.0f} MB")
        return journal.Part(dict(self.counts), self.wrong)


def levels(watch: Watch, random: Random) -> None:
    for _ in range(A_PART):
        watch.counts["hostile levels"] += 1
        watch.post("levels", {"text": broken(random)})
        level = hostile(random)
        for route, more in ROUTES.items():
            watch.post(route, {"level": level, **more})


def slow(watch: Watch, random: Random) -> None:
    """The polite client is served while others hold connections and say next to nothing."""
    host, _, port = watch.running.address.removeprefix("http://").partition(":")
    held = []
    for _ in range(SLOW):
        connection = socket.create_connection((host, int(port)), timeout=10)
        connection.sendall(random.choice([b"", b"G", b"GET / HTTP/1.1\r\nHost: ", b"POST /api/check HTTP/1.1\r\n"]))
        held.append(connection)
    watch.counts["slow connections"] += len(held)
    deadline = time.monotonic() + 60
    while held and time.monotonic() < deadline:
        answer = watch.client.get("/")
        if answer.status_code != 200:
            watch.wrong.append(f"the page answered {answer.status_code} beside slow connections")
        still = []
        for connection in held:
            try:
                connection.send(b"x")
                still.append(connection)
            except OSError:
                connection.close()
        held = still
        time.sleep(0.5)
    if held:
        watch.wrong.append(f"{len(held)} of {SLOW} slow connections were still open after a minute")
    for connection in held:
        connection.close()


def archives(random: Random) -> Iterator[tuple[str, bytes]]:
    many = b"#" * random.choice([30_000_000, 300_000_000])
    yield "bomb.xsb.gz", gzip.compress(many, 9)
    for name in ("bomb.xsb", "../../up.xsb", "a/" * 200 + "deep.xsb"):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, many)
        yield "bomb.zip", packed.getvalue()
    inner = packed.getvalue()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(200):
            archive.writestr(f"{number}.zip", inner[:2000])
            archive.writestr(f"{number}.xsb", "#####\n#@$.#\n#####\n")
    yield "nested.zip", packed.getvalue()
    yield "cut.zip", inner[: len(inner) // 2]
    yield "cut.gz", gzip.compress(b"#####\n#@$.#\n#####\n")[:-6]


def bombs(watch: Watch, random: Random) -> None:
    for name, content in archives(random):
        watch.counts["archives"] += 1
        watch.post("levels", {"base64": base64.b64encode(content).decode()[:2_700_000], "name": name})


def profiles(random: Random) -> journal.Part:
    """Files that are no profile are refused with a sentence; a profile takes no entry that is too large."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        good = Path(folder, "good.db")
        with server("--profile", str(good)) as running:
            watch = Watch(running)
            entry = {"key": "a", "value": {"text": "x" * 100}}
            for value in [entry, {"key": "b" * 100_000, "value": {}}, {"key": "c", "value": "y" * 900_000}, {}, None]:
                for store in ("collections", "cards", "levels", "records", "nosuch", "../x"):
                    watch.post(f"profile/{store}", {"put": [value], "remove": []})
            part = watch.finish()
            counts.update(part.counts)
            wrong += part.wrong
        whole = good.read_bytes()
        for number in range(20):
            bad = Path(folder, f"{number}.db")
            content = bytearray(whole)
            for _ in range(random.randint(1, 50)):
                content[random.randrange(len(content))] = random.randrange(256)
            bad.write_bytes(bytes(content[: random.randrange(len(content))]) if number % 2 else bytes(content))
            counts["profile files"] += 1
            wrong += _begins_or_refuses(bad)
    return journal.Part(dict(counts), wrong)


def _begins_or_refuses(profile: Path) -> list[str]:
    try:
        with server("--profile", str(profile)) as running:
            watch = Watch(running)
            for store in ("collections", "cards", "levels", "records"):
                answer = watch.client.get(f"/api/profile/{store}")
                if answer.status_code >= 500:
                    return [f"a damaged profile: {answer.status_code} {answer.text[:200]}"]
            return watch.finish().wrong
    except AssertionError:
        command = [*COMMAND, "web", "--port", "0", "--no-browser", "--profile", str(profile)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        if done.returncode != 33 or "Traceback" in done.stderr:
            return [f"a damaged profile: exit code {done.returncode}, {done.stderr[-300:]}"]
        return []


def schema(random: Random) -> journal.Part:
    """Requests that schemathesis makes from the description, alone and along the links."""
    tally = contract.Tally()
    with (
        tempfile.TemporaryDirectory() as folder,
        server("--jobs", "2", "--time", "2", "--profile", str(Path(folder, "me.db"))) as running,
    ):
        watch = Watch(running)
        api = contract.description(running.address)
        seed = random.randrange(1_000_000)
        for mode in GenerationMode:
            contract.alone(api, tally, seed, ALONE, mode)
        chosen = contract.chosen_for(watch.client, random, broken=broken)
        contract.along_the_links(api, tally, chosen, seed, SCENARIOS, STEPS)
        part = watch.finish()
    counts = Counter(part.counts)
    counts["requests from the description"] += tally.answers
    counts["of them along links"] += tally.steps
    for (_, status), number in tally.statuses.items():
        counts[f"answers {status // 100}xx"] += number
    return journal.Part(dict(counts), part.wrong + tally.wrong)


def work(name: str) -> journal.Part:
    random = Random(name)
    _, kind, _ = name.split()
    if kind == "profiles":
        return profiles(random)
    if kind == "schema":
        return schema(random)
    with server() as running:
        watch = Watch(running)
        {"levels": levels, "slow": slow, "bombs": bombs}[kind](watch, random)
        return watch.finish()


def main() -> None:
    options = journal.arguments(__doc__ or "", 1_000, "hostile levels")
    parts = [f"web levels {number}" for number in range(-(-options.size // A_PART))]
    parts += [f"web {kind} {number}" for kind in ("slow", "bombs", "profiles") for number in range(3)]
    parts += [f"web schema {number}" for number in range(-(-options.size // SCHEMA))]
    total = journal.run("web", parts, work, options)
    counts = total.counts
    kinds = ("hostile levels", "slow connections", "archives", "profile files", "requests from the description")
    answers = sum(number for kind, number in counts.items() if kind.startswith("answers"))
    figure = ", ".join(f"{counts[kind]:,} {kind}" for kind in kinds)
    figure += f" ({counts['of them along links']:,} of them along its links)"
    journal.finish("web", total, f"{figure}: {answers:,} answers, {counts['answers 5xx']} of them 5xx", options)


if __name__ == "__main__":
    main()
