"""New games in one file: Sokoban on ice, where a pushed box slides until something stops it; and one on thin ice.

All that the program needs to play, check, ground, search, translate to SAT and draw them is below: a rule or two, and
one row each in `LAWS`. The traits that Sokoban promises and ice does not (`plain_pushes`) are taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from helpers import levelgen
from helpers.agreement import ask
from helpers.levels import drawn
from sokoplan.engines.answer import Objective, Request
from sokoplan.errors import InputError
from sokoplan.planning.ground import ground
from sokoplan.puzzle.formats import read, write
from sokoplan.puzzle.level import Level, ahead_of
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import LAWS
from sokoplan.puzzle.rules.state import AnyState, Deed, Fact, No
from sokoplan.puzzle.session import Session
from sokoplan.puzzle.verify import verify
from sokoplan.views.text import draw


def press(level: Level, state: AnyState, key: str) -> Deed | No:
    """Walk as in Sokoban; a box that is pushed slides to the last free cell."""
    ahead, beyond = ahead_of(state.player, key), ahead_of(state.player, key, 2)
    if level.wall(ahead):
        return No("a wall is in the way")
    if not state.box[ahead]:
        state.player = ahead
        return "move"
    if level.wall(beyond) or state.box[beyond]:
        return No("the box ahead cannot slide")
    state.box[ahead] = False
    while not (level.wall(ahead_of(beyond, key)) or state.box[ahead_of(beyond, key)]):
        beyond = ahead_of(beyond, key)
    state.box[beyond] = True
    state.player = ahead
    return "push"


def press_and_break(level: Level, state: AnyState, key: str) -> Deed | No:
    """Sokoban, but each cell that the player leaves is broken: a fact of a kind that no other game has."""
    broken, player = state.layer("broken"), state.player
    ahead, beyond = ahead_of(player, key), ahead_of(player, key, 2)
    if broken[ahead] or (state.box[ahead] and broken[beyond]):
        return No("the ice is broken")
    deed = LAWS["sokoban"].press(level, state, key)
    if deed:
        broken[player] = True
    return deed


def possible_and_broken(level: Level) -> Iterator[Fact]:
    yield from LAWS["sokoban"].possible(level)
    yield from (("broken", cell) for cell in level.reachable())


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    plain = replace(LAWS["sokoban"], readings=("end",), plain_pushes=False)
    LAWS["ice"] = replace(plain, name="Sokoban on ice", press=press)
    LAWS["thin"] = replace(
        plain,
        name="Sokoban on thin ice",
        press=press_and_break,
        possible=possible_and_broken,
        objectives=("moves",),
        walking_is_free=False,
    )
    yield
    del LAWS["ice"], LAWS["thin"]


# --- ice ------------------------------------------------------------------------------------------------------------


def on_ice(picture: str) -> Level:
    return replace(drawn(picture), game="ice")


# The box must change both its row and its column, and each push takes it to the end of the line:
#   right first: it stops at row 3, column 6, and nobody gets above it, because of the wall in row 2.
#   left first:  it stops in column 2, and nobody gets behind it to push it right again.
#   up first:    it stops at row 2, column 3; pushed right from there it stops at column 4, and can never go down.
#   down first:  it stops at row 5, column 3, and a push to the right takes it to the goal.
# So: 3 steps to the cell above the box (uur), the push (D), 3 steps to the cell left of it (ldd), the push (R).
# That is 8 moves, 2 pushes. Off the ice the box would need 5 pushes.
SLIDE = """
    #######
    #   # #
    # $   #
    #@    #
    #    .#
    #######
"""
# A box stops at another box. Off the ice: 3 moves, 2 pushes.
STOPPED = """
    ########
    #@ $ .*#
    ########
"""
# The box slides over the goal into the corner. Off the ice one push is enough.
PAST_THE_GOAL = """
    #######
    #@$.  #
    #######
"""


@pytest.mark.parametrize("engine", ["oracle", "search", "sat"])
@pytest.mark.parametrize(("picture", "moves", "pushes"), [(SLIDE, 8, 2), (STOPPED, 2, 1)], ids=["slide", "stopped"])
def test_every_engine_finds_the_shortest_plan(engine: str, picture: str, moves: int, pushes: int) -> None:
    level = on_ice(picture)
    answer = ask(engine, Request(level, "moves"))
    assert answer.status == "solved", picture
    assert answer.optimal
    assert answer.plan is not None
    verdict = verify(level, answer.plan)
    assert verdict.solved, verdict.why
    assert (verdict.counts.moves, verdict.counts.pushes) == (moves, pushes), (picture, verdict.lurd)


@pytest.mark.parametrize("engine", ["oracle", "sat"])
@pytest.mark.parametrize(("picture", "pushes"), [(SLIDE, 2), (STOPPED, 1)], ids=["slide", "stopped"])
@pytest.mark.parametrize("objective", ["pushes", "pushes-moves"])
def test_the_fewest_pushes(engine: str, picture: str, pushes: int, objective: Objective) -> None:
    level = on_ice(picture)
    answer = ask(engine, Request(level, objective))
    assert answer.plan is not None
    verdict = verify(level, answer.plan)
    assert verdict.solved
    assert verdict.counts.pushes == pushes, (picture, verdict.lurd)


def test_the_rules_are_not_those_of_sokoban() -> None:
    plain = ask("oracle", Request(drawn(SLIDE), "pushes"))
    assert plain.plan is not None
    assert verify(drawn(SLIDE), plain.plan).counts.pushes == 5
    assert ask("oracle", Request(drawn(PAST_THE_GOAL))).status == "solved"
    for engine in ("oracle", "search"):
        assert ask(engine, Request(on_ice(PAST_THE_GOAL), "moves")).status == "unsolvable", engine
    sat = ask("sat", Request(on_ice(PAST_THE_GOAL), "moves", options={"max-steps": "10"}))
    assert sat.status == "unsolvable"  # no operator can put the box on the goal: seen before any formula


def test_the_engines_agree_on_random_levels() -> None:
    random = Random(7)
    solved = 0
    for number in range(60):
        level = replace(levelgen.sokoban(random, rows=5, columns=6, spare_goals=number % 2 == 0), game="ice")
        ground(level).validate()
        truth, search = ask("oracle", Request(level, "moves")), ask("search", Request(level, "moves"))
        assert search.status == truth.status, str(level)
        sat = ask("sat", Request(level, "moves", options={"max-steps": "20"}))
        if truth.plan is None:
            assert sat.status != "solved", str(level)
            continue
        solved += 1
        for answer in (search, sat):
            assert answer.plan is not None, str(level)
            assert verify(level, answer.plan).solved, str(level)
            assert len(answer.plan.keys) == len(truth.plan.keys), str(level)
        counted = [ask(engine, Request(level, "moves", all_plans=True)).plans for engine in ("oracle", "search")]
        assert counted[0] == counted[1], str(level)
    assert 5 <= solved <= 55  # some of each


def test_a_level_on_ice_is_drawn_played_kept_and_counted() -> None:
    level = on_ice(SLIDE)
    assert str(level) == str(drawn(SLIDE))
    assert read(write([level], "json")) == [level]
    session = Session(level)
    for key in "uurd":
        assert session.press(key) is None
    assert draw(level, session.state.snapshot())[4] == "# $  .#"
    # The second push is of the same box, where the first one left it.
    assert verify(level, Plan("uurdlddr")).counts.box_changes == 1


# --- thin ice: facts of its own, and walking is not free ------------------------------------------------------------


@pytest.mark.parametrize("engine", ["oracle", "search", "sat"])
def test_thin_ice(engine: str) -> None:
    level = replace(drawn("######\n#@ $.#\n######"), game="thin")
    answer = ask(engine, Request(level, "moves"))
    assert answer.plan == Plan("rr")
    assert verify(level, answer.plan).solved
    assert verify(level, Plan("rl")).why == "key 2 (left) is not allowed: the ice is broken"


def test_engines_agree_on_thin_ice() -> None:
    random = Random(11)
    solved = 0
    for _ in range(25):
        level = replace(levelgen.sokoban(random, rows=5, columns=6, spare_goals=True), game="thin")
        ground(level).validate()
        truth, search = ask("oracle", Request(level, "moves")), ask("search", Request(level, "moves"))
        assert search.status == truth.status, str(level)
        if truth.plan is None:
            continue
        solved += 1
        sat = ask("sat", Request(level, "moves", options={"max-steps": "20"}))
        for answer in (search, sat):
            assert answer.plan is not None, str(level)
            assert verify(level, answer.plan).solved, str(level)
            assert len(answer.plan.keys) == len(truth.plan.keys), str(level)
    assert 3 <= solved <= 22


# --- what a new game has not --------------------------------------------------------------------------------------


def test_what_needs_a_file_of_its_own_says_so() -> None:
    from sokoplan.planning.export import EXPORTS

    for name, says in (("pddl", "no PDDL domain for Sokoban on ice"), ("asp", "no ASP encoding for Sokoban on ice")):
        with pytest.raises(InputError, match=says):
            EXPORTS[name].files(on_ice(SLIDE))


def test_a_game_that_nobody_registered() -> None:
    with pytest.raises(InputError, match="there is no game 'curling'"):
        replace(drawn(SLIDE), game="curling")
