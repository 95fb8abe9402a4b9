"""Runs: each puzzle once, stopped at any moment, taken up again, never two answers and never one lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers import levelgen
from helpers.command import sokoplan
from helpers.crews import HereCrew
from helpers.levels import HARD
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.lab.batch.intake import Intake
from sokoplan.lab.batch.run import Tally, run
from sokoplan.lab.batch.store import reading, writing
from sokoplan.puzzle.formats import write
from sokoplan.puzzle.library import each_level
from sokoplan.puzzle.symmetry import turned
from sokoplan.solving.chunk import Question, Reply
from sokoplan.solving.dispatch import Chunk

ONE = "#######\n#@ $ .#\n#    ##\n#######\n"
OTHER = "####\n#. #\n#  #\n#$ #\n#  #\n#@ #\n####\n"  # turned, and without the wall in the corner
PROGRAM = [sys.executable, "-m", "sokoplan"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def random_levels(number: int, seed: int = 16) -> str:
    maker = random.Random(seed)
    return write([levelgen.sokoban(maker) for _ in range(number)], "xsb")


def batch(*arguments: str) -> str:
    ran = sokoplan("batch", *arguments)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_same_puzzle_in_two_files_and_turned_is_solved_once() -> None:
    level = next(iter(each_level_of(ONE)))
    Path("a.xsb").write_text(ONE)
    Path("b.xsb").write_text("\n".join(write([turned(level, turn)], "xsb") for turn in range(8)) + f"\n{OTHER}")
    told = batch("run", "s.store", "a.xsb", "b.xsb", "--objective", "pushes", "--jobs", "1")
    assert told.startswith("2 answers stored: 2 solved")
    assert batch("status", "s.store").startswith(
        "10 levels, 2 different puzzles\npushes: 2 solved (2 proved optimal)"
    )
    assert batch("run", "s.store", "a.xsb", "b.xsb", "--objective", "pushes").startswith("0 answers stored")
    batch("export", "s.store", "--to", "sok", "-o", "out.sok")
    solved = [level for level in each_level_of(Path("out.sok").read_text()) if level.solutions]
    assert len(solved) == 10
    ran = sokoplan("verify", "out.sok#5", solved[4].solutions[0].keys)
    assert ran.returncode == 0


def each_level_of(text: str):  # type: ignore[no-untyped-def]
    from sokoplan.puzzle.formats import read

    return read(text)


def test_levels_that_cannot_be_read_are_skipped_and_counted() -> None:
    Path("a.xsb").write_text(f"{ONE}\n#####\n#@@ #\n#####\n\n{OTHER}")
    ran = sokoplan("batch", "run", "s.store", "a.xsb", "missing.xsb", "--jobs", "1")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert ran.stdout.startswith("2 answers stored")
    assert "level 2: there is a second player" in ran.stderr
    assert "missing.xsb" in ran.stderr
    assert "2 levels could not be read and were skipped" in ran.stderr
    strict = sokoplan("batch", "run", "t.store", "a.xsb", "--strict", "--jobs", "1")
    assert strict.returncode == ExitCode.BAD_INPUT
    assert strict.stderr.startswith("error: a.xsb, line 7: level 2")


def test_a_file_that_was_read_to_its_end_is_read_again_only_if_it_changed() -> None:
    Path("a.xsb").write_text(random_levels(6))
    read: list[str] = []

    def each(reference: str):  # type: ignore[no-untyped-def]
        read.append(reference)
        return each_level(reference)

    def pending() -> int:
        with writing(Path("s.store")) as store:
            return len(list(Intake(store, each, _refused).pending(["a.xsb"], store.question("any"))))

    assert pending() == pending() == 6
    assert read == ["a.xsb"]
    Path("a.xsb").write_text(random_levels(8, seed=3))
    assert pending() == 8
    assert read == ["a.xsb", "a.xsb"]
    with reading(Path("s.store")) as store:
        assert store.connection.execute("SELECT count(*) FROM level").fetchone() == (8,)


def _refused(error: Exception) -> None:
    raise error


def test_retry_asks_only_what_has_no_answer_and_keeps_the_better_one() -> None:
    Path("a.xsb").write_text(random_levels(6))

    class Impatient(HereCrew):
        def answer(self, chunk: Chunk) -> list[Reply]:
            return [Reply("unknown", "pushes", "search", 0.1, "time", bound=1) for _ in chunk.numbers]

    with writing(Path("s.store")) as store:
        pending = Intake(store, each_level, _refused).pending(["a.xsb"], store.question("pushes"))
        assert run(store, pending, Question("pushes", seconds=0.1), Impatient()).statuses == {"unknown": 6}
    assert batch("run", "s.store", "a.xsb", "--objective", "pushes").startswith("0 answers stored")
    told = batch("retry", "s.store", "--objective", "pushes", "--status", "unknown", "--time", "20", "--jobs", "1")
    assert told.startswith("6 answers stored")
    assert "unknown" not in batch("status", "s.store")
    refused = sokoplan("batch", "retry", "s.store", "--objective", "moves")
    assert refused.returncode == ExitCode.BAD_INPUT
    assert "has no answers for the objective moves" in refused.stderr


def test_a_level_that_an_engine_fails_on_is_stored_as_failed() -> None:
    Path("a.xsb").write_text(ONE)
    with writing(Path("s.store")) as store:
        pending = Intake(store, each_level, _refused).pending(["a.xsb"], store.question("any"))
        tally: Tally = run(store, pending, Question(), HereCrew(lambda chunk: True))
    assert tally.statuses == {"failed": 1}
    assert tally.failures == ["3 workers died over this level, the last by signal SIGKILL"]
    assert "1 failed" in batch("status", "s.store")


# --- stopped --------------------------------------------------------------------------------------------------------


def contents(path: Path) -> list[tuple[object, ...]]:
    """Everything that two runs must agree in: not the times, nor the order in which puzzles came."""
    with reading(path) as store:
        assert store.check() == []
        return store.connection.execute(
            """SELECT board.key, status, plan, optimal, moves, pushes, bound FROM answer
            JOIN board ON board.id = answer.board ORDER BY board.key"""
        ).fetchall()


def killed_after(lines: int, seconds: float = 0.0) -> int:
    """Kill a run some time after it has said so often that something is stored; how much it said, or -1 if it was
    done."""
    helpers = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, "-m", "helpers.batch_child", "s.store", "a.xsb"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([helpers, os.environ.get("PYTHONPATH", "")])},
    ) as process:
        assert process.stdout is not None
        said = 0
        for line in process.stdout:
            if line == "end\n":
                return -1
            said = int(line)
            if said >= lines:
                time.sleep(seconds)  # any moment will do: in a transaction, between two, in reading
                process.send_signal(signal.SIGKILL)
                break
    return said


def kill_and_resume(moments: int, levels: int) -> None:
    Path("a.xsb").write_text(random_levels(levels))
    undisturbed = sokoplan("batch", "run", "calm.store", "a.xsb", "--objective", "pushes", "--jobs", "1")
    assert undisturbed.returncode == 0
    draw = random.Random(16)
    stored = 0
    for _ in range(moments):
        said = killed_after(draw.randrange(1, 4), draw.random() * 0.02)
        if said < 0:
            Path("s.store").unlink()
            stored = 0
            continue
        found = len(contents(Path("s.store")))
        assert found >= stored + said  # nothing is lost that was reported
        stored = found
    while killed_after(10**9) >= 0:
        pass
    assert contents(Path("s.store")) == contents(Path("calm.store"))


@pytest.mark.slow
def test_killed_and_resumed_at_a_few_moments() -> None:
    kill_and_resume(4, 30)


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_killed_and_resumed_at_200_moments() -> None:
    kill_and_resume(200, 1000)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stopped_by_a_signal_everything_that_came_back_is_stored(number: signal.Signals) -> None:
    Path("a.xsb").write_text(f"{random_levels(5)}\n{HARD}\n")
    with subprocess.Popen(
        [*PROGRAM, "batch", "run", "s.store", "a.xsb", "--jobs", "2", "--objective", "moves", "--time", "100"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        restore_signals=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        while process.poll() is None and not _stored(5):
            pass
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert process.returncode == ExitCode.INTERRUPTED, err
    assert out.startswith("5 answers stored")
    assert "stopped; the same command goes on from here" in err
    assert len(contents(Path("s.store"))) == 5


def _stored(number: int) -> bool:
    ran = sokoplan("batch", "status", "s.store", "--json")
    return ran.returncode == 0 and f'"answered": {number},' in ran.stdout
