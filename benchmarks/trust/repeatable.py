"""Promise: the same seed gives the same bytes. What can be made again is made twice, in two folders, and compared.

    python benchmarks/trust/repeatable.py [SEEDS]

Levels that were generated, data sets, pictures, lessons, exports and plans are compared byte by byte; a benchmark
without its seconds and bytes of memory, which no seed decides. The processes hash strings differently on purpose.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import journal

LEVELS = ("first-push", "two-yardsticks", "bottom-drawer", "saltire", "diamond", "helltaker-level-1")
PUSHED = ("first-push", "two-yardsticks", "saltire")  # the games that data sets know, and quick to prove
BOARDS = LEVELS[:5]  # where the search for any plan could have two threads
MEASURED = {"cpu", "seconds", "memory_mb", "horizons"}  # what no seed decides

# What is made, and the words of `sokoplan` that make it; {seed} is the part's number, {level} one of LEVELS, {board}
# one of BOARDS.
MADE: dict[str, tuple[str, ...]] = {
    "sokoban": ("generate", "--seed", "{seed}", "--count", "2", "--size", "8x7", "--boxes", "2-3", "-o", "new.sok"),
    "sink": ("generate", "--game", "sink", "--seed", "{seed}", "--size", "8x7", "--boxes", "2-3", "-o", "new.json"),
    "helltaker": ("generate", "--game", "helltaker", "--seed", "{seed}", "--size", "7x7", "-o", "new.json"),
    "data set, npz": ("dataset", *PUSHED, "--to", "npz", "-o", "set"),
    "data set, parquet": ("dataset", *PUSHED, "--to", "parquet", "-o", "set"),
    "picture": ("draw", "{level}", "-o", "level.svg"),
    "picture, png": ("draw", "{level}", "-o", "level.png"),
    "lesson": ("teach", "first-push", "--html", "lesson.html"),
    "formula": ("export", "two-yardsticks", "--to", "dimacs", "-o", "formula.cnf"),
    "program": ("export", "{level}", "--to", "lp", "-o", "level.lp"),
    "domain": ("export", "{level}", "--to", "pddl", "-o", "pddl"),
    "plan": ("solve", "{board}", "--engine", "search", "--threads", "1", "--plan-only"),
    "best plan": ("solve", "{level}", "--engine", "search", "--objective", "moves", "--plan-only"),
    "benchmark": ("bench", *PUSHED, "--engine", "search,sat,asp", "--objective", "moves", "--jobs", "1", "--json"),
}


def made(words: list[str], hash_seed: int) -> dict[str, bytes]:
    """Every file that the command writes, and what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sokoplan", *words]
        environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{' '.join(words)}: exit code {done.returncode}: {done.stderr.decode()}")
        files = {str(path.relative_to(folder)): path for path in sorted(Path(folder).rglob("*")) if path.is_file()}
        found = {name: path.read_bytes() for name, path in files.items()}
    if words[0] == "bench":
        rows = [json.loads(line) for line in done.stdout.decode().splitlines()]
        kept = [{name: value for name, value in row.items() if name not in MEASURED} for row in rows]
        found["what it printed"] = json.dumps(kept).encode()
    elif not found:
        found["what it printed"] = done.stdout
    return found


def work(part: str) -> journal.Part:
    name, seed = part.rsplit(" ", 1)
    level = LEVELS[int(seed) % len(LEVELS)]
    board = BOARDS[int(seed) % len(BOARDS)]
    words = [word.format(seed=seed, level=level, board=board) for word in MADE[name]]
    once, again = (made(words, hash_seed) for hash_seed in (1, 2))
    differ = sorted(file for file in once.keys() | again.keys() if once.get(file) != again.get(file))
    wrong = [f"`sokoplan {' '.join(words)}` differs in {', '.join(differ)}"] if differ else []
    return journal.Part({"things": 1, "files": len(once), "bytes": sum(map(len, once.values()))}, wrong)


def main() -> None:
    options = journal.arguments(__doc__ or "", 20, "seeds")
    parts = [f"{name} {seed}" for seed in range(options.size) for name in MADE]
    total = journal.run("repeatable", parts, work, options)
    counts = total.counts
    figure = f"{counts['things']:,} things made twice, {counts['files']:,} files of {counts['bytes']:,} bytes"
    journal.finish("repeatable", total, f"{figure} (seeds 0 to {options.size - 1})", options)


if __name__ == "__main__":
    main()
