"""Plans as text, in every vocabulary, there and back; and what is wrong with broken ones."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import levelgen
from helpers.command import sokoplan
from helpers.levels import drawn
from sokoplan.cli.plans import PLAN_FORMATS, WITHOUT_WALKS
from sokoplan.engines.oracle.search import search
from sokoplan.errors import InputError
from sokoplan.puzzle.level import KEYS, Level
from sokoplan.puzzle.notation import NOTATIONS, read_plan
from sokoplan.puzzle.notation.repeats import MOST_KEYS, expand, run_length
from sokoplan.puzzle.notation.write import lurd
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import begin, play

SAMPLE = "######\n#s   #\n#CCCX#\n#X   #\n######\n"
PRINTED = """Solution found:
push(1,1,down,0)
move(2,1,up,1)
move(1,1,right,2)
move(1,2,right,3)
move(1,3,right,4)
move(1,4,down,5)
move(2,4,down,6)
move(3,4,left,7)
move(3,3,left,8)
push(3,2,up,9)
push(2,2,right,10)
move(2,3,up,11)
push(1,3,left,12)
"""


def test_the_actions_that_the_sat_planner_prints() -> None:
    level = drawn(SAMPLE)
    read = read_plan(PRINTED, level)
    assert read.remarks == ()
    assert lurd(level, read.plan) == "DurrrddllURuL"
    assert list(NOTATIONS["actions"](level, read.plan)) == PRINTED.splitlines()[1:]


def test_actions_are_sorted_by_time_and_checked() -> None:
    level = drawn("#######\n#@ $ .#\n#######")
    read = read_plan("push(1,2,right,1), move(1,1,right,0). push(1,2,right,2)", level)
    assert read.plan.keys == "rrr"
    assert read.remarks == ("key 3 is written as a push from (1,2), but is a push from (1,3)",)


def test_the_actions_that_the_asp_project_prints() -> None:
    level = drawn("#######\n#@ $ .#\n#######")
    text = "do(moveRight(sokoban,l1_1,l1_2), 0) do(pushRight(sokoban,l1_2,l1_3,l1_4,crate_01), 1)"
    read = read_plan(text, level)
    assert read.plan.keys == "rr"
    assert read.remarks == ()
    assert " ".join(NOTATIONS["asp"](level, read.plan)) == text


def test_a_crate_keeps_its_number() -> None:
    level = drawn("#######\n#@    #\n# $$..#\n#######")
    words = list(NOTATIONS["asp"](level, Plan("rdrd")))
    assert len(words) == 1  # down is not allowed
    level = drawn("########\n#  @   #\n# $ $..#\n########")
    words = list(NOTATIONS["asp"](level, Plan("drrulllldrrr")))
    assert [word.split("crate_")[1][:2] for word in words if "push" in word] == ["02", "02", "01", "01", "01"]


SINK = "#3\n#5\n#.....\n#yo.x.\n#....."


@pytest.mark.parametrize("text", ["( 1,  1) --> right\n( 2,  1) --> right\n", "(1, 1) --> (0, 1)\n(2,1)-->(1,1)"])
def test_the_pushes_of_the_nethack_solver(text: str) -> None:
    level = drawn(SINK)
    assert read_plan(text, level).plan.keys == "rr"
    assert list(NOTATIONS["pushes"](level, Plan("rr"))) == ["( 1,  1) --> right", "( 2,  1) --> right"]
    assert list(NOTATIONS["old-pushes"](level, Plan("rr"))) == ["( 1,  1) --> ( 0,  1)", "( 2,  1) --> ( 1,  1)"]


def test_walks_between_pushes_are_found() -> None:
    level = drawn(SINK)
    plan = read_plan("(1, 1) --> up\n", level).plan  # from below: around the box
    assert lurd(level, plan) == "drU"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("(4, 1) --> left", "there is no box at (4, 1)"),
        (
            "(1, 1) --> right\n(2, 1) --> left\n(1,1) --> left\n(0,1) --> right",
            "the player cannot get behind this box",
        ),
        ("(1, 1) --> (3, 1)", "the player pushes a box from a neighbouring cell"),
        ("(1, 1) --> sideways", "this is not a push"),
    ],
)
def test_pushes_that_cannot_be(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        read_plan(text, drawn(SINK))
    assert caught.value.says == says
    assert caught.value.line == text.count("\n") + 1


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("3L", "LLL"),
        ("2(uR)", "uRuR"),
        ("2(u2(rD))d", "urDrDurDrDd"),
        (" u d\n\tL r ", "udLr"),
        ("0u", ""),
        ("10r", "r" * 10),
        ("2(" + "u" * 400_000 + ")", "u" * 800_000),
        ("", ""),
        ("()", ""),
    ],
)
def test_run_lengths(text: str, keys: str) -> None:
    assert expand(text) == keys


@given(st.text("udlrUDLR", max_size=60))
def test_run_length_round_trip(keys: str) -> None:
    assert expand(run_length(keys)) == keys


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("uux", 2, "this is not a key of a plan"),
        ("3", 0, "a number with nothing after it"),
        ("3 u", 1, "a number with nothing after it"),
        ("2(u", 2, "a group is never closed"),
        ("u)", 1, "this `)` closes no group"),
        ("999999999u", 7, f"a plan has at most {MOST_KEYS} keys"),
        ("9(" * 20 + "u" + ")" * 20, None, f"a plan has at most {MOST_KEYS} keys"),
        ("(" * 60, 50, "groups are nested more than 50 deep"),
        ("push(1,1,sideways,0)", 0, "this is not an action of a plan"),
        ("push(1,1,down,0) and then", 17, "this is not an action of a plan"),
        ("do(fly(sokoban,l1_1,l1_2), 0)", 0, "this is not an action of a plan"),
    ],
)
def test_broken_plans_show_where(text: str, column: int | None, says: str) -> None:
    with pytest.raises(InputError) as caught:
        read_plan(text, drawn(SAMPLE))
    assert caught.value.says == says
    if column is not None:
        assert caught.value.column == column


def test_wrong_capitals_are_reported_and_right_ones_are_not() -> None:
    level = drawn("######\n#@$ .#\n######")
    assert read_plan("RR", level).remarks == ()
    assert read_plan("rr", level).remarks == ()  # all lower case claims nothing
    assert read_plan("Rr", level).remarks == ("key 2 (r) is written as a move, but is a push",)
    walk = drawn("######\n#@ $.#\n######")
    assert read_plan("RR", walk).remarks == ("key 1 (R) is written as a push, but is a move",)


@cache
def solved_levels(kind: str) -> list[tuple[Level, Plan]]:
    random = Random(f"notation {kind}")
    found: list[tuple[Level, Plan]] = []
    while len(found) < 15:
        level: Level = getattr(levelgen, kind)(random, rows=5, columns=6)
        best = search(level, "pushes-moves" if kind != "helltaker" else "moves")
        if best.plan is not None and best.plan.keys:
            found.append((level, best.plan))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("kind", ["sokoban", "sink", "hole", "helltaker"])
def test_every_notation_round_trips(kind: str, notation: str) -> None:
    """Keys come back; the two that leave out the walks come back with the same pushes."""
    for level, plan in solved_levels(kind):
        text = "\n".join(NOTATIONS[notation](level, plan))
        if notation in ("pushes", "old-pushes"):
            if kind == "helltaker":
                continue
            again = read_plan(text, level).plan
            assert list(NOTATIONS[notation](level, again)) == text.splitlines()
            assert len(again.keys) == len(plan.keys)  # the plan is one with least moves, and so are the walks found
        else:
            read = read_plan(text, level)
            assert read.plan == plan
            assert read.remarks == ()


@pytest.mark.parametrize("format", PLAN_FORMATS)
@pytest.mark.parametrize("name", ["sample-map-1", "diamond", "mind-the-gap", "kick-and-follow"])
def test_what_solve_prints_can_be_verified(name: str, format: str, tmp_path: Path) -> None:
    if name == "kick-and-follow" and format in WITHOUT_WALKS:
        pytest.skip("Helltaker's walks are part of a plan")
    solved = sokoplan("solve", name, "--format", format)
    assert solved.returncode == 0
    (tmp_path / "plan").write_text(solved.stdout)
    judged = sokoplan("verify", name, "--plan-file", str(tmp_path / "plan"))
    assert judged.returncode == 0, judged.stderr
    assert judged.stderr == ""
    headline = solved.stdout.splitlines()[0]
    pushes = re.search(r"\d+ (push|kick)(es|s)?", headline)
    assert pushes is not None
    assert f", {pushes[0]}, " in judged.stdout  # the walks between pushes may be others


def test_a_headline_does_not_hide_what_is_wrong() -> None:
    with pytest.raises(InputError) as caught:
        read_plan("A: solved in 2 moves, 1 push; proved by nobody (0.01 s)\nrX\n", drawn(SAMPLE))
    assert (caught.value.line, caught.value.column) == (2, 1)


def test_a_list_of_pushes_is_no_helltaker_plan() -> None:
    with pytest.raises(InputError, match="not enough for Helltaker"):
        read_plan("(1, 1) --> up", drawn("t\n5\n######\n#H  D#\n######"))


@given(st.integers(0, 10_000))
def test_random_walks_read_back_with_their_capitals(seed: int) -> None:
    random = Random(seed)
    level = levelgen.sokoban(random)
    state = begin(level)
    keys = ""
    for _ in range(30):
        key = random.choice(KEYS)
        if play(level, state, key)[0]:
            keys += key
    text = lurd(level, Plan(keys))
    assert read_plan(text, level).remarks == ()
    assert read_plan(run_length(text), level).plan.keys == keys
