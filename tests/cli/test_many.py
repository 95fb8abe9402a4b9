"""`solve` and `bench` of many levels: side by side, rows as they are found, nothing lost when they are stopped."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
from pathlib import Path

import pytest

import sokoplan as sp
from helpers.command import COMMAND, sokoplan
from helpers.levels import HARD
from helpers.terminal import Terminal
from sokoplan.cli.exitcodes import ExitCode

NUMBER = 9


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    boards = (f"{'#' * (at + 5)}\n#@${' ' * at}.#\n{'#' * (at + 5)}\nTitle: Corridor {at}\n" for at in range(NUMBER))
    Path("many.xsb").write_text("\n".join(boards))


def test_side_by_side_a_row_for_each_with_file_and_number() -> None:
    ran = sokoplan("solve", "many.xsb", "--objective", "pushes", "--jobs", "2")
    assert ran.returncode == 0
    head, *rows, total = ran.stdout.splitlines()
    assert head.split() == ["level", "answer", "moves", "pushes", "positions", "seconds"]
    assert sorted(row.split()[:6] for row in rows) == [
        [f"many.xsb#{at + 1}", "Corridor", str(at), "optimal", str(at + 1), str(at + 1)] for at in range(NUMBER)
    ]
    assert total.startswith("9 of 9 levels: 9 solved; ")


def test_the_collection_with_its_solutions_in_its_own_order() -> None:
    sokoplan("solve", "many.xsb", "--objective", "pushes", "--jobs", "2", "--output", "out.sok")
    levels = sp.read("out.sok")
    assert [level.title for level in levels] == [f"Corridor {at}" for at in range(NUMBER)]
    assert all(sp.verify(level, level.solutions[0].keys) for level in levels)
    assert levels[0].solutions[0].note == "pushes, optimal"


def test_json_lines_and_csv_have_the_plans() -> None:
    for jobs in ("1", "2"):
        sokoplan("solve", "many.xsb", "--jobs", jobs, "-o", "out.jsonl")
        rows = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
        assert sorted(row["plan"] for row in rows) == sorted("R" * (at + 1) for at in range(NUMBER))
    sokoplan("bench", "many.xsb", "--jobs", "2", "-o", "out.csv")
    with open("out.csv") as file:
        table = list(csv.DictReader(file))
    assert sorted(row["plan"] for row in table) == sorted("R" * (at + 1) for at in range(NUMBER))
    assert all(float(row["cpu"]) >= 0 for row in table)


def test_one_by_one_and_side_by_side_agree() -> None:
    Path("mixed.xsb").write_text(f"{Path('many.xsb').read_text()}\n#####\n#@.$#\n#####\nTitle: None\n")
    answers = []
    for jobs in ("1", "3"):
        ran = sokoplan("solve", "mixed.xsb", "two-into-one", "--objective", "moves", "--json", "--jobs", jobs)
        assert ran.returncode == ExitCode.UNSOLVABLE
        rows = [json.loads(line) for line in ran.stdout.splitlines()]
        answers.append(sorted((row["title"], row["status"], row["optimal"], row["moves"]) for row in rows))
    assert answers[0] == answers[1]
    assert len(answers[0]) == NUMBER + 2


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--output", "out.xlsx", "--engine", "search"), ExitCode.BAD_INPUT, "unknown ending for --output"),
        (("--output", "out.xlsx"), ExitCode.USAGE, "--write-model"),  # which is for one level
        (("--output", "no/out.sok"), ExitCode.BAD_INPUT, "no/out.sok"),
        (("--jobs", "0"), ExitCode.USAGE, "--jobs"),
        (("--jobs", "2", "--all"), ExitCode.USAGE, "not solved side by side with --all"),
        (("--jobs", "2", "--engine", "race"), ExitCode.USAGE, "not solved side by side with a race"),
    ],
)
def test_what_cannot_be_done(arguments: tuple[str, ...], code: int, says: str) -> None:
    ran = sokoplan("solve", "many.xsb", *arguments)
    assert ran.returncode == code
    assert says in ran.stderr


def test_helltaker_does_not_fit_into_a_sok_file() -> None:
    name = next(name for name, level in sp.levels().items() if level.game == "helltaker")
    ran = sokoplan("solve", name, "-o", "out.sok")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert ".sok holds only Sokoban" in ran.stderr


@pytest.mark.slow
def test_stopped_everything_found_so_far_is_on_the_disk() -> None:
    Path("hard.xsb").write_text(HARD)
    with subprocess.Popen(
        [*COMMAND, "solve", "many.xsb", "hard.xsb", "--objective", "moves", "--jobs", "2", "-o", "out.jsonl"],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        for _ in range(NUMBER + 1):  # the head of the table, and a row for each but the hard one
            process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        rest = process.stdout.read()
    assert process.returncode == ExitCode.INTERRUPTED
    assert rest.startswith("9 of 10 levels: 9 solved; ")
    assert len(Path("out.jsonl").read_text().splitlines()) == NUMBER


@pytest.mark.slow
def test_progress_in_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "solve", "many.xsb", "--jobs", "2", columns=100)
    terminal.wait(r"\d of 9 levels, \S+ levels/s")
    terminal.wait(r"9 of 9 levels: 9 solved")
    terminal.wait(r"--output FILE\.sok")
    assert terminal.ended() == 0
