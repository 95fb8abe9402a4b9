"""Long work in parts, done once: what is finished goes into a journal, and a second run goes on from there.

Comes in:  a promise, the names of its parts, and what to do for one.     Goes out: the sum of what the parts counted,
and the sentences about whatever broke the promise.

A part's name is its seed, so a part gives the same whenever and wherever it runs. Ctrl-C loses the parts under way
and nothing else. The figures of a whole run go into `figures.json`, which README's table is made from.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FIGURES = HERE / "figures.json"
JOURNALS = ROOT / ".trust"
LEVELS = Path(os.environ.get("SOKOPLAN_SHARED_LEVELS", ROOT.parent / "shared" / "levels"))

sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "scripts")]


@dataclass
class Part:
    """What became of one part: counts to be summed up, and a sentence for everything that went wrong."""

    counts: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


@dataclass
class Total:
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    parts: int = 0

    def add(self, part: Part) -> None:
        for name, value in part.counts.items():
            # What is the most of anything is not summed up.
            self.counts[name] = (
                max(self.counts[name], value) if name.startswith("most ") else self.counts[name] + value
            )
        self.wrong += part.wrong
        self.parts += 1


def arguments(about: str, size: int, unit: str) -> argparse.Namespace:
    return parser(about, size, unit).parse_args()


def parser(about: str, size: int, unit: str) -> argparse.ArgumentParser:
    """How much to do, how many at a time, and whether to begin anew: the same for every promise."""
    parser = argparse.ArgumentParser(description=about.partition("\n")[0])
    parser.add_argument("size", nargs="?", type=int, default=size, help=f"how many {unit} (default {size:,})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="parts that run at a time")
    parser.add_argument("--anew", action="store_true", help="forget the parts that are done")
    parser.add_argument("--record", action="store_true", help="write the figure into figures.json")
    return parser


def run(promise: str, parts: Iterable[str], work: Callable[[str], Part], options: argparse.Namespace) -> Total:
    """Do the parts that are not done yet; progress goes to standard error."""
    wanted = list(dict.fromkeys(parts))
    JOURNALS.mkdir(exist_ok=True)
    journal = JOURNALS / f"{promise}.jsonl"
    if options.anew:
        journal.unlink(missing_ok=True)
    done = _read(journal)
    total = Total()
    for name in wanted:
        if name in done:
            total.add(done[name])
    left = [name for name in wanted if name not in done]
    print(f"{promise}: {len(wanted):,} parts, {len(wanted) - len(left):,} done before", file=sys.stderr)
    if left:
        with journal.open("a", encoding="utf-8") as file:
            for name, part in _each(left, work, options.jobs):
                file.write(json.dumps({"part": name, "counts": part.counts, "wrong": part.wrong}) + "\n")
                file.flush()
                total.add(part)
                for sentence in part.wrong:
                    print(f"\n{promise}, part {name!r}: {sentence}", file=sys.stderr)
                _progress(total.parts, len(wanted), len(total.wrong))
        print(file=sys.stderr)
    return total


def parts(promise: str) -> dict[str, Part]:
    """What became of each part that the journal has."""
    return _read(JOURNALS / f"{promise}.jsonl")


def everything(promise: str) -> Total:
    """All that the journal has, also of parts that were not asked for now."""
    total = Total()
    for part in parts(promise).values():
        total.add(part)
    return total


def finish(promise: str, total: Total, figure: str, options: argparse.Namespace) -> None:
    """Say the figure, keep it if asked, and end with 1 where the promise was broken."""
    figure = f"{figure}; {len(total.wrong)} wrong"
    print(f"{promise}: {figure}")
    if options.record:
        kept = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
        kept[promise] = {"figure": figure, "date": date.today().isoformat()}
        FIGURES.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")
    sys.exit(1 if total.wrong else 0)


def _read(journal: Path) -> dict[str, Part]:
    found = {}
    for line in journal.read_text(encoding="utf-8").splitlines() if journal.exists() else []:
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue  # the line that a kill cut off: its part is done again
        found[row["part"]] = Part(row["counts"], row["wrong"])
    return found


def _each(names: list[str], work: Callable[[str], Part], jobs: int) -> Iterable[tuple[str, Part]]:
    """The parts as they finish; never many more than `jobs` are under way, so that Ctrl-C is quick."""
    waiting = iter(names)
    running: dict[Future[Part], str] = {}
    with ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        try:
            while True:
                for name in waiting:
                    running[pool.submit(work, name)] = name
                    if len(running) >= 2 * jobs:
                        break
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.result()
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            print("\ninterrupted; what is done is kept", file=sys.stderr)
            sys.exit(130)


_STARTED = time.monotonic()


def _progress(done: int, wanted: int, wrong: int) -> None:
    seconds = time.monotonic() - _STARTED
    end = "\r" if sys.stderr.isatty() else "\n"
    if sys.stderr.isatty() or done % max(1, wanted // 50) == 0 or done == wanted:
        print(f"{done:,} of {wanted:,} parts, {wrong} wrong, {seconds:.0f} s", end=end, file=sys.stderr, flush=True)
