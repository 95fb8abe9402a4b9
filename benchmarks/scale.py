"""Many levels: how fast they go into a store, through a cluster, how much memory that takes, and how soon it resumes.

    python benchmarks/scale.py [store] [cluster] [memory] [resume] [coordinator] [read] [--levels FILE...]

`store`        levels a second and CPU core, push-optimal, from files into a store with plans (wanted: 500)
`cluster`      the same through --cluster local:2, as a share of --jobs 2 (wanted: 0.7)
`memory`       the coordinator's memory after 25,000 and after 100,000 generated small levels (wanted: < 500 MB, flat)
`resume`       a store with 1,000,000 answers: seconds until the first new level is sent to a worker (wanted: < 5)
`coordinator`  levels a second with workers that answer at once: where one coordinator becomes the limit
`read`         CPU seconds to read 51,150 small levels (wanted: 3)

Without a word, all of them. By default the levels are the two Boxoban files in ../shared/levels; others are
generated. CPU seconds are those of the run and all its workers, start-up included; "a core" divides by CPU seconds.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from sokoplan.lab.batch.intake import Intake
from sokoplan.lab.batch.run import run
from sokoplan.lab.batch.store import Answer, writing
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import each_level
from sokoplan.puzzle.plan import Counts
from sokoplan.puzzle.symmetry import normal
from sokoplan.solving.chunk import Question, Reply
from sokoplan.solving.dispatch import Chunk, Done

SHARED = Path(os.environ.get("SOKOPLAN_SHARED_LEVELS", "../shared/levels"))
BOXOBAN = [SHARED / "boxoban_medium_700.xsb", SHARED / "boxoban_unfiltered_700.xsb"]


def program(*arguments: str) -> tuple[float, float]:
    """Wall and CPU seconds of the program, with its children."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([sys.executable, "-m", "sokoplan", *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - began, cpu


def levels_in(folder: Path) -> int:
    with writing(folder / "s.store") as store:
        return int(store.connection.execute("SELECT count(*) FROM answer WHERE plan IS NOT NULL").fetchone()[0])


def solve(files: list[Path], *how: str) -> tuple[int, float, float]:
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "s.store"
        wall, cpu = program("batch", "run", str(store), *map(str, files), "--objective", "pushes", *how)
        return levels_in(Path(folder)), wall, cpu


def store(files: list[Path]) -> None:
    number, wall, cpu = solve(files, "--jobs", "2")
    print(
        f"store: {number:,} levels in {wall:.2f} s, {cpu:.2f} CPU s: {number / wall:,.0f} levels/s, "
        f"{number / cpu:,.0f} a core",
        flush=True,
    )


def cluster(files: list[Path]) -> None:
    """Enough levels that starting the cluster does not count: the files several times over, mirrored boards and all
    being one puzzle, with a wall more each time."""
    with tempfile.TemporaryDirectory() as folder:
        many = _variants(files, Path(folder), 4)
        number, _, cpu = solve([many], "--jobs", "2")
        _, wall, _ = solve([many], "--jobs", "2")
        other, wall_cluster, cpu_cluster = solve([many], "--cluster", "local:2")
        _, start, _ = solve([_variants(files[:1], Path(folder), 1, most=2)], "--cluster", "local:2")
        _, start_jobs, _ = solve([_variants(files[:1], Path(folder), 1, most=2)], "--jobs", "2")
    assert number == other
    share = (wall - start_jobs) / (wall_cluster - start)
    print(
        f"cluster: {number:,} levels, --jobs 2 {wall:.1f} s ({cpu:.1f} CPU s), "
        f"--cluster local:2 {wall_cluster:.1f} s ({cpu_cluster:.1f} CPU s); "
        f"without start-up ({start_jobs:.1f} and {start:.1f} s) a share of {share:.2f}",
        flush=True,
    )


def _variants(files: list[Path], folder: Path, times: int, most: int = 10**9) -> Path:
    """The levels, and the same with an alcove more at the side."""
    path = folder / f"variants-{times}-{min(most, 9999)}.xsb"
    with path.open("w") as file:
        written = 0
        for number in range(times):
            for entry in (entry for name in files for entry in each_level(str(name))):
                if isinstance(entry, Exception) or written == most:
                    continue
                written += 1
                file.write(_widened(entry.level, number) + "\n\n")
    return path


def _widened(level: Level, columns: int) -> str:
    rows = normal(level).text.split("\n")
    at = next(row for row, text in enumerate(rows) if text[-2] != "#") if columns else 0
    return "\n".join(
        f"{text[:-1]}{' ' * columns}#" if columns and row == at else f"{text}{'#' * columns}"
        for row, text in enumerate(rows)
    )


# --- generated levels and workers that answer at once ---------------------------------------------------------------


def corridors(number: int) -> Iterator[str]:
    """Small levels, all different: one box, and alcoves that spell the number."""
    for at in range(number):
        alcoves = f"{at:020b}".replace("0", "#").replace("1", " ")
        yield f"{'#' * 25}\n#@${' ' * 18}.  ##\n##{alcoves}###\n{'#' * 25}\n"


class AtOnce:
    """Workers that answer at once, and tell when the first chunk came."""

    def __init__(self, wants: int = 8) -> None:
        self.wants = wants
        self.chunks: deque[Chunk] = deque()
        self.first = 0.0

    def start(self, chunk: Chunk) -> None:
        self.first = self.first or time.monotonic()
        self.chunks.append(chunk)

    def wait(self) -> list[Done]:
        chunk = self.chunks.popleft()
        reply = Reply(
            "solved", "pushes", "search", 0.0005, "", True, "R" * 18, Counts(18, 18, 1, 1, 1, 18), 18, 18, 1
        )
        return [Done(chunk, [reply] * len(chunk.numbers), 0.0005 * len(chunk.numbers))]

    def close(self) -> None:
        pass


def memory() -> None:
    """Of a coordinator with real workers, as the system measures it, after a quarter and after all."""
    with tempfile.TemporaryDirectory() as folder:
        for number in (25_000, 100_000):
            path = Path(folder) / f"{number}.xsb"
            path.write_text("\n".join(corridors(number)))
            script = (
                "import resource, sys; from sokoplan.cli import run; "
                "path = sys.argv[1]; "
                "run(['batch', 'run', path + '.store', path, '--objective', 'pushes', '--jobs', '2']); "
                "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
            )
            done = subprocess.run(
                [sys.executable, "-c", script, str(path)], check=True, capture_output=True, text=True
            )
            print(f"memory: {number:,} levels, {done.stdout.split()[-1]} MB", flush=True)


def _refused(error: Exception) -> None:
    raise error


def coordinator() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.xsb"
        path.write_text("\n".join(corridors(20_000)))
        began = time.process_time()
        with writing(Path(folder) / "s.store") as opened:
            number = opened.question("pushes")
            tally = run(opened, Intake(opened, each_level, _refused).pending([str(path)], number), PUSHES, AtOnce())
        size = (Path(folder) / "s.store").stat().st_size
        cpu = time.process_time() - began
        print(
            f"coordinator: {tally.stored:,} levels read and stored in {cpu:.1f} CPU s: "
            f"{tally.stored / cpu:,.0f} levels/s; {size / tally.stored:,.0f} bytes a level",
            flush=True,
        )
        with writing(Path(folder) / "s.store") as opened:
            opened.connection.execute("DELETE FROM answer")
            opened.connection.commit()
            began = time.process_time()
            tally = run(opened, opened.pending(number), PUSHES, AtOnce())
        cpu = time.process_time() - began
        print(f"coordinator: the same, read before: {tally.stored / cpu:,.0f} levels/s", flush=True)


PUSHES = Question("pushes")


def resume() -> None:
    million = 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        path, levels = Path(folder) / "s.store", Path(folder) / "levels.xsb"
        levels.write_text("\n".join(corridors(1)))
        with writing(path) as opened:
            connection = opened.connection
            intake = Intake(opened, each_level, _refused)
            list(intake.pending([str(levels)], opened.question("pushes")))
            answer = Answer(
                "solved", "", "R" * 60, 60, 18, 18, 1, 18, "search:astar", "search", "1", 0.001, 1, 9, 10.0
            )
            with connection:
                rows = ((at, at.to_bytes(16, "big"), "end", f"{at:0110}") for at in range(2, million + 2))
                connection.executemany("INSERT INTO board VALUES (?, ?, ?, ?)", rows)
                found = ((1, at, at, f"Level {at}") for at in range(2, million + 1))
                connection.executemany(
                    "INSERT INTO level (source, file, number, board, turn, title, author) "
                    "VALUES (?, '', ?, ?, 0, ?, '')",
                    found,
                )
                connection.execute("INSERT INTO level SELECT NULL, 1, '', ?, 1, 0, 'new', ''", (million + 9,))
                marks = ", ".join("?" * (len(answer) + 2))
                answers = ((at, 1, *answer) for at in range(2, million + 2))
                connection.executemany(f"INSERT INTO answer VALUES ({marks})", answers)
        began = time.monotonic()
        crew = AtOnce()
        with writing(path) as opened:
            pending = Intake(opened, each_level, _refused).pending([str(levels)], opened.question("pushes"))
            tally = run(opened, pending, PUSHES, crew)
        assert tally.stored == 1
        print(f"resume: {crew.first - began:.2f} s until the first new level of a store with {million:,} answers")


def read() -> None:
    import sokoplan as sp

    source = SHARED / "microban_1.xsb"
    text = (source.read_text() + "\n") * 330 if source.exists() else "\n".join(corridors(51_150))
    before = time.process_time()
    number = len(sp.read(text))
    what = source.name if source.exists() else "generated corridors"
    print(f"read: {number:,} levels ({what}) in {time.process_time() - before:.2f} CPU s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words = ("store", "cluster", "memory", "coordinator", "resume", "read")
    parser.add_argument("what", nargs="*", help=", ".join(words))
    parser.add_argument("--levels", nargs="+", type=Path, default=[path for path in BOXOBAN if path.exists()])
    given = parser.parse_args()
    unknown = set(given.what) - set(words)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    wanted = given.what or words
    if not given.levels and {"store", "cluster"} & set(wanted):
        parser.error("there are no Boxoban levels in ../shared/levels; give others with --levels FILE")
    for word in wanted:
        if word in ("store", "cluster"):
            globals()[word](given.levels)
        else:
            globals()[word]()


if __name__ == "__main__":
    main()
