"""The law of Sokoban, the sink and the hole, each case drawn before and after."""

from __future__ import annotations

import pytest

from helpers.levels import drawn
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import begin, level_at, play, won
from sokoplan.puzzle.verify import verify
from sokoplan.views.text import draw


def after(picture: str, keys: str, **options: object) -> tuple[list[str], list[str]]:
    """The board after the keys, and what each key did (a reason in brackets where it was not allowed)."""
    level = drawn(picture, **options)
    state = begin(level)
    deeds = []
    for key in keys:
        deed, cost = play(level, state, key)
        deeds.append(str(deed) if deed else f"[{deed}]")
        assert cost == (1 if deed else 0)
    return draw(level, state.snapshot()), deeds


def test_walking() -> None:
    board, deeds = after("######\n#@  *#\n######", "rrl")
    assert board == ["######", "# @ *#", "######"]
    assert deeds == ["move"] * 3


def test_pushing_onto_a_goal_and_off_it() -> None:
    board, deeds = after("#######\n#@$. .#\n#######", "rr")
    assert board == ["#######", "#  +$.#", "#######"]
    assert deeds == ["push", "push"]


@pytest.mark.parametrize(
    ("picture", "key", "reason"),
    [
        ("#####\n#@$.#\n#####", "u", "a wall is in the way"),
        ("####\n#@*#\n####", "r", "the box ahead stands against a wall"),
        ("######\n#@**.#\n######", "r", "the box ahead stands against another box"),
    ],
)
def test_a_key_that_is_not_allowed_changes_nothing(picture: str, key: str, reason: str) -> None:
    board, deeds = after(picture, key)
    assert deeds == [f"[{reason}]"]
    assert board == picture.split("\n")


SINK = """
    #3
    #5
    #.....
    #yo.x.
    #.....
"""


def test_a_box_vanishes_in_a_sink_and_the_player_may_walk_on_it() -> None:
    level = drawn(SINK)
    state = begin(level)
    goal = level.law.goal(level)
    for key in "rr":
        assert not won(state, goal)
        assert play(level, state, key) == ("push", 1)
    assert won(state, goal)
    assert state.player == (1, 2)
    assert state.cells("box") == frozenset()
    assert play(level, state, "r") == ("move", 1)
    assert state.player == (1, 3)


HOLES = """
    --------
    |@00^^.|
    --------
"""


def test_a_hole_swallows_one_box_and_is_floor_from_then_on() -> None:
    two_lanes = """
        --------
        |@.0^^.|
        |..0...|
        --------
    """
    level = drawn(two_lanes)
    state = begin(level)
    assert play(level, state, "r")[0] == "move"
    assert play(level, state, "r")[0] == "push"  # into the first hole
    assert state.cells("hole") == {(1, 5)}
    assert state.cells("box") == {(2, 3)}
    assert play(level, state, "r")[0] == "move"  # over the filled hole
    deed, _ = play(level, state, "r")
    assert not deed
    assert str(deed) == "an open hole is in the way"


def test_two_boxes_in_a_row_do_not_move_even_towards_a_hole() -> None:
    _, deeds = after(HOLES, "r")
    assert deeds == ["[the box ahead stands against another box]"]


def test_the_holes_are_the_goal_not_the_boxes() -> None:
    level = drawn("------\n|@0^.|\n|0...|\n------")
    state = begin(level)
    play(level, state, "r")
    assert won(state, level.law.goal(level))
    assert state.cells("box") == {(2, 1)}


def test_each_once_remembers_a_visit_and_the_memory_travels_with_the_box() -> None:
    # Two boxes, one goal: push the first over it and on; then the second onto it.
    level = drawn("########\n#@$ .  #\n#   $  #\n#      #\n########", reading="each-once")
    state = begin(level)
    goal = level.law.goal(level)
    assert state.cells("owed") == {(1, 2), (2, 4)}
    for key in "rrr":
        assert play(level, state, key)[0] == "push"
    assert state.cells("box") == {(1, 5), (2, 4)}
    assert state.cells("owed") == {(2, 4)}
    assert not won(state, goal)
    for key in "ldldrr":
        assert play(level, state, key)[0] == "move"
    assert play(level, state, "u")[0] == "push"
    assert state.cells("box") == {(1, 5), (1, 4)}
    assert won(state, goal)


def test_a_position_as_a_level_knows_which_boxes_have_been_on_a_goal() -> None:
    rows = "########\n#@$ .  #\n#   $  #\n#      #\n########"
    level = drawn(rows, reading="each-once")
    state = begin(level)
    plan = "rrrldldrru"
    for cut, key in enumerate(plan):
        here = level_at(level, state, 0)
        # (A box that stands on a goal says so itself.)
        assert here.settled == ({(1, 5)} if cut > 2 else frozenset())
        assert (here.player, here.boxes) == (state.player, state.cells("box"))
        assert verify(here, Plan(plan[cut:])).solved
        play(level, state, key)
    assert level_at(level, state, 0).settled == {(1, 5)}
    at_the_end = drawn(rows.replace("$ .", "$..").replace("   #\n########", "  .#\n########"))
    state = begin(at_the_end)
    for key in "rrr":
        play(at_the_end, state, key)
        assert level_at(at_the_end, state, 0).settled == frozenset()


def test_a_position_in_which_the_last_hole_is_filled_is_no_level() -> None:
    level = drawn("------\n|@0^.|\n|0...|\n------")
    state = begin(level)
    assert level_at(level, state, 0) == level
    play(level, state, "r")
    with pytest.raises(ValueError, match="every hole is filled"):
        level_at(level, state, 0)


def test_spare_goals_are_allowed_and_the_end_is_what_counts() -> None:
    level = drawn("#######\n#@$..##\n#######")
    state = begin(level)
    goal = level.law.goal(level)
    play(level, state, "r")
    assert won(state, goal)
    play(level, state, "r")
    assert won(state, goal)


@pytest.mark.parametrize(
    ("picture", "is_free"),
    [
        ("######\n#@ $.#\n#    #\n######", True),
        ("------\n|@.0^|\n|....|\n------", True),
        ("t\n9\n######\n#HT D#\n#    #\n######", False),
    ],
)
def test_what_is_said_of_walking_is_so(picture: str, is_free: bool) -> None:
    level = drawn(picture)
    state = begin(level)
    before = state.facts.copy()
    assert play(level, state, "d")[0] == "move"
    assert (state.facts == before) is is_free
    assert level.law.walking_is_free is is_free
