"""Promise: limits are kept. Hard levels under `--time` and `--memory`, and signals at random moments.

    python benchmarks/trust/limits.py [RUNS]

Each run starts the program on a hard level with an engine and an objective, chosen by its seed. Two in three let
`--time` (and a small `--memory`) end it; the third sends SIGINT or SIGTERM at a random moment. What is looked at: how
long after the limit the program ended, the most memory that it and its engines held together, whether a process is
left, and whether a file was left half written. One run at a time: two would slow each other down.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import journal

from helpers.serving import children_of

LATE = 0.5  # seconds after --time
BASE_MEGABYTES = 120  # two interpreters with the engines' libraries, before any search
SOKOPLAN = [sys.executable, "-c", "from sokoplan.__main__ import main; main()"]
COMMANDS = [
    ("search", "any"),
    ("search", "pushes"),
    ("search", "moves"),
    ("sat", "moves"),
    ("sat", "pushes"),
    ("asp", "moves"),
    ("asp", "pushes"),
    ("oracle", "moves"),
    ("auto", "pushes"),
    ("race", "moves"),
]


def hard_levels() -> list[str]:
    """Levels that no engine finishes in a second or two, by their place."""
    chosen = {"xsokoban_90": 90, "sasquatch_01": 50, "sasquatch_02": 50, "sasquatch_03": 50}
    return [f"{journal.LEVELS / name}.xsb#{number}" for name, most in chosen.items() for number in range(1, most + 1)]


def held(process: int) -> int:
    """Megabytes that a process and all below it hold now; pages that they share count once for each."""
    total = 0
    for one in [process, *children_of(process)]:
        try:
            fields = Path(f"/proc/{one}/statm").read_text(encoding="ascii").split()
        except OSError:
            continue  # it has just ended
        total += (int(fields[1]) - int(fields[2])) * os.sysconf("SC_PAGE_SIZE") >> 20
    return total


def _start_up(engine: str) -> float:
    """Seconds that the program takes for a level that takes none: Python and the engine's libraries."""
    start = time.monotonic()
    subprocess.run([*SOKOPLAN, "solve", "first-push", "--engine", engine], stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - start


def work(seed: str) -> journal.Part:
    dice = random.Random(seed)
    level = dice.choice(hard_levels())
    engine, objective = dice.choice(COMMANDS)
    memory = dice.choice([150, 300, 600])
    limit = dice.choice([0.5, 1.0, 2.0, 4.0])
    kind = dice.choice(["time", "time", "signal"])
    counts: Counter[str] = Counter({"runs": 1, f"by {kind}": 1})
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        command = [*SOKOPLAN, "solve", level, "--engine", engine, "--objective", objective, "--json"]
        command += ["--time", f"{limit if kind == 'time' else 60}", "--memory", f"{memory}M"]
        about = f"{seed}: {' '.join(command[3:])}"
        start_up = _start_up(engine)
        start = time.monotonic()
        program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder)
        moment = start + dice.uniform(0.05, 4.0) if kind == "signal" else None
        below: set[int] = set()
        most = 0
        while program.poll() is None:
            most = max(most, held(program.pid))
            below.update(children_of(program.pid))
            if moment is not None and time.monotonic() >= moment:
                program.send_signal(dice.choice([signal.SIGINT, signal.SIGTERM]))
                start, limit, moment = time.monotonic(), 0.0, None
            if time.monotonic() - start > limit + 30:
                program.kill()
                wrong.append(f"{about}: did not end")
            time.sleep(0.02)
        late = time.monotonic() - start - limit
        out, error = program.communicate()
        counts["most above --memory in %"] = max(0, round(100 * (most - BASE_MEGABYTES - memory) / memory))
        if kind == "time":
            late -= start_up
        counts["most late in ms"] = max(0, round(1000 * late))
        if late > LATE:
            wrong.append(f"{about}: ended {late:.2f} s after its limit")
        if most > memory * 1.1 + BASE_MEGABYTES:
            wrong.append(f"{about}: held {most} MB")
        time.sleep(0.5)  # the system takes a while to take back gigabytes
        if left := [one for one in below if Path(f"/proc/{one}").exists()]:
            wrong.append(f"{about}: left {left}")
        if b"Traceback" in error:
            wrong.append(f"{about}: {error[-300:]!r}")
        for line in out.splitlines():
            try:
                json.loads(line)
            except ValueError:
                wrong.append(f"{about}: half a line: {line[:80]!r}")
        if names := os.listdir(folder):
            wrong.append(f"{about}: left files {names}")
    return journal.Part(dict(counts), wrong)


def main() -> None:
    options = journal.arguments(__doc__ or "", 300, "runs")
    options.jobs = 1
    total = journal.run("limits", (f"limits {number}" for number in range(options.size)), work, options)
    counts = total.counts
    figure = (
        f"{counts['by time']:,} runs into --time, the latest {counts['most late in ms']:,} ms after it; at most "
        f"{counts['most above --memory in %']} % above --memory; {counts['by signal']:,} signals at random moments"
    )
    journal.finish("limits", total, figure, options)


if __name__ == "__main__":
    main()
