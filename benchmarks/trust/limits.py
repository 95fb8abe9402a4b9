"""Promise: limits are kept. Hard levels under `--time` and `--memory`, and signals at random moments.

    python benchmarks/trust/limits.py [LEVELS]

Each of 200 hard levels is given to one command after the other of the table below, with a `--time` and a small
`--memory` to end it; and three runs for every four are sent SIGINT or SIGTERM at a random moment. What is looked at:
how long after the limit the program ended, the most memory that it and its engines held together, whether a process
is left, and whether what it wrote is whole. One run at a time: two would slow each other down.

`--time` is for each answer, so a command that asks twice may take it twice; then what it says that each answer took
is looked at too. What Python and the libraries take to start is measured by the same command on a level that takes
none.
"""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import journal

from helpers.command import alive, descendants_of
from sokoplan.puzzle.formats import read

LATE = 0.5  # seconds after --time
BASE_MEGABYTES = 120  # two interpreters with the engines' libraries, before any search
SOKOPLAN = [sys.executable, "-c", "from sokoplan.__main__ import main; main()"]
BEGUN = 0.1  # seconds after which Python has started, and the program can obey
EASY = "two-yardsticks"
STOPPED = (12, 22, 23, 24)  # exit codes: horizon, memory, time, not proved best
TOO_LARGE = 33  # what `teach` says of most levels
FAILED = 34  # what `check` calls a level without an answer
CODES = (0, 11, *STOPPED, 130)


@dataclass(frozen=True)
class Command:
    words: str  # {level} is the level, {plan} a file with a plan for it and {keys} the plan; files go into the folder
    answers: int = 1  # how often --time may be taken
    has_time: bool = True
    has_memory: bool = True

    @property
    def prints_json(self) -> bool:
        return "--json" in self.words


COMMANDS = (
    Command("solve {level} --engine search --objective any --json"),
    Command("solve {level} --engine search --objective pushes --json"),
    Command("solve {level} --engine search --objective moves --json"),
    Command("solve {level} --engine search --objective moves-pushes --json"),
    Command("solve {level} --engine search --objective pushes-moves -o found.jsonl"),
    Command("solve {level} --engine search --objective moves --all --json"),
    Command("solve {level} --engine search --objective pushes --dump text --dump-file search.dump"),
    Command("solve {level} --engine search --objective pushes --dump xml --dump-file search.xml"),
    Command("solve {level} --engine search --blocklist-number 3 --objective pushes --write-tables tables"),
    Command("solve {level} --improve --objective moves -o found.sok"),
    Command("solve {level} --engine sat --objective moves --json"),
    Command("solve {level} --engine sat --objective pushes --strategy binary --json"),
    Command("solve {level} --engine sat --objective moves --strategy ramp --json"),
    Command("solve {level} --engine sat --objective pushes-moves --strategy fresh --json"),
    Command("solve {level} --engine sat --objective moves --encoding named-crates --json"),
    Command("solve {level} --engine sat --objective pushes-moves --all --json"),
    Command("solve {level} --engine sat --objective pushes --write-cnf last.cnf --write-readable last.txt"),
    Command("solve {level} --engine sat --objective pushes --certificate proof --trace-picture trace.svg"),
    Command("solve {level} --engine asp --objective moves --json"),
    Command("solve {level} --engine asp --objective pushes --strategy single --json"),
    Command("solve {level} --engine asp --objective moves --strategy multi --threads 2 -o found.csv"),
    Command("solve {level} --engine asp --objective pushes-moves --all --json"),
    Command("solve {level} --engine oracle --objective moves --json"),
    Command("solve {level} --engine oracle --objective pushes-moves --all --json"),
    Command("solve {level} --engine auto --objective pushes --json"),
    Command("solve {level} --engine race --objective moves --json"),
    Command("solve {level} --engine search --goal each-once --objective moves --json"),
    Command("bench {level} --engine search,sat --objective moves -o rows.jsonl --report page.html", 2),
    Command("bench {level} --engine asp,oracle --objective pushes -o rows.csv --json", 2),
    Command("check {level} --engine search,asp --objective moves --junit tests.xml", 2),
    Command("compare {level} --engine search --objective pushes --picture bars.svg", 2),
    Command("compare {level} --engine asp --objective moves --json", 3),
    Command("compare {level} --engine sat --objective pushes --json", 4),
    Command("improve {level} --plan-file {plan} --objective moves --json"),
    Command("improve {level} --plan-file {plan} --objective pushes"),
    Command("explain {level} --engine search --json", has_memory=False),
    Command("explain {level} --engine asp --json", has_memory=False),
    Command("explain {level} --plan -o plan.svg", has_memory=False),
    Command("teach {level} --html lesson.html", has_memory=False),
    Command("batch run store.db {level} --engine search --objective pushes"),
    Command("batch run store.db {level} --engine sat --objective moves"),
    # These have no --time, only signals; that of `dataset` is for the plan, and then every position is looked at.
    Command("dataset {level} --objective pushes --to npz -o set --time 2", has_time=False),
    Command("generate --count 50 --size 10x9 --boxes 4-6 --difficulty 8 -o new.sok", has_time=False),
    Command("generate --count 50 --game sink --size 10x9 --difficulty 5 -o new.json", has_time=False),
    Command("generate --count 50 --difficulty 3 --json --jobs 2 -o new.txt", has_time=False),
    Command("export {level} --to dimacs --horizon 60 -o formula", has_time=False),
    Command("export {level} --to dimacs -o formula", has_time=False),
    Command("export {level} --to pddl -o pddl", has_time=False),
    Command("draw {level} --plan {keys} -o film.gif", has_time=False),
    Command("draw {level} --plan {keys} -o film.webp", has_time=False),
    Command("draw {level} --plan {keys} -o page.html", has_time=False),
)
TIMED = tuple(command for command in COMMANDS if command.has_time)


def hard_levels() -> list[str]:
    """Levels that no engine finishes in a second or two, by their place."""
    chosen = {"xsokoban_90": 90, "sasquatch_01": 50, "sasquatch_02": 50, "sasquatch_03": 50}
    return [f"{journal.LEVELS / name}.xsb#{number}" for name, most in chosen.items() for number in range(1, most + 1)]


@cache
def solved_level() -> tuple[str, str]:
    """A large level and a plan for it, for the commands that need one."""
    level = f"{journal.LEVELS / 'xsokoban_90'}.xsb#7"
    solve = [*SOKOPLAN, "solve", level, "--engine", "search", "--time", "60", "--plan-only"]
    return level, subprocess.run(solve, capture_output=True, text=True, check=True).stdout


def held(process: int) -> int:
    """Megabytes that a process and all below it hold now; pages that they share count once for each."""
    total = 0
    for one in [process, *descendants_of(process)]:
        try:
            fields = Path(f"/proc/{one}/statm").read_text(encoding="ascii").split()
        except OSError:
            continue  # it has just ended
        total += (int(fields[1]) - int(fields[2])) * os.sysconf("SC_PAGE_SIZE") >> 20
    return total


def asked(command: Command, level: str, folder: Path) -> list[str]:
    words = command.words
    plan = ""
    if "{plan}" in words or "{keys}" in words:
        level, plan = solved_level() if level != EASY else (EASY, "")
        if not plan:
            solve = [*SOKOPLAN, "solve", EASY, "--plan-only"]
            plan = subprocess.run(solve, capture_output=True, text=True, check=True).stdout
        (folder / "given").write_text(plan)
    return [word.format(level=level, plan="given", keys=plan.strip()) for word in words.split()]


@cache
def start_up(command: Command) -> float:
    """Seconds that it takes for a level that takes none: Python and the engine's libraries."""
    with tempfile.TemporaryDirectory() as folder:
        words = asked(command, EASY, Path(folder))
        start = time.monotonic()
        subprocess.run([*SOKOPLAN, *words, "--time", "60"], cwd=folder, capture_output=True, check=False)
        return time.monotonic() - start


# --- what is left -------------------------------------------------------------------------------------------------


def broken_files(folder: Path) -> list[str]:
    """A sentence for each file that is not whole. An empty one is not, unless rows go there one by one."""
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = str(path.relative_to(folder))
        if name == "given":
            continue
        try:
            why = "a draft was left" if name.startswith(".") or path.suffix == ".part" else broken(path)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
        if why:
            found.append(f"{name}, {path.stat().st_size} bytes: {why}")
    return found


def broken(path: Path) -> str:
    """Why a file is not whole, or nothing."""
    data = path.read_bytes()
    kind = path.suffix
    if kind in (".db", ".db-wal", ".db-shm", ".lock"):
        if kind == ".db":
            [said] = sqlite3.connect(path).execute("pragma integrity_check").fetchone()
            return "" if said == "ok" else str(said)
        return ""
    if kind in (".jsonl", ".csv", ".sok") and not data:
        return ""  # it is opened at once, and what is found goes there as it is found
    if not data:
        return "it is empty"
    if kind in (".gif", ".webp", ".npz"):
        return broken_bytes(path, data)
    text = data.decode()
    if not text.endswith("\n") and kind not in (".svg", ".html"):
        return f"it ends with {text[-20:]!r}"
    if kind == ".jsonl":
        list(map(json.loads, text.splitlines()))
    elif kind == ".json":
        json.loads(text)
    elif kind == ".csv":
        rows = list(csv.reader(text.splitlines()))
        return "" if len(set(map(len, rows))) == 1 else "rows are not of one length"
    elif kind in (".sok", ".xsb"):
        read(text)
    elif kind in (".svg", ".xml"):
        ElementTree.fromstring(text)
    elif kind == ".html":
        return "" if text.rstrip().endswith("</html>") else f"it ends with {text[-20:]!r}"
    elif kind == ".cnf":
        return broken_formula(text)
    elif kind == ".pddl":
        return "" if text.count("(") == text.count(")") > 0 else "brackets are open"
    return ""


def broken_bytes(path: Path, data: bytes) -> str:
    if path.suffix == ".npz":
        said = zipfile.ZipFile(path).testzip()
        return f"{said} is damaged" if said else ""
    if path.suffix == ".gif":
        return "" if data.endswith(b";") else "it is cut off"
    return "" if int.from_bytes(data[4:8], "little") + 8 == len(data) else "it is cut off"


def broken_formula(text: str) -> str:
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    clauses = int(lines[0].split()[3])
    ended = sum(line.endswith(" 0") or line == "0" for line in lines[1:])
    return "" if ended == clauses == len(lines) - 1 else f"{ended} clauses of {clauses}"


# --- one run ------------------------------------------------------------------------------------------------------


def work(part: str) -> journal.Part:
    kind, number = part.split()
    dice = random.Random(part)
    levels = hard_levels()
    level = levels[int(number) % len(levels)]
    chosen = TIMED if kind == "time" else COMMANDS
    command = chosen[int(number) % len(chosen)]
    memory = dice.choice([150, 300, 600])
    limit = dice.choice([0.5, 1.0, 2.0])
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as printed:
        folder = Path(name)
        words = asked(command, level, folder)
        if command.has_time:
            words += ["--time", f"{limit if kind == 'time' else 60}"]
        if command.has_time and command.has_memory:
            words += ["--memory", f"{memory}M"]
        about = f"{part}: sokoplan {' '.join(words)}"
        before = start_up(command) if kind == "time" else 0.0
        run = Run(words, folder, Path(printed))
        if kind == "time":
            run.watch(limit * command.answers + 30)
            late = run.seconds - before - limit * command.answers
            counts = {
                "by time": 1,
                "stopped": int(run.code in STOPPED),
                "most late in ms": max(0, round(1000 * late)),
            }
        else:
            run.watch(dice.uniform(BEGUN, 3.0))
            counts = {"by signal": int(run.code is None)}
            sent = time.monotonic()
            if run.code is None:
                run.program.send_signal(dice.choice([signal.SIGINT, signal.SIGTERM]))
                run.watch(30)
                late = time.monotonic() - sent
                counts["most late after a signal in ms"] = round(1000 * late)
            else:
                late = 0.0  # it was done before
        fine = [*CODES, *{"check": [FAILED], "teach": [TOO_LARGE]}.get(words[0], [])]
        # Before it has begun, and when everything is done, a signal ends it as the system does.
        wrong = run.complaints([*fine, -signal.SIGINT, -signal.SIGTERM] if kind == "signal" else fine)
        wrong += [f"ended {late:.2f} s after its limit"] if late > LATE else []
        if command.has_time and command.has_memory:
            counts["most above --memory in %"] = max(0, round(100 * (run.most - BASE_MEGABYTES - memory) / memory))
            wrong += [f"held {run.most} MB"] if run.most > memory * 1.1 + BASE_MEGABYTES else []
        if command.prints_json:
            wrong += half_lines((Path(printed) / "out").read_bytes(), limit if kind == "time" else None)
        wrong += [f"left {one}" for one in broken_files(folder)]
        counts["files"] = sum(path.is_file() and path.name != "given" for path in folder.rglob("*"))
    return journal.Part(counts, [f"{about}: {sentence}" for sentence in wrong])


def half_lines(out: bytes, limit: float | None) -> list[str]:
    """Lines that are no JSON, and answers that took longer than they may."""
    wrong = []
    for line in out.splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            wrong.append(f"half a line: {line[:80]!r}")
            continue
        seconds = row.get("seconds")
        if limit is not None and seconds is not None and seconds > limit + LATE:
            wrong.append(f"an answer took {seconds:.2f} s")
    return wrong


class Run:
    """A program that was started, and what it and its children held."""

    def __init__(self, words: list[str], folder: Path, printed: Path) -> None:
        self.printed = printed
        self.start = time.monotonic()
        # Files and not pipes, which are full after a while if nobody reads them.
        with (printed / "out").open("wb") as out, (printed / "error").open("wb") as error:
            self.program = subprocess.Popen(
                [*SOKOPLAN, *words],
                stdout=out,
                stderr=error,
                stdin=subprocess.DEVNULL,
                cwd=folder,
                # The parts of a journal ignore Ctrl-C, and what they start would too.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )
        self.below: set[int] = set()
        self.most = 0
        self.seconds = 0.0

    @property
    def code(self) -> int | None:
        return self.program.returncode

    def watch(self, seconds: float) -> None:
        """Until it ends, or for so long."""
        until = time.monotonic() + seconds
        while self.program.poll() is None and time.monotonic() < until:
            self.most = max(self.most, held(self.program.pid))
            self.below.update(descendants_of(self.program.pid))
            time.sleep(0.02)
        self.seconds = time.monotonic() - self.start

    def complaints(self, codes: list[int]) -> list[str]:
        wrong = []
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
            wrong.append("did not end")
        time.sleep(0.5)  # the system takes a while to take back gigabytes
        if left := alive(sorted(self.below)):
            wrong.append(f"left {left}")
        error = (self.printed / "error").read_bytes()
        if b"Traceback" in error:
            wrong.append(repr(error[-600:]))
        if self.code not in codes and not wrong:
            wrong.append(f"exit code {self.code}: {error[-300:]!r}")
        return wrong


def main() -> None:
    options = journal.arguments(__doc__ or "", 200, "levels")
    options.jobs = 1
    parts = [f"time {number}" for number in range(options.size)]
    parts += [f"signal {number}" for number in range(options.size * 3 // 4)]
    total = journal.run("limits", parts, work, options)
    counts = total.counts
    figure = (
        f"{len(COMMANDS)} commands; {counts['by time']:,} hard levels under --time, {counts['stopped']:,} of them "
        f"stopped by it, the latest {counts['most late in ms']:,} ms after it; at most "
        f"{counts['most above --memory in %']} % above --memory (and {BASE_MEGABYTES} MB for Python); "
        f"{counts['by signal']:,} signals at random moments, obeyed within "
        f"{counts['most late after a signal in ms']:,} ms; {counts['files']:,} files, all whole"
    )
    journal.finish("limits", total, figure, options)


if __name__ == "__main__":
    main()
