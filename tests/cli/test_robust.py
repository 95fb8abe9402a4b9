"""What goes wrong around the program: killed children, full disks, closed pipes, narrow windows, odd names.

Each is tried for real, in a process of its own, and each ends with a sentence and the exit code that the table says.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from terminal_window import in_a_window

from helpers.command import sokoplan
from helpers.levels import HARD
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.puzzle.library import bundled

PROGRAM = [sys.executable, "-m", "sokoplan"]
EASY = "#######\n#@ $ .#\n#  $ .#\n#     #\n#######\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("easy.xsb").write_text(EASY)
    Path("hard.xsb").write_text(HARD)


def run(*arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    done: subprocess.CompletedProcess[str] = subprocess.run(
        [*PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
        **more,  # type: ignore[call-overload]
    )  # fmt: skip
    assert "Traceback" not in done.stdout + done.stderr
    return done


def children_of(parent: int) -> list[int]:
    """Of all its threads: each lane of a race has one."""
    found = []
    for path in Path(f"/proc/{parent}/task").glob("*/children"):
        with suppress(OSError):
            found += [int(word) for word in path.read_text().split()]
    return found


def test_kill_9_of_an_engine() -> None:
    with subprocess.Popen(
        [*PROGRAM, "solve", "hard.xsb", "--engine", "oracle"], stderr=subprocess.PIPE, text=True
    ) as process:
        while not (pids := children_of(process.pid)):
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(0.3)
        os.kill(pids[0], signal.SIGKILL)
        _, told = process.communicate(timeout=100)
    assert process.returncode == ExitCode.INTERNAL
    assert "the engine's process ended by signal SIGKILL" in told
    assert "The level is saved in" in told
    assert len(list(Path().glob("sokoplan-failure-*.txt"))) == 1


def test_kill_9_of_one_engine_in_a_race_leaves_the_others_running() -> None:
    arguments = ["solve", "hard.xsb", "--engine", "race", "--objective", "moves", "--time", "4"]
    with subprocess.Popen(
        [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while len(pids := children_of(process.pid)) < 4 and process.poll() is None:
            time.sleep(0.05)
        os.kill(pids[0], signal.SIGKILL)
        told, _ = process.communicate(timeout=100)
    assert process.returncode in (ExitCode.TIME, ExitCode.NOT_PROVED)  # a plan may have been found, but no proof
    assert "ended by signal SIGKILL" in told
    assert told.count("unknown (time)") + told.count("solved") >= 3  # three lanes, and the answer


def test_kill_9_of_the_program_leaves_no_engine_behind() -> None:
    with subprocess.Popen([*PROGRAM, "solve", "hard.xsb", "--engine", "oracle"]) as process:
        while not (pids := children_of(process.pid)):
            time.sleep(0.05)
        process.kill()
        process.wait()
    deadline = time.monotonic() + 100
    while any(_alive(pid) for pid in pids):
        assert time.monotonic() < deadline, "an engine outlived the program"
        time.sleep(0.05)


def _alive(pid: int) -> bool:
    path = Path(f"/proc/{pid}/stat")
    return path.exists() and path.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--version",),
        ("--help",),
        ("solve", "easy.xsb"),
        ("solve", "easy.xsb", "--json"),
        ("show", "easy.xsb"),
        ("levels",),
        ("export", "easy.xsb", "--to", "pddl"),
        ("teach", "easy.xsb"),
        ("bench", "easy.xsb"),
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_a_full_disk_under_the_output(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            [*PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert done.returncode == ExitCode.BAD_INPUT
    assert done.stderr == "error: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("draw", "easy.xsb", "--to", "svg", "-o"),
        ("convert", "easy.xsb", "-o"),
        ("teach", "easy.xsb", "--html"),
        ("solve", "easy.xsb", "--dump", "text", "--dump-file"),
        ("solve", "easy.xsb", "--engine", "sat", "--objective", "moves", "--write-model"),
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_a_file_that_cannot_be_written_is_named(arguments: tuple[str, ...]) -> None:
    for path, why in (("/dev/full", "No space left on device"), ("/proc/no-file", "No such file or directory")):
        done = run(*arguments, path)
        assert done.returncode == ExitCode.BAD_INPUT
        assert done.stderr.startswith("error: ")
        assert done.stderr.endswith(f"{path} cannot be written: {why}\n")


def test_a_full_disk_leaves_no_empty_file() -> None:
    """A limit on the size of files stands for a disk that is full."""
    for arguments in ("draw easy.xsb -o a.svg", "convert easy.xsb -o a.xsb", "export easy.xsb --to asp -o folder"):
        line = f"trap '' XFSZ; ulimit -f 0; exec {' '.join(PROGRAM)} {arguments}"
        done = subprocess.run(["bash", "-c", line], stderr=subprocess.PIPE, text=True, timeout=60, check=False)
        assert done.returncode == ExitCode.BAD_INPUT
        assert "cannot be written: File too large" in done.stderr
    assert not [path for path in Path().rglob("*") if path.is_file() and not path.stat().st_size]


@pytest.mark.parametrize("option", ["--output", "--report"])
def test_a_full_disk_does_not_cost_the_measurement(option: str) -> None:
    done = run("bench", "easy.xsb", option, "/dev/full")
    assert done.returncode == ExitCode.BAD_INPUT
    assert "1 level: 1 solved" in done.stdout
    assert "/dev/full cannot be written: No space left on device" in done.stderr


def test_a_full_disk_does_not_cost_the_plan() -> None:
    done = run("solve", "easy.xsb", "--engine", "sat", "--objective", "moves", "--write-cnf", "/dev/full")
    assert done.returncode == ExitCode.BAD_INPUT
    assert "solved in" in done.stdout
    assert "/dev/full cannot be written: No space left on device" in done.stderr


@pytest.mark.parametrize("command", ["teach easy.xsb --lines 0", "levels", "solve easy.xsb --format boards"])
def test_a_reader_that_has_had_enough(command: str) -> None:
    line = f"{' '.join(PROGRAM)} {command} | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


def test_a_reader_that_has_had_enough_of_a_tree() -> None:
    """The broken pipe is not a fault of the file."""
    node = '<node what="Added" id="{0}" cost="0" heur="0">\n<dump>\n( 1,  1)\n* * *\n* o *\n</dump>\n</node>\n'
    Path("big.xml").write_text("<root-node>\n" + "".join(map(node.format, range(3000))) + "</root-node>\n")
    line = f"{' '.join(PROGRAM)} dump big.xml --tree | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def in_a_terminal(columns: int, *arguments: str) -> str:
    code, shown = in_a_window([*PROGRAM, *arguments], columns, {"TERM": "xterm", "NO_COLOR": "1"})
    assert code == 0
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)


def test_a_window_of_40_columns_shows_every_figure() -> None:
    shown = in_a_terminal(40, "solve", "easy.xsb", "two-yardsticks", "--objective", "pushes")
    assert all(part.isdigit() for line in shown.splitlines()[1:3] for part in line.split()[-2:])
    assert "…" in shown  # the long name is cut
    race = in_a_terminal(40, "solve", "easy.xsb", "--engine", "race", "--objective", "pushes")
    assert race.count("optimal, 4") == 4
    assert "MB" in race
    compared = in_a_terminal(40, "compare", "easy.xsb", "--engine", "search,oracle", "--objective", "pushes")
    assert all(len(line) <= 40 for line in compared.splitlines()[:4]), compared
    assert "search" in compared


def test_the_list_of_levels_leaves_out_columns_and_squeezes_none() -> None:
    shown = in_a_terminal(40, "levels").splitlines()
    assert shown[0].split() == ["name", "moves", "pushes"]
    assert len(shown) == len(bundled()) + 1
    assert shown[1].split() == ["first-push", "4", "3"]
    assert in_a_terminal(200, "levels").split()[:6] == ["name", "game", "difficulty", "moves", "pushes", "note"]
    assert run("levels").stdout.splitlines()[0].split("\t") == [
        "first-push", "sokoban", "first steps", "First Push", "4", "3",
    ]  # fmt: skip


def test_names_with_signs_and_line_breaks() -> None:
    name = "a \U0001f431 and a\nline break\x1b[31m.xsb"
    Path(name).write_text(EASY + "Title: \U0001f431 \x1b]0;title\x07\n")
    for command in ("show", "solve", "bench"):
        done = run(command, name)
        assert done.returncode == 0
        assert "\x1b" not in done.stdout + done.stderr
        assert "\U0001f431" in done.stdout
    done = run("solve", f"missing {name}")
    assert done.returncode == ExitCode.BAD_INPUT
    assert "\x1b" not in done.stderr
    assert len(done.stderr.splitlines()) <= 2


def test_a_folder_that_cannot_be_written() -> None:
    """/proc is one for everybody, even for root."""
    here = str(Path("easy.xsb").resolve())
    assert run("solve", here, "--engine", "sat", cwd="/proc").returncode == 0
    done = run("bench", here, "--output", "rows.json", cwd="/proc")
    assert done.returncode == ExitCode.BAD_INPUT
    assert done.stderr.startswith("error: rows.json: ")


def test_two_runs_at_once() -> None:
    arguments = [*PROGRAM, "solve", "easy.xsb", "--engine", "sat", "--objective", "moves", "--certificate"]
    processes = [
        subprocess.Popen([*arguments, f"proof{number}"], stdout=subprocess.PIPE, text=True) for number in range(2)
    ]
    answers = [process.communicate(timeout=60)[0].splitlines()[-1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert answers[0] == answers[1]
    for number in range(2):
        assert "certified" in run("certify", f"proof{number}").stdout


def test_a_certificate_with_a_broken_level_names_the_file() -> None:
    asked = ("--engine", "sat", "--objective", "moves", "--certificate", "proof")
    assert run("solve", "easy.xsb", *asked).returncode == 0
    Path("proof/level.json").write_text("")
    done = run("certify", "proof")
    assert done.returncode == ExitCode.BAD_INPUT
    assert done.stderr.startswith("error: proof/level.json, line 1: this is not valid JSON")


def test_comparing_runs_nothing_and_says_so() -> None:
    ran = sokoplan("bench", "first-push", "--compare", "a.jsonl", "--compare", "b.jsonl")
    assert ran.returncode == ExitCode.USAGE
    assert "--compare: this compares two files and runs nothing; give it alone" in ran.stderr
