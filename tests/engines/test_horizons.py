"""A record for every horizon: what was asked, what came out, and what it took."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from helpers.levels import drawn
from sokoplan.cli import run
from sokoplan.engines.answer import Answer, Budget, Objective, Progress, Request
from sokoplan.engines.asp import engine as asp
from sokoplan.engines.sat import engine as sat

SAMPLE = """
######
#s   #
#CCCX#
#X   #
######
"""
ENGINES = {"sat": sat.solve, "asp": asp.solve}


def ask(engine: str, objective: Objective, **options: str) -> Answer:
    request = Request(drawn(SAMPLE), objective, options={name.replace("_", "-"): to for name, to in options.items()})
    return ENGINES[engine](request, Budget(), lambda progress: None)


@pytest.mark.parametrize("engine", ENGINES)
def test_every_horizon_up_to_the_plan_has_a_record(engine: str) -> None:
    answer = ask(engine, "moves", strategy={"sat": "deepen", "asp": "multi"}[engine])
    tried = answer.horizons
    assert [one.horizon for one in tried] == list(range(tried[0].horizon, 14))
    assert [one.answer for one in tried] == ["no plan"] * (len(tried) - 1) + ["plan"]
    assert {one.question for one in tried} == {"moves"}
    assert sum(one.conflicts for one in tried) == answer.nodes > 0
    assert all(one.seconds >= 0 for one in tried)
    assert answer.formula is not None
    assert (tried[-1].variables, tried[-1].clauses) == (answer.formula.variables, answer.formula.clauses)


@pytest.mark.parametrize("strategy", ["fresh", "binary", "ramp"])
def test_every_strategy_of_sat_keeps_records(strategy: str) -> None:
    answer = ask("sat", "moves", strategy=strategy)
    answers = {one.horizon: one.answer for one in answer.horizons}
    assert (answers[12], answers[13]) == ("no plan", "plan")
    assert sum(one.conflicts for one in answer.horizons) == answer.nodes


@pytest.mark.parametrize("engine", ENGINES)
def test_the_second_half_of_an_objective_has_its_own_question(engine: str) -> None:
    asked = {one.question for one in ask(engine, "pushes-moves").horizons}
    assert asked == {"pushes", "moves with at most 4 pushes"}


def test_a_horizon_that_is_stopped_says_so() -> None:
    cancel = iter([False] * 8)
    budget = Budget(cancelled=lambda: next(cancel, True))
    answer = sat.solve(Request(drawn(SAMPLE), "moves"), budget, lambda progress: None)
    assert answer.reason == "cancelled"
    assert answer.horizons
    assert "plan" not in {one.answer for one in answer.horizons}


def test_progress_has_the_records_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sokoplan.engines.clock._EVERY", 0.0)
    seen: list[Progress] = []
    answer = sat.solve(Request(drawn(SAMPLE), "moves"), Budget(), seen.append)
    assert len(seen) >= 9
    assert all(answer.horizons[: len(progress.horizons)] == progress.horizons for progress in seen)


def test_solve_shows_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level, picture = tmp_path / "level.txt", tmp_path / "trace.svg"
    level.write_text(SAMPLE, encoding="utf-8")
    asked = ["solve", str(level), "-e", "sat", "--objective", "moves"]
    assert run([*asked, "--trace", "--trace-picture", str(picture)]) == 0
    shown = capsys.readouterr().out
    assert all(words in shown for words in ("12 moves  no plan", "13 moves  plan", "without a plan took"))
    assert "what every horizon took" in "".join(ElementTree.parse(picture).getroot().itertext())
    assert run([*asked, "--json"]) == 0
    records = json.loads(capsys.readouterr().out)["horizons"]
    assert [(one["horizon"], one["answer"]) for one in records[-2:]] == [(12, "no plan"), (13, "plan")]


def test_an_engine_without_horizons_has_nothing_to_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level, picture = tmp_path / "level.txt", tmp_path / "trace.svg"
    level.write_text(SAMPLE, encoding="utf-8")
    assert run(["solve", str(level), "-e", "search", "--trace", "--trace-picture", str(picture)]) == 0
    assert "nothing to trace" in capsys.readouterr().err
    assert not picture.exists()


def test_compare_has_them_in_rows_and_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level, picture = tmp_path / "level.txt", tmp_path / "compare.svg"
    level.write_text(SAMPLE, encoding="utf-8")
    assert run(["compare", str(level), "-e", "asp", "--json", "--picture", str(picture)]) == 0
    rows = {row["variant"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert [one["answer"] for one in rows["multi"]["horizons"]][-2:] == ["no plan", "plan"]
    assert "what every horizon took" in "".join(ElementTree.parse(picture).getroot().itertext())


@pytest.mark.parametrize(("objective", "horizons"), [("moves", [13]), ("pushes", [4]), ("pushes-moves", [4, 13])])
def test_one_horizon_for_all_is_as_long_as_a_plan_of_the_search(objective: Objective, horizons: list[int]) -> None:
    """And not the largest one allowed, 300; the record says which it was."""
    answer = ask("asp", objective, strategy="single")
    assert [one.horizon for one in answer.horizons] == horizons
    assert answer.formula is not None
    assert answer.formula.horizon == horizons[-1]
    assert answer.optimal
