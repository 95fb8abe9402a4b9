"""A Result in words: the same ones on the command line and in the web app."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from helpers.levels import drawn
from sokoplan.cli import run
from sokoplan.engines.answer import Answer, Budget
from sokoplan.puzzle.plan import Plan
from sokoplan.solving.result import Result
from sokoplan.solving.solve import solve
from sokoplan.solving.wording import effort, figure, many, outcome, proved, summary, value
from sokoplan.web.results import model_of

SHORT_CUT = "Short\n9\n######\n#HS D#\n######\n"
SPIKES = drawn("Sp\n12\n########\n#      #\n# ####D#\n#HSSSS #\n#      #\n########\n")
LEVEL = drawn("######\n#@ $.#\n######\n")


def test_what_was_found_and_who_proved_it() -> None:
    result = solve(LEVEL, "search", "moves", Budget())
    assert summary(result) == "solved in 2 moves, 1 push"
    assert proved(result) == "optimal in moves, proved by search"
    assert effort(result) == "1 position"
    assert model_of(result).words.startswith("Solved in 2 moves, 1 push; optimal in moves, proved by search (")


def test_nothing_is_called_optimal_that_was_not_asked_to_be() -> None:
    assert proved(solve(LEVEL, "search", "any", Budget())) == "found by search"


def test_in_helltaker_the_cost_is_what_is_least() -> None:
    """Along the spikes it is 5 moves, which cost 9; around them it is 7 moves, and that is the answer."""
    result = solve(SPIKES, "search", "moves", Budget())
    assert summary(result) == "solved in 7 moves, 0 kicks, cost 7"
    assert proved(result) == "optimal in cost, proved by search"
    assert value(result) == "cost 7"
    assert value(solve(LEVEL, "search", "moves", Budget())) == "2"
    assert model_of(result).words.startswith(
        "Solved in 7 moves, 0 kicks, cost 7; optimal in cost, proved by search ("
    )


def test_tables_with_helltaker_have_a_column_for_the_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("spikes.txt").write_text(SHORT_CUT)
    for command in ("bench spikes.txt", "compare spikes.txt -e search", "solve spikes.txt spikes.txt"):
        assert run(command.split()) == 0
        heads = next(line for line in capsys.readouterr().out.splitlines() if "answer" in line)
        assert heads.split()[:2] in (["level", "answer"], ["engine", "answer"])
        assert "moves pushes cost" in " ".join(heads.split())
    assert run(["solve", "spikes.txt", "-e", "race"]) == 0
    assert "optimal, cost 3" in capsys.readouterr().out
    assert run(["bench", "first-push"]) == 0
    assert "cost" not in capsys.readouterr().out


def test_several_levels_with_all_their_plans_are_counted_in_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "helltaker-level-1", "first-push", "--all"]) == 0
    heads, helltaker, sokoban, *_ = capsys.readouterr().out.splitlines()
    assert heads.split() == ["level", "answer", "moves", "pushes", "cost", "plans", "positions", "seconds"]
    assert helltaker.split()[:-2] == ["helltaker-level-1", "Helltaker", "Level", "1", "optimal", "23", "6", "23", "8"]
    assert sokoban.split()[:-2] == ["first-push", "First", "Push", "optimal", "4", "3", "1"]  # and no cost of its own


@pytest.mark.parametrize("command", [["solve"], ["bench"], ["compare", "-e", "search"]])
def test_who_asks_for_fewest_kicks_is_told_what_is_answered(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    levels = ["helltaker-level-1", "helltaker-level-1"]
    assert run([*command, *levels, "--objective", "pushes"]) == 0
    assert capsys.readouterr().err.count("note: Helltaker can only be solved for the lowest cost") == 1
    for objective, level in (("moves", "helltaker-level-1"), ("pushes", "first-push")):
        assert run([*command, level, "--objective", objective]) == 0
        assert "note" not in capsys.readouterr().err


def test_no_plan_and_no_answer() -> None:
    none = solve(drawn("######\n#@.$ #\n######\n"), "search", "moves", Budget())
    assert (summary(none), proved(none)) == ("unsolvable", "proved by search")
    unknown = Result(LEVEL, "moves", "sat", Answer("unknown", reason="horizon", effort="horizon 9"), 1.0)
    assert (summary(unknown), proved(unknown)) == ("unknown (horizon)", "no answer from sat")
    assert model_of(unknown).words == "Unknown: no plan up to the largest horizon tried (sat, horizon 9)."


def test_outcomes_in_a_word() -> None:
    assert outcome("solved", "", True) == "optimal"
    assert outcome("solved", "", False) == "solved"
    assert outcome("unknown", "time", False) == "unknown (time)"
    assert outcome("unknown", "", False) == "unknown"


NUMBERS = {
    "1": 1,
    "999,999,999,999,999": 10**15 - 1,
    "about 1.00e15": 10**15,
    "about 1.99e15": 2 * 10**15 - 1,
    "about 1.23e6004": 12_345 * 10**6000,  # more digits than Python writes out, and pytest in a test's name
}


@pytest.mark.parametrize("words", NUMBERS)
def test_numbers_that_nobody_would_read(words: str) -> None:
    number = NUMBERS[words]
    assert many(number) == words
    solved = replace(solve(LEVEL, "search", "moves", Budget()), answer=Answer("solved", Plan("rr"), plans=number))
    assert model_of(solved).plans == (number if number < 10**15 else words)


def test_powers_of_ten_keep_their_power() -> None:
    assert all(many(10**power) == f"about 1.00e{power}" for power in range(15, 1200))
    assert all(many(10**power - 1) == f"about 9.99e{power - 1}" for power in range(16, 1200))


def test_figures() -> None:
    assert [figure(None), figure(0), figure(1234)] == ["", "0", "1,234"]
