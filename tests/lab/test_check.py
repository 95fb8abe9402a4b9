"""Checks: what is right passes, and each thing that can be wrong fails with a sentence and a picture."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from helpers.command import sokoplan
from helpers.levels import drawn
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.engines.answer import Answer, Budget, Report, Request
from sokoplan.errors import InputError
from sokoplan.lab.check import STORED, check, rounds
from sokoplan.lab.expected import Expectations, read_expectations
from sokoplan.puzzle.library import Entry, open_levels
from sokoplan.puzzle.plan import Plan

PAIR = "#######\n#@ $ .#\n#  $ .#\n#     #\n#######\nTitle: Pair <b>\n"
# Its first stored solution is wrong, the second right.
STORED_TWICE = "#####\n#@$.#\n#####\nTitle: Twice\nSolution: L\nSolution: R\n"
LOST = "#####\n#@  #\n# .$#\n#####\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pair.xsb").write_text(PAIR)
    Path("lost.xsb").write_text(LOST)


def _entry(text: str, file: str = "level.xsb") -> Entry:
    return Entry(file, 1, drawn(text))


def test_what_is_right_passes() -> None:
    Path("expect.toml").write_text('"pair.xsb" = {moves = 8, pushes = 4}\n"lost.xsb" = "unsolvable"\n')
    ran = sokoplan("check", "pair.xsb", "lost.xsb", "-e", "search,sat", "--expect", "expect.toml")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    lines = ran.stdout.splitlines()
    assert lines[0].split() == ["level", "by", "answer", "moves", "pushes", "CPU", "s", "check"]
    assert [line.split()[-1] for line in lines[1:5]] == ["ok"] * 4
    assert lines[-1] == "4 checks: 4 ok"


@pytest.mark.parametrize(
    ("toml", "objective", "says"),
    [
        ('"pair.xsb" = 7', "moves", "the best plan has 8 moves, but 7 were expected"),
        ('"Pair <b>" = {pushes = 5}', "pushes", "the best plan has 4 pushes, but 5 were expected"),
        ('"pair.xsb" = 1', "moves", "the best plan has 8 moves, but 1 was expected"),
        ('"pair.xsb#1" = "unsolvable"', "moves", "it was expected to be unsolvable, but it is solved in 8 moves"),
        ('"lost.xsb" = "solvable"', "moves", "it is proved unsolvable, but a plan was expected"),
        ('"lost.xsb" = 3', "moves", "it is proved unsolvable, but a plan was expected"),
    ],
)
def test_what_is_not_as_expected(toml: str, objective: str, says: str) -> None:
    Path("expect.toml").write_text(toml)
    ran = sokoplan("check", "pair.xsb", "lost.xsb", "--objective", objective, "--expect", "expect.toml")
    assert ran.returncode == ExitCode.NOT_VERIFIED
    assert says in ran.stdout
    assert "#######" in ran.stdout or "#####" in ran.stdout
    assert "2 checks: 1 ok, 1 failed" in ran.stdout


def test_stored_solutions_are_checked_and_compared() -> None:
    Path("twice.xsb").write_text(STORED_TWICE)
    entries = open_levels("twice.xsb")
    assert rounds(entries, ["search"]) == 3
    rows = list(check(entries, ["search"], "moves", Budget(seconds=60)))
    assert [(row.who, row.ok) for row in rows] == [(STORED, False), (STORED, True), ("search", True)]
    assert rows[0].why == "key 1 (left) is not allowed: a wall is in the way"
    ran = sokoplan("check", "twice.xsb", "--junit", "out.xml", "--json")
    assert ran.returncode == ExitCode.NOT_VERIFIED
    assert [json.loads(line)["ok"] for line in ran.stdout.splitlines()] == [False, True, True]
    (suite,) = ElementTree.parse("out.xml").getroot()
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == ("Twice", "3", "1")
    failure = suite[0][0]
    assert "not allowed" in (failure.get("message") or "")
    assert "#@$.#" in (failure.text or "")


def _answering(**answers: Answer):  # type: ignore[no-untyped-def]
    def run(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        return answers[name]

    return run


def test_answers_that_cannot_both_be_true() -> None:
    run = _answering(
        search=Answer("solved", Plan("rr"), optimal=True),
        sat=Answer("unsolvable"),
        asp=Answer("unknown", reason="time"),
    )
    rows = list(check([_entry("######\n#@$ .#\n######")], ["search", "sat", "asp"], "moves", Budget(), run=run))
    assert [row.ok for row in rows] == [True, False, False]
    assert rows[1].why == "it contradicts search: one has a plan, the other a proof that there is none"
    assert rows[2].why == "there is no answer within the time limit (--time)"


def test_an_optimum_above_the_stored_solution_is_wrong() -> None:
    entry = _entry("######\n#@$ .#\n#    #\n######\nSolution: RR\n")
    run = _answering(search=Answer("solved", Plan("dururr"), optimal=True))
    rows = list(check([entry], ["search"], "moves", Budget(), run=run))
    assert rows[0].ok
    assert not rows[1].ok


def test_a_plan_that_fails_the_rules_is_a_failed_check() -> None:
    rows = list(
        check([_entry(LOST)], ["search"], "moves", Budget(), run=_answering(search=Answer("solved", Plan("u"))))
    )
    assert [row.ok for row in rows] == [False]
    assert "plan" in rows[0].why


def test_no_plan_in_sight_will_do_where_none_is_expected() -> None:
    run = _answering(sat=Answer("unknown", reason="horizon"))
    for words, ok in (('"level.xsb" = "unsolvable"', True), ('"level.xsb" = 3', False)):
        expected = read_expectations(words, "expect.toml")
        assert [row.ok for row in check([_entry(LOST)], ["sat"], "moves", Budget(), expected, run=run)] == [ok]


def test_bundled_levels_have_known_optima(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sokoplan("check", "first-push", "helltaker-level-1", "too-late").returncode == 0
    (entry,) = open_levels("first-push")
    known = Expectations().of(entry)
    assert known is not None
    assert known.least("moves") == 4


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("map1 =", "this is not TOML"),
        ('"a" = "perhaps"', "'a' expects 'perhaps', which means nothing"),
        ('"a" = -1', "'a' expects -1, which means nothing"),
        ('"a" = {jumps = 3}', "which means nothing"),
    ],
)
def test_expectations_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(InputError, match=r"means nothing|TOML") as caught:
        read_expectations(text, "expect.toml")
    assert says in str(caught.value)


def test_a_name_that_is_no_level_is_an_error() -> None:
    Path("expect.toml").write_text('"pear.xsb" = 3')
    ran = sokoplan("check", "pair.xsb", "--expect", "expect.toml")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "none of the levels is called 'pear.xsb'" in ran.stderr
    assert sokoplan("check", "pair.xsb", "--expect", "nowhere.toml").returncode == ExitCode.BAD_INPUT


def test_expectations_of_levels_that_are_left_out_this_time() -> None:
    """One file serves all maps, also where one of them is checked; a misspelt name is still found."""
    Path("expect.toml").write_text('"pair.xsb" = 8\n"other.xsb" = 3\n')
    assert sokoplan("check", "pair.xsb", "--expect", "expect.toml").returncode == 0
    both = sokoplan("check", "pair.xsb", "lost.xsb", "--expect", "expect.toml")  # is lost.xsb the other one?
    assert both.returncode == ExitCode.BAD_INPUT
    assert "is called 'other.xsb'" in both.stderr


def test_an_older_junit_file_does_not_stay() -> None:
    Path("old.xml").write_text("<testsuites />")
    ran = sokoplan("check", "pair.xsb", "--expect", "nowhere.toml", "--junit", "old.xml")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert not Path("old.xml").exists()


def test_a_folder_is_sorted_as_people_do() -> None:
    Path("maps").mkdir()
    for number in ("10", "2-1", "2", "1"):
        Path(f"maps/map{number}.txt").write_text(LOST)
    ran = sokoplan("check", "maps", "--json")
    assert [json.loads(line)["name"] for line in ran.stdout.splitlines()] == [
        "map1.txt", "map2.txt", "map2-1.txt", "map10.txt",
    ]  # fmt: skip
