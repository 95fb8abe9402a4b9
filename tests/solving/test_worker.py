"""The child process: answers come back, limits hold, and a child that misbehaves is dealt with."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
import time
from pathlib import Path

import pytest

from helpers.command import children
from helpers.levels import HARD, HUGE, drawn
from helpers.misbehaving import NAMES
from sokoplan import engines
from sokoplan.cli import run
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.engines import EngineInfo
from sokoplan.engines.answer import Answer, Budget, Progress, Report, Request
from sokoplan.lab import compare as lab_compare
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.verify import verify
from sokoplan.solving import worker
from sokoplan.solving.failure import EngineDied, InternalError, PlanRejected, save
from sokoplan.solving.solve import solve

SMALL = "######\n#s   #\n#CCCX#\n#X   #\n######\n"


def silent(progress: Progress) -> None:
    pass


def test_an_answer_comes_back_and_the_child_is_gone() -> None:
    before = children()
    level = drawn(SMALL)
    answer = worker.run("oracle", Request(level, "moves"), Budget(), silent)
    assert answer.status == "solved"
    assert answer.optimal
    assert answer.plan is not None
    assert verify(level, answer.plan).counts.moves == 13
    assert children() == before


def test_a_bound_that_is_proved_when_the_time_runs_out_comes_back() -> None:
    """No plan is cheaper; it is kept whether the engine runs here or in a child process."""
    hard = Request(drawn(HARD), "moves")
    for answer in (
        worker.run("search", hard, Budget(seconds=2), silent),
        solve(hard.level, "search", hard.objective, Budget(seconds=0.5)).answer,
    ):
        assert (answer.optimal, answer.reason) == (False, "time")  # with a plan, if one was found by then
        assert answer.bound is not None
        assert answer.bound >= 18  # the boxes, each one push at least
    row = drawn("######\n#@ $.#\n######")
    assert solve(row, "search", "moves").answer.bound == 2
    assert solve(row, "search", "any").answer.bound is None


def test_time_runs_out_and_progress_is_reported() -> None:
    signs: list[Progress] = []
    answer = worker.run("oracle", Request(drawn(HUGE)), Budget(seconds=1.5), signs.append)
    assert (answer.status, answer.reason) == ("unknown", "time")
    assert answer.nodes > 0
    assert signs
    assert signs[-1].nodes >= signs[0].nodes > 0


def hall() -> Level:
    """34 boxes on 19 x 60 cells."""
    rows = ["#" * 62, "#@" + " " * 59 + "#", *["#" + "  $ ." * 12 + "#"] * 3, *["#" + " " * 60 + "#"] * 15, "#" * 62]
    return drawn("\n".join(rows).replace("$", " ", 2).replace(".", " ", 2))


def test_a_formula_that_is_not_there_yet_is_not_waited_for(tmp_path: Path) -> None:
    """Making it takes many times as long, and then there is no time to solve it."""
    path = tmp_path / "last.cnf"
    request = Request(hall(), "pushes", options={"write-cnf": str(path)})
    started = time.monotonic()
    answer = worker.run("sat", request, Budget(seconds=0.5), silent)
    assert time.monotonic() - started < 10
    assert (answer.status, answer.reason) == ("unknown", "time")
    assert answer.notes == (f"{path} was not written: the engine had to be killed",)
    assert os.listdir(tmp_path) == []


def test_a_reason_that_takes_long_to_ground_is_stopped_in_time() -> None:
    """Of the hall clingo makes a program for half a minute, and looks at no clock."""
    started = time.monotonic()
    found = worker.run_explainer("asp", hall(), Budget(seconds=0.5))
    assert (found.proved, found.reason) == (False, "time")
    assert time.monotonic() - started < 5


def test_a_reason_comes_back_from_a_child() -> None:
    level = drawn("#######\n#$  @ #\n#  $ .#\n#.    #\n#######")
    before = children()
    found = worker.run_explainer("asp", level, Budget())
    assert found.proved
    assert found.words == "The box at row 2, column 2 can never reach a goal, even if it were the only box."
    assert children() == before


def test_memory_runs_out() -> None:
    answer = worker.run("oracle", Request(drawn(HUGE)), Budget(memory_mb=250), silent)
    assert (answer.status, answer.reason) == ("unknown", "memory")


@pytest.mark.parametrize("size", [1, 20, 40])
def test_memory_runs_out_in_a_solver_written_in_c(size: int) -> None:
    """Wherever it happens: in Python, in the solver, or while a library is loaded."""
    room = ["#" * 26, "#@" + " " * 23 + "#", *("#" + "  $ . " * 4 + "#",) * 12, "#" * 26]
    answer = worker.run("sat", Request(drawn("\n".join(room)), "moves"), Budget(memory_mb=size), silent)
    assert (answer.status, answer.reason) == ("unknown", "memory")


@pytest.mark.parametrize("engine", ["sat", "asp"])
def test_so_little_memory_that_not_even_a_thread_can_start(engine: str) -> None:
    answer = worker.run(engine, Request(drawn(SMALL), "moves"), Budget(memory_mb=1), silent)
    assert (answer.status, answer.reason) in (("unknown", "memory"), ("solved", ""))


def test_cancel_from_outside() -> None:
    deadline = time.monotonic() + 1
    budget = Budget(cancelled=lambda: time.monotonic() > deadline)
    answer = worker.run("oracle", Request(drawn(HUGE)), budget, silent)
    assert (answer.status, answer.reason) == ("unknown", "cancelled")


def _kill_children(before: list[int]) -> None:
    while not (fresh := set(children()) - set(before)):
        time.sleep(0.05)
    time.sleep(0.3)
    for pid in fresh:
        os.kill(pid, signal.SIGKILL)


def test_a_killed_child_is_an_internal_error_with_the_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    killer = threading.Thread(target=_kill_children, args=(children(),))
    killer.start()
    with pytest.raises(InternalError, match="SIGKILL") as caught:
        solve(drawn(HUGE), "oracle")
    killer.join()
    assert caught.value.level == drawn(HUGE)
    assert list(tmp_path.iterdir()) == []  # nothing is written unless somebody asks for it
    saved = save(caught.value)
    assert saved is not None
    assert saved.parent == tmp_path
    assert "Level(" in saved.read_text()


def _killed_on_two(engine: str, request: Request, budget: Budget, report: Report) -> Answer:
    if request.level.title == "Two":
        raise EngineDied("the engine's process ended by signal SIGKILL before it answered")
    return _as_ever(engine, request, budget, report)


_as_ever = worker.run


@pytest.fixture
def killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three levels, and whoever works on the second is killed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(worker, "run", _killed_on_two)
    monkeypatch.setattr(lab_compare, "in_a_child", _killed_on_two)
    picture = "#####\n#@$.#\n#####\nTitle: "
    Path("three.xsb").write_text("\n\n".join(picture + name for name in ("One", "Two", "Three")) + "\n")


@pytest.mark.usefixtures("killed")
@pytest.mark.parametrize("command", ["solve", "bench", "compare"])
def test_a_level_whose_engine_was_killed_stays_in_the_results(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [command, "three.xsb", "-e", "asp", "--objective", "moves"]
    assert run([*asked, "--json"]) == ExitCode.INTERNAL
    told = capsys.readouterr()
    rows = [json.loads(line) for line in told.out.splitlines()]
    # compare has two ways of this engine, which take turns
    assert list(dict.fromkeys((row["title"], row["status"]) for row in rows)) == [
        ("One", "solved"),
        ("Two", "failed"),
        ("Three", "solved"),
    ]
    failed = next(row for row in rows if row["status"] == "failed")
    assert failed.keys() >= rows[0].keys() - {"horizons"}  # there are none to tell of
    assert (failed["engine"], failed["objective"], failed["moves"]) == ("asp", "moves", None)
    assert failed["reason"] == "asp: the engine's process ended by signal SIGKILL before it answered"
    assert "Two: internal error: asp: the engine's process ended by signal SIGKILL" in told.err
    assert run(asked) == ExitCode.INTERNAL
    assert re.search(r"(Two|asp) .*failed", capsys.readouterr().out)


@pytest.mark.usefixtures("killed")
def test_a_level_whose_engine_was_killed_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    run(["solve", "three.xsb", "-e", "asp"])
    assert "3 of 3 levels: 2 solved, 1 failed; " in capsys.readouterr().out
    run(["bench", "three.xsb", "-e", "asp", "--report", "page.html"])
    told = capsys.readouterr().out
    assert "3 levels: 2 solved, 0 of them proved optimal, 0 unsolvable, 1 failed; " in told
    assert "<td>asp</td><td>3</td><td>2</td><td>0</td><td>0</td><td>0</td><td>1</td>" in Path("page.html").read_text()


@pytest.fixture
def misbehaving(monkeypatch: pytest.MonkeyPatch) -> None:
    here = str(Path(__file__).parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([here, os.environ.get("PYTHONPATH", "")]))
    # The child builds its own table of engines, so it is told where to look by a module that both can import.
    monkeypatch.setattr(worker, "_CHILD", "from helpers.misbehaving import serve; serve({})")
    for name in NAMES:
        monkeypatch.setitem(engines.ENGINES, name, EngineInfo("helpers.misbehaving", ""))


@pytest.mark.usefixtures("misbehaving")
def test_a_child_that_does_not_listen_is_killed() -> None:
    before = children()
    answer = worker.run("stubborn", Request(drawn(SMALL)), Budget(seconds=0.5), silent)
    assert (answer.status, answer.reason) == ("unknown", "time")
    assert children() == before


@pytest.mark.usefixtures("misbehaving")
def test_a_child_that_dies_with_our_word_unread_was_stopped() -> None:
    """A SAT solver under `--memory`, stopped by a race that is over: the pipe is then reset, not just closed."""
    answer = worker.run("starved", Request(drawn(SMALL)), Budget(None, 500, cancelled=lambda: True), silent)
    assert (answer.status, answer.reason) == ("unknown", "cancelled")


@pytest.mark.usefixtures("misbehaving")
def test_memory_that_is_full_to_the_last_byte() -> None:
    """Not even the word for it found room, and the child ended without one."""
    answer = worker.run("brimful", Request(drawn(SMALL)), Budget(memory_mb=20), silent)
    assert (answer.status, answer.reason) == ("unknown", "memory")


@pytest.mark.usefixtures("misbehaving")
def test_a_child_that_breaks_says_so_in_a_sentence() -> None:
    with pytest.raises(InternalError, match="broken: RuntimeError: out of ideas"):
        solve(drawn(SMALL), "broken")


@pytest.mark.usefixtures("misbehaving")
def test_an_invalid_plan_never_becomes_a_result() -> None:
    with pytest.raises(PlanRejected, match="liar returned an invalid plan: key 1") as caught:
        solve(drawn(SMALL), "liar")
    assert (caught.value.level, caught.value.details) == (drawn(SMALL), "plan: u")


def test_a_failure_is_saved_elsewhere_when_the_folder_is_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Root may write anywhere, so a folder that is gone stands for one that cannot be written.
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.setattr(Path, "cwd", lambda: gone)
    gone.rmdir()
    saved = save(InternalError("search: it broke", drawn(SMALL), "plan: u"))
    assert saved is not None
    assert saved.parent != gone
    assert saved.read_text().startswith("search: it broke\n\nplan: u\n\nLevel(")
    saved.unlink()
