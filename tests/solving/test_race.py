"""Several engines side by side: the first proof ends it, nobody is left behind, and contradictions are found."""

from __future__ import annotations

import json
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command import children, sokoplan
from helpers.levels import HUGE, drawn
from sokoplan import engines
from sokoplan.cli.answers import facts
from sokoplan.engines import ENGINES, portfolio
from sokoplan.engines.answer import Answer, Budget, Report, Request
from sokoplan.errors import InputError
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.plan import Counts, Plan
from sokoplan.solving.agreement import contradiction
from sokoplan.solving.failure import InternalError
from sokoplan.solving.race import Lane, able, race
from sokoplan.solving.result import Result
from sokoplan.solving.solve import solve
from sokoplan.solving.wording import effort, proved
from sokoplan.web.results import model_of

EASY = "#######\n#@ $ .#\n#  $ .#\n#     #\n#######\n"
STUCK = "#####\n#$  #\n# @.#\n#####\n"


def test_every_engine_runs_and_the_proof_is_kept() -> None:
    before = children()
    request = Request(drawn(EASY), "pushes")
    over = race(request, dict.fromkeys(able(request), 0.0), Budget(60), patience=lambda seconds: 60)
    assert {lane.engine for lane in over.lanes} == set(ENGINES)
    assert all(lane.state == "answered" and lane.result is not None for lane in over.lanes)
    assert {lane.result.cost for lane in over.lanes if lane.result} == {4}
    assert over.winner is not None
    assert over.result.engine == over.winner.engine
    assert over.result.answer.optimal
    assert children() == before


def test_the_first_proof_stops_the_rest() -> None:
    def run(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        if name == "search":
            return Answer("unsolvable")
        while not budget.cancelled():
            time.sleep(0.01)
        return Answer("unknown", reason="cancelled")

    over = race(Request(drawn(STUCK)), {"search": 0.0, "sat": 0.0, "asp": 60.0}, Budget(), run=run)
    assert over.result.status == "unsolvable"
    assert [lane.state for lane in over.lanes] == ["answered", "stopped", "waiting"]


def test_a_lane_that_breaks_does_not_spoil_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where nothing must be written: saving is up to the command line

    def run(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        if name == "sat":
            raise InputError("not with me")
        if name == "asp":
            raise OSError("no room for a child")
        if name == "search":
            return Answer("solved", Plan("u"), optimal=True)  # an invalid plan: verification finds out
        return ENGINES["oracle"].load()(request, budget, report)

    request = Request(drawn(EASY), "moves")
    over = race(request, {"sat": 0.0, "asp": 0.0, "oracle": 0.0}, Budget(), run=run)
    assert [lane.state for lane in over.lanes] == ["refused", "broken", "answered"]
    assert over.result.engine == "oracle"
    assert [str(error) for error in over.result.failures] == ["asp: OSError: no room for a child"]
    assert over.result.failures[0].level is request.level
    with pytest.raises(InternalError, match="no room for a child"):
        race(request, {"sat": 0.0, "asp": 0.0}, Budget(), run=run)
    # An invalid plan is never ignored, whatever the others say.
    with pytest.raises(InternalError, match="search returned an invalid plan: key 1"):
        race(request, {"oracle": 0.0, "search": 0.0}, Budget(), run=run)
    with pytest.raises(InputError, match="not with me"):
        race(request, {"sat": 0.0}, Budget(), run=run)
    assert list(tmp_path.iterdir()) == []


def test_the_command_says_where_the_level_of_a_broken_lane_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def run(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        if name == "asp":
            raise OSError("no room for a child")
        return ENGINES["oracle"].load()(request, budget, report)

    monkeypatch.setattr("sokoplan.cli.race_table.in_a_child", run)
    Path("easy.xsb").write_text(EASY)
    done = sokoplan("solve", "easy.xsb", "--engine", "race", "--objective", "moves")
    assert done.returncode == 0
    (saved,) = tmp_path.glob("sokoplan-failure-*.txt")
    assert f"note: asp: OSError: no room for a child; the level is saved in {saved}" in done.stderr
    assert "Level(" in saved.read_text()


def test_nobody_starts_after_the_time_is_up_or_waits_for_one_that_gave_up() -> None:
    def run(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        asked.append((name, budget.seconds))
        return Answer("unknown", reason="time" if name == "search" else "memory")

    asked: list[tuple[str, float | None]] = []
    # Sat would join in an hour.
    over = race(Request(drawn(EASY), "moves"), {"oracle": 0.0, "sat": 3600.0}, Budget(), run=run)
    assert [name for name, _ in asked] == ["oracle", "sat"]
    assert over.result.status == "unknown"

    def slow(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        asked.append((name, budget.seconds))
        time.sleep(0.5)
        return Answer("unknown", reason="time")

    asked.clear()
    race(Request(drawn(EASY), "moves"), {"search": 0.0, "sat": 60.0}, Budget(seconds=0.2), run=slow)
    assert [name for name, _ in asked] == ["search"]


def test_where_nobody_has_an_answer_all_are_named_and_the_whole_time_is_told() -> None:
    """Sat comes later and therefore gives up sooner; it is not the only one that tried."""

    def run(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        if name == "search":
            joined.wait(100)
            return Answer("unknown", reason="time", nodes=7)
        joined.set()
        return Answer("unknown", reason="horizon", effort="horizon 9")

    joined = threading.Event()
    result = race(Request(drawn(EASY), "moves"), {"search": 0.0, "sat": 0.3}, Budget(), run=run).result
    assert proved(result) == "no answer from search and sat"
    assert effort(result) == "7 positions; horizon 9"
    assert result.answer.reason == "time"  # with more of it the search might have found one
    assert result.seconds >= 0.3
    assert model_of(result).words == "Unknown: out of time (search and sat, 7 positions; horizon 9)."
    assert facts(Entry("a.xsb", 1, drawn(EASY)), result)["engines"] == ["search", "sat"]


def test_the_seconds_of_an_answer_are_counted_from_the_start() -> None:
    """Not from when the engine that had it joined."""

    def run(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        if name == "sat":
            return Answer("unsolvable")
        while not budget.cancelled():
            time.sleep(0.01)
        return Answer("unknown", reason="cancelled")

    result = race(Request(drawn(STUCK), "moves"), {"search": 0.0, "sat": 0.4}, Budget(), run=run).result
    assert (result.engine, result.others) == ("sat", ())
    assert result.seconds >= 0.4


def test_a_contradiction_is_exit_35_with_level_and_both_answers_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def run(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        if name == "asp":
            return Answer("unsolvable")
        return ENGINES["oracle"].load()(request, budget, report)

    monkeypatch.setattr("sokoplan.cli.race_table.in_a_child", run)
    Path("easy.xsb").write_text(EASY)
    done = sokoplan("solve", "easy.xsb", "--engine", "race", "--objective", "moves")
    assert done.returncode == 35
    assert "contradict each other" in done.stderr
    (saved,) = tmp_path.glob("sokoplan-failure-*.txt")
    text = saved.read_text()
    assert "asp: unsolvable" in text
    assert "search: solved" in text
    assert "Level(" in text


def told(one: Result, two: Result) -> str:
    return contradiction(one.claim, two.claim)


def test_what_counts_as_a_contradiction() -> None:
    level = drawn(EASY)
    ten = Result(level, "moves", "a", Answer("solved", Plan("r"), True), 1.0, "R", Counts(10, 4, 10), 10)
    nine = replace(ten, engine="b", cost=9, counts=Counts(9, 6, 9))
    unproved = replace(ten, engine="c", answer=Answer("solved", Plan("r")), cost=12)
    assert "no plan is better" in told(ten, nine)
    assert told(ten, unproved) == ""
    assert told(ten, replace(ten, engine="b")) == ""
    both = replace(ten, objective="moves-pushes")
    assert told(both, replace(both, counts=Counts(10, 3, 10))) != ""
    three, four = (replace(ten, answer=replace(ten.answer, plans=plans)) for plans in (3, 4))
    assert "3 plans" in told(three, four)
    assert told(ten, replace(ten, answer=Answer("unknown", reason="time"), cost=None)) == ""


def test_auto_lets_another_engine_join_only_where_it_can_help() -> None:
    level = drawn(EASY)
    assert list(portfolio(Request(level, "any"), 8)) == ["search"]
    assert list(portfolio(Request(level, "moves"), 1)) == ["search"]
    assert list(portfolio(Request(level, "moves"), 2)) == ["search", "sat"]
    assert list(portfolio(Request(level, "pushes-moves", all_plans=True), 2)) == ["oracle", "asp"]


def test_auto_reports_the_one_that_proved_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sat joins at once here, and search is made to sleep: the answer is sat's, and nothing is left running."""
    monkeypatch.setattr(engines, "_JOIN_AFTER", 0.0)
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: {0, 1})
    before = children()  # other tests of this process may keep a server or a browser

    def asleep(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        while not budget.cancelled():
            time.sleep(0.01)
        return Answer("unknown", reason="cancelled")

    monkeypatch.setattr("sokoplan.solving.ask._run_here", asleep)
    result = solve(drawn(EASY), objective="pushes")
    assert (result.engine, result.answer.optimal, result.cost) == ("sat", True, 4)
    assert children() == before


def test_ctrl_c_ends_a_race_and_leaves_nobody_behind() -> None:
    before = children()

    def interrupt() -> None:
        while len(children()) < len(before) + 2:
            time.sleep(0.05)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt).start()
    request = Request(drawn(HUGE), "moves")
    over = race(request, {"oracle": 0.0, "sat": 0.0}, Budget())
    assert (over.result.status, over.result.answer.reason) == ("unknown", "cancelled")
    assert {lane.state for lane in over.lanes} == {"stopped"}
    assert children() == before


def test_the_command_tells_who_won(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("stuck.xsb").write_text(STUCK)
    done = sokoplan("solve", "stuck.xsb", "--engine", "race", "--time", "20")
    assert done.returncode == 11
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["engine", "state", "bound", "horizon", "nodes", "seconds", "MB"]
    assert any(" won in " in line for line in lines)
    record = json.loads(sokoplan("solve", "stuck.xsb", "--engine", "race", "--time", "20", "--json").stdout)
    assert record["status"] == "unsolvable"
    assert {lane["engine"] for lane in record["lanes"]} == set(ENGINES)
    assert record["winner"] in ENGINES


def test_a_lane_tells_its_time_while_it_runs() -> None:
    lane = Lane("sat", 0.0, "running", began=time.monotonic() - 2)
    assert 2 <= lane.elapsed() < 600
