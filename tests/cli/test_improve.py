"""`sokoplan improve` and `solve --improve`: where the plan comes from, what is printed, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.command import sokoplan
from sokoplan.cli.exitcodes import ExitCode

LINE = "#######\n#@ $ .#\n#######\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "line.xsb").write_text(LINE)
    monkeypatch.chdir(tmp_path)


def test_a_plan_as_an_argument() -> None:
    ran = sokoplan("improve", "line.xsb", "rlrlrrr")
    assert ran.returncode == 0
    head, plan = ran.stdout.splitlines()
    assert head.startswith(
        "line.xsb: improved to 3 moves, 2 pushes (from 7 moves and 2 pushes); optimal, proved by search"
    )
    assert plan == "rRR"


def test_a_plan_from_a_file_and_from_standard_input() -> None:
    Path("plan.txt").write_text("rlrrr")
    for ran in (
        sokoplan("improve", "line.xsb", "--plan-file", "plan.txt", "--format", "rle"),
        sokoplan("improve", "line.xsb", "-", "--format", "rle", stdin="rlrrr"),
    ):
        assert ran.returncode == 0
        assert ran.stdout.splitlines()[1] == "r2R"


def test_the_best_of_the_plans_in_the_level_file() -> None:
    Path("line.sok").write_text(f"{LINE}\nSolution\nrlrlrRR\n\nSolution\nrlrRR\n")
    ran = sokoplan("improve", "line.sok", "--json")
    facts = json.loads(ran.stdout)
    assert (facts["moves_before"], facts["moves"], facts["improved"], facts["optimal"]) == (5, 3, True, True)
    assert (facts["plan"], facts["objective"], facts["cost"], facts["cost_before"]) == ("rRR", "moves", 3, 5)


def test_what_cannot_be_improved_is_refused() -> None:
    ran = sokoplan("improve", "line.xsb")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "has no solution in its file" in ran.stderr
    ran = sokoplan("improve", "line.xsb", "rl")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "the plan does not solve the level: 1 box is off the goals" in ran.stderr
    assert sokoplan("improve", "-", "-", stdin=LINE).returncode == ExitCode.USAGE
    assert sokoplan("solve", "line.xsb", "--improve", "--all").returncode == ExitCode.USAGE
    assert sokoplan("solve", "line.xsb", "--improve", "--engine", "race").returncode == ExitCode.USAGE


def test_solve_and_improve() -> None:
    ran = sokoplan("solve", "line.xsb", "--improve", "--objective", "pushes", "--json")
    facts = json.loads(ran.stdout)
    assert (facts["pushes"], facts["objective"], facts["strategy"]) == (2, "pushes", "improve")
