"""Promise: a batch run killed at any moment loses nothing that it reported as stored, and goes on to the same end.

    python benchmarks/trust/kills.py [KILLS]

Each part is a store of its own: ten runs of it are killed with SIGKILL at random moments, then one is left to end. In
every second part it is the program itself, with its workers; in the others a run that writes every answer by itself,
so that many moments are in the middle of writing. After every kill the file must be sound and have all that was
reported, each puzzle and each level once; at the end it must have what an undisturbed run has.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import journal

from helpers import levelgen
from sokoplan.lab.batch.store import reading
from sokoplan.puzzle.formats import write

KILLS = 10  # of one part
LEVELS = {True: 1500, False: 250}  # of the program, which stores hundreds at a time, and of the other
# Everything that two runs must agree in: not the times, nor the order in which puzzles came.
ANSWERS = """SELECT board.key, status, plan, optimal, moves, pushes, bound FROM answer
    JOIN board ON board.id = answer.board ORDER BY board.key"""
FOUND = """SELECT level.number, board.key, turn, title FROM level JOIN board ON board.id = level.board
    ORDER BY level.number"""


def command(store: Path, *, is_program: bool) -> list[str]:
    if is_program:
        return [
            sys.executable, "-m", "sokoplan", "batch", "run", str(store), "levels.xsb", "--objective", "pushes",
            "--jobs", "2",
        ]  # fmt: skip
    return [sys.executable, "-m", "helpers.batch_child", str(store), "levels.xsb"]


def started(store: Path, folder: Path, *, is_program: bool) -> subprocess.Popen[str]:
    paths = os.pathsep.join([str(journal.ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        command(store, is_program=is_program),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process: subprocess.Popen[str]) -> None:
    _, err = process.communicate()
    if process.returncode:
        raise RuntimeError(f"a run ended with exit code {process.returncode}: {err}")


def answered(path: Path) -> int:
    """As `batch status` counts while a run writes; 0 as long as there is nothing to be looked at."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM answer").fetchone()[0])
    except sqlite3.Error:
        return 0


def problems(path: Path, reported: int) -> list[str]:
    if not path.exists():
        return [f"{reported} answers were reported, and there is no store"] if reported else []
    with reading(path) as store:
        wrong = list(store.check())
        if not store.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return [*wrong, f"{reported} answers were reported, and the store is empty"] if reported else wrong
        answers, levels = (store.connection.execute(find).fetchall() for find in (ANSWERS, FOUND))
    if len(answers) < reported:
        wrong.append(f"{reported} answers were reported, and {len(answers)} are there")
    for what, rows in (("answer", answers), ("level", levels)):
        if len({row[0] for row in rows}) != len(rows):
            wrong.append(f"there is a second {what}")
    return wrong


def contents(path: Path) -> list[list[object]]:
    with reading(path) as store:
        return [store.connection.execute(find).fetchall() for find in (ANSWERS, FOUND)]


def work(part: str) -> journal.Part:
    seed = int(part)
    is_program = seed % 2 == 0
    draw = random.Random(seed)
    counts = {"kills": 0, "in the middle": 0, "answers": 0, "moments missed": 0}
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        boards = [levelgen.sokoban(draw) for _ in range(LEVELS[is_program])]
        (folder / "levels.xsb").write_text(write(boards, "xsb"))
        calm, store = folder / "calm.store", folder / "s.store"
        before = time.monotonic()
        ended(started(calm, folder, is_program=is_program))
        took = time.monotonic() - before
        puzzles = answered(calm)
        while counts["kills"] < KILLS:
            had = answered(store)
            process = started(store, folder, is_program=is_program)
            time.sleep(draw.random() * took)
            reported = answered(store)
            process.send_signal(signal.SIGKILL)
            said = process.communicate()[0].split()
            if process.returncode != -signal.SIGKILL or said[-1:] == [
                "end"
            ]:  # it was done; another store has more moments
                counts["moments missed"] += 1
                for file in folder.glob("s.store*"):
                    file.unlink()
                continue
            counts["kills"] += 1
            if not is_program and said:
                reported = max(reported, had + int(said[-1]))
            counts["in the middle"] += 0 < reported < puzzles
            wrong += [f"kill {counts['kills']}: {sentence}" for sentence in problems(store, reported)]
        ended(started(store, folder, is_program=is_program))
        counts["answers"] = answered(store)
        if contents(store) != contents(calm):
            wrong.append("what came out in the end differs from an undisturbed run")
    return journal.Part(counts, wrong)


def main() -> None:
    options = journal.arguments(__doc__ or "", 200, "kills")
    parts = [str(seed) for seed in range(-(-options.size // KILLS))]
    total = journal.run("kills", parts, work, options)
    counts = total.counts
    figure = (
        f"{counts['kills']:,} runs killed, {counts['in the middle']:,} of them with a part of the answers stored, "
        f"{counts['answers']:,} answers in the end"
    )
    journal.finish("kills", total, f"{figure} (seeds 0 to {len(parts) - 1})", options)


if __name__ == "__main__":
    main()
