"""The Python API: `import sokoplan as sp`, its examples, its types and what it says about wrong arguments."""

from __future__ import annotations

import doctest
import io
import pickle
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import sokoplan as sp
from helpers.levels import HUGE, drawn
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import OBJECTIVES, Answer, Report, Request

ROW = "#######\n#@ $ .#\n#######"
TWO = f"{ROW}\nTitle: One\n\n{ROW}\nTitle: Two\n"


def silent_python(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


HOMES = sorted({getattr(sp, name).__module__ for name in sp.__all__ if name != "__version__"})


@pytest.mark.parametrize("module", HOMES)
def test_the_examples_in_docstrings_run(module: str) -> None:
    tested = doctest.testmod(import_module(module), optionflags=doctest.ELLIPSIS)
    assert tested.failed == 0
    assert tested.attempted > 0


@pytest.mark.parametrize("name", [name for name in sp.__all__ if name != "__version__"])
def test_every_public_name_has_an_example(name: str) -> None:
    example = getattr(sp, name).__doc__ if name != "Level" else sp.Level.from_text.__doc__
    assert ">>> " in (example or "")


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import sokoplan; print(sorted(set(sys.modules) - before))"
    assert silent_python(code) == "['__future__', 'sokoplan']\n"


LIBRARIES = {"numpy", "clingo", "pysat", "fastapi", "typer", "click", "rich", "asyncio", "PIL"}
HEAVY = LIBRARIES | {"multiprocessing", "subprocess", "tempfile", "threading"}


@pytest.mark.parametrize(
    "module",
    [
        "solving.solve",
        "solving.ask",
        "solving.wording",
        "engines",
        "engines.answer",
        "engines.sat.options",
        "engines.asp.options",
    ],
)
def test_the_way_to_an_answer_imports_no_library_that_it_may_not_need(module: str) -> None:
    code = f"import sys; before = set(sys.modules); import sokoplan.{module}; print(*(set(sys.modules) - before))"
    loaded = set(silent_python(code).split())
    assert f"sokoplan.{module}" in loaded
    assert loaded.isdisjoint(HEAVY), loaded & HEAVY


def test_a_question_to_sat_loads_only_what_it_needs() -> None:
    """Each is a process of its own, so what it imports is a part of every answer's time."""
    code = (
        f"import sys, sokoplan as sp; from sokoplan.engines import ENGINES; from sokoplan.engines.answer import *; "
        f"level = sp.Level.from_text({ROW!r}); before = set(sys.modules); "
        "ENGINES['sat'].load()(Request(level, 'moves'), Budget(), lambda progress: None); "
        "print(*sorted(set(sys.modules) - before))"
    )
    loaded = set(silent_python(code).split())
    assert "pysat.solvers" in loaded
    assert loaded.isdisjoint({"numpy", "hashlib", "sokoplan.planning.certificate.formula"})


def test_solving_a_small_level_imports_no_solver_library() -> None:
    code = (
        f"import sys, sokoplan as sp; sp.solve(sp.Level.from_text({ROW!r})); "
        f"print(sorted(set(sys.modules) & {LIBRARIES!r}))"
    )
    assert silent_python(code) == "[]\n"


def test_every_public_name_is_there() -> None:
    assert set(sp.__all__) <= set(dir(sp))
    for name in sp.__all__:
        assert getattr(sp, name) is not None
    assert sp.__version__ == version("sokoplan")
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        sp.sovle  # type: ignore[attr-defined] # noqa: B018


# --- reading ------------------------------------------------------------------------------------------------------


def test_levels_come_from_text_files_and_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    level = drawn(ROW)
    path = tmp_path / "two.xsb"
    path.write_text(TWO)
    assert [found.title for found in sp.read(TWO)] == ["One", "Two"]
    assert sp.read(path) == sp.read("two.xsb") == sp.read(TWO) == sp.read(TWO.encode()) == sp.read(tmp_path)
    with path.open() as text, path.open("rb") as data:
        assert sp.read(text) == sp.read(data) == sp.read(io.StringIO(TWO)) == sp.read(TWO)
    assert sp.level("two.xsb#2") == sp.level("two.xsb#Two") == sp.read(TWO)[1]
    assert sp.read("#######|#@ $ .#|#######") == [level]  # a board on one line
    assert sp.level("first-push").title == "First Push"
    assert sp.level(ROW, format="xsb", reading="each-once").reading == "each-once"
    assert sp.Level.from_text(ROW) == level == sp.level(str(level))


def test_bundled_levels() -> None:
    levels = sp.levels()
    assert levels["first-push"] == sp.level("first-push")
    assert {level.game for level in levels.values()} == {"sokoban", "sink", "helltaker"}


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("frist-push", "Did you mean first-push?"),
        (Path("first-push"), "there is no file first-push"),  # a Path means a file
        ("-", "Pass sys.stdin"),
        ("", "empty"),
        ("\n", "empty"),
        ("hello\nworld\n", "this is not a level in any known format"),
        (TWO, "there are 2 levels, not one"),
    ],
)
def test_what_is_no_level_is_bad_input(source: Any, says: str) -> None:
    with pytest.raises(sp.InputError) as caught:
        sp.level(source)
    assert says in str(caught.value)


# --- solving ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_result_has_its_figures_at_hand(objective: Any) -> None:
    result = sp.solve(sp.level(ROW), objective, time="1m", memory="2G")
    assert isinstance(result, sp.Result)
    assert (result.status, result.solved, result.reason) == ("solved", True, "")
    assert (result.moves, result.pushes, str(result.plan)) == (3, 2, "rRR")
    assert result.plan == sp.Plan("rrr")
    assert result.optimal == (objective != "any")
    assert result.seconds >= 0
    assert repr(result).startswith("<Result: solved in 3 moves, 2 pushes; ")
    assert len(repr(result)) < 120
    assert bool(sp.verify(result.level, result.plan or "")) is True


def test_no_plan() -> None:
    result = sp.solve(sp.level("######\n#$  .#\n#  @ #\n######"))
    assert (result.status, result.solved, result.optimal) == ("unsolvable", False, False)
    assert (result.plan, result.moves, result.pushes, result.states()) == (None, None, None, [])
    assert repr(result).startswith("<Result: unsolvable; proved by search, ")


def test_the_time_runs_out() -> None:
    result = sp.solve(drawn(HUGE), "moves", "oracle", time=0.5)
    assert (result.status, result.reason) == ("unknown", "time")


@pytest.mark.parametrize("name", ["first-push", "down-the-drain", "mind-the-gap", "helltaker-level-1"])
def test_the_states_lead_from_the_start_to_the_win(name: str) -> None:
    """One of them has holes, and after the last one is filled nothing is left to do."""
    level = sp.level(name)
    result = sp.solve(level, "moves")
    assert result.plan is not None
    states = result.states()
    assert states[0] == level
    assert len(states) == (result.moves or 0) + 1
    rest = str(result.plan)
    for state, following in pairwise(states):
        assert sp.verify(state, rest)  # what is left of the plan solves what is left of the level
        assert len({*state.boxes, *state.mobs} ^ {*following.boxes, *following.mobs}) <= 2
        rest = rest[1:]
    assert len({str(state) for state in states}) > 1
    assert pickle.loads(pickle.dumps(states)) == states


def test_every_engine_can_be_asked_by_name() -> None:
    level = sp.level(ROW)
    for engine in ("auto", *ENGINES):
        assert sp.solve(level, "moves", engine).moves == 3
    assert sp.solve(level, "moves", "sat", options={"strategy": "binary", "max-steps": 10}).engine == "sat"
    assert sp.solve(level, "any", threads=1, options={"ida": False}).engine == "search"


def test_progress_and_a_budget(capsys: pytest.CaptureFixture[str]) -> None:
    signs: list[sp.Progress] = []
    budget = sp.Budget(cancelled=lambda: bool(signs))
    result = sp.solve(drawn(HUGE), engine="oracle", budget=budget, progress=signs.append)
    assert (result.reason, bool(signs)) == ("cancelled", True)
    timed = sp.solve(drawn(HUGE), engine="oracle", time=2, progress=True)
    assert timed.reason == "time"
    assert " nodes" in capsys.readouterr().err
    stopped = sp.solve(drawn(HUGE), engine="oracle", budget=sp.Budget(cancelled=lambda: True))
    assert stopped.reason == "cancelled"


LEVEL = drawn(ROW)


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        (lambda: sp.solve(ROW), TypeError, r"expected a Level, not str; sokoplan\.level"),  # type: ignore[arg-type]
        (lambda: sp.solve(sp.read(ROW)), TypeError, "expected a Level, not list"),  # type: ignore[arg-type]
        (lambda: sp.solve(None), TypeError, "expected a Level, not NoneType"),  # type: ignore[arg-type]
        (lambda: sp.solve(LEVEL, "fast"), ValueError, "unknown objective 'fast'; choose one of any, moves"),  # type: ignore[arg-type]
        (
            lambda: sp.solve(LEVEL, engine="magic"),
            ValueError,
            "unknown engine 'magic'; choose one of auto, race",
        ),
        (lambda: sp.solve(LEVEL, engine=3), TypeError, "engine must be a str, not int"),  # type: ignore[arg-type]
        (lambda: sp.solve(LEVEL, colour="red"), TypeError, "unexpected keyword argument 'colour'"),  # type: ignore[call-arg]
        (lambda: sp.solve(LEVEL, time="soon"), ValueError, "not a duration: 'soon'"),
        (lambda: sp.solve(LEVEL, time=-1), ValueError, "not a duration: -1"),
        (lambda: sp.solve(LEVEL, time=[1]), TypeError, "time must be a number or a str, not list"),  # type: ignore[arg-type]
        (lambda: sp.solve(LEVEL, memory="lots"), ValueError, "not an amount of memory: 'lots'"),
        (lambda: sp.solve(LEVEL, budget=60), TypeError, "budget must be a Budget, not int"),  # type: ignore[arg-type]
        (lambda: sp.solve(LEVEL, budget=sp.Budget(), time=1), TypeError, "give either a budget, or time and memory"),
        (lambda: sp.solve(LEVEL, threads=0), ValueError, "threads must be at least 1"),
        (lambda: sp.solve(LEVEL, threads="2"), TypeError, "threads must be an int, not str"),  # type: ignore[arg-type]
        (lambda: sp.solve(LEVEL, engine="sat", threads=2), ValueError, "the engine sat has no threads"),
        (lambda: sp.solve(LEVEL, engine="race", options={"a": 1}), ValueError, "cannot be combined with race"),
        (lambda: sp.solve(LEVEL, engine="oracle", options={"a": 1}), sp.InputError, "oracle has no options"),
        (lambda: sp.solve(LEVEL, progress="yes"), TypeError, "progress must be a function or a bool"),  # type: ignore[arg-type]
        (lambda: sp.verify(LEVEL, 3), TypeError, "expected a Plan or a str such as 'rrUdd', not int"),  # type: ignore[arg-type]
        (lambda: sp.verify(ROW, "r"), TypeError, "expected a Level, not str"),  # type: ignore[arg-type]
        (lambda: sp.verify(LEVEL, sp.solve(LEVEL)), TypeError, r"the plan of a Result is result\.plan"),  # type: ignore[arg-type]
        (lambda: sp.explain(LEVEL, "sat"), ValueError, "unknown engine 'sat'; choose one of search, asp"),
        (lambda: sp.read(3), TypeError, "expected level text, a path or an open file, not int"),  # type: ignore[arg-type]
        (lambda: sp.Plan("up"), ValueError, "made of u, d, l and r"),
    ],
)
def test_a_wrong_argument_gets_a_clear_sentence(wrong: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        wrong()


def test_verify_and_explain() -> None:
    assert sp.verify(LEVEL, "2rR").counts.moves == 3
    verdict = sp.verify(LEVEL, sp.Plan("rr"))
    assert (bool(verdict), verdict.legal, verdict.why) == (False, True, "1 box is off the goals at the end")
    stuck = sp.level("######\n#$  .#\n#  @ #\n######")
    for engine in ("search", "asp"):
        found = sp.explain(stuck, engine, time=60)
        assert found.proved
        assert "the box at row 2, column 2 can never reach a goal" in str(found).lower()
    assert not sp.explain(LEVEL).proved


def test_a_bug_raises_the_error_with_the_level_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def liar(name: str, request: Request, budget: sp.Budget, report: Report) -> Answer:
        return Answer("solved", sp.Plan("l"))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sokoplan.solving.ask._run_here", liar)
    with pytest.raises(sp.InternalError, match="search returned an invalid plan: key 1") as caught:
        sp.solve(LEVEL)
    assert caught.value.level == LEVEL
    assert list(tmp_path.iterdir()) == []
