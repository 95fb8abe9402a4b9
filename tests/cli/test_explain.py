"""Reasons: the short ones by name, on a level each; never one for a level that can be solved."""

from __future__ import annotations

import json
from random import Random

import pytest

from helpers import levelgen
from helpers.command import sokoplan
from helpers.levels import drawn
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.engines.answer import Answer, Budget
from sokoplan.engines.oracle.search import search
from sokoplan.engines.search.explain import explain
from sokoplan.views.text import draw


@pytest.mark.parametrize(
    ("picture", "says", "marked"),
    [
        ("######\n#$  .#\n# $  #\n#  .@#\n######", "can never reach a goal, even if it were alone", {(1, 1)}),
        ("########\n#@$.#$.#\n########", "the player can never reach the box at row 2, column 6", {(1, 5)}),
        ("#######\n# $.$ #\n#     #\n#  .@ #\n#######", "but not both", {(1, 2), (1, 4)}),
        ("#1\n#5\n#yoo.x", "none of them can ever move again", {(0, 1), (0, 2)}),
    ],
)
def test_short_reasons(picture: str, says: str, marked: set[tuple[int, int]]) -> None:
    found = explain(drawn(picture), Budget())
    assert found.proved
    assert says in found.words
    assert marked <= found.marked


def test_a_part_without_a_plan_is_the_level_that_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    # The search looks for such a part only after a while on hard levels (rust/src/search/tests.rs): told here.
    level = drawn("#3\n#6\n#.o....\n#yo.o.x\n#......")
    told = Answer("unsolvable", nodes=1234, part=((1, 1), (1, 3)))
    monkeypatch.setattr("sokoplan.engines.search.explain.solve", lambda *asked: told)
    monkeypatch.setattr("sokoplan.engines.search.explain.short_proof", lambda level: None)
    found = explain(level, Budget())
    assert found.proved
    assert "these 2 boxes cannot all reach a sink" in found.words
    assert "1,234" in found.words
    assert found.part is not None
    assert found.part.boxes == {(1, 1), (1, 3)}


@pytest.mark.parametrize("kind", ["sokoban", "sink", "hole", "helltaker"])
def test_a_reason_is_found_exactly_where_there_is_no_plan(kind: str) -> None:
    random = Random(f"explain {kind}")
    impossible = compared = 0
    while compared < 150:
        level = getattr(levelgen, kind)(random)
        if not 6 <= len(level.reachable()) <= 14:
            continue
        compared += 1
        found = explain(level, Budget())
        assert found.proved == (search(level).plan is None), draw(level)
        impossible += found.proved
    assert 10 < impossible < 150


def test_the_command() -> None:
    for engine in ("search", "asp"):
        ran = sokoplan("explain", "too-late", "--engine", engine)
        assert ran.returncode == ExitCode.UNSOLVABLE, ran.stderr
        assert "#$" in ran.stdout
    assert sokoplan("explain", "first-push").returncode == ExitCode.SOLVED
    # This one looks for a reason only; that it finds none is no answer.
    none = sokoplan("explain", "first-push", "--engine", "asp")
    assert (none.returncode, "proves nothing" in none.stdout) == (ExitCode.GAVE_UP, True)
    assert sokoplan("explain", "helltaker-level-1", "--engine", "asp", "--time", "0").returncode == ExitCode.TIME
    record = json.loads(sokoplan("explain", "too-late", "--json").stdout)
    assert record["impossible"] is True
    assert record["cells"] == [[1, 1]]
    whole = sokoplan("explain", "one-move-short")
    assert "all 70 positions were searched" in whole.stdout
