"""The oracle on levels whose optimum is known, and on rotated and mirrored ones, which have the same."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from random import Random

import pytest

from helpers import levelgen
from helpers.known import COURSE, HELLTAKER
from helpers.levels import SHARED, drawn
from sokoplan.engines.oracle.search import WEIGHTS, all_plans, search
from sokoplan.puzzle.formats import read
from sokoplan.puzzle.level import KEYS, Level
from sokoplan.puzzle.rules import begin, level_at, play, won
from sokoplan.puzzle.verify import verify

SAMPLE = "######\n#s   #\n#CCCX#\n#X   #\n######\n"  # the map printed by the SAT planner this project grew out of


def test_the_sample_map() -> None:
    level = drawn(SAMPLE)
    found = search(level, "moves")
    assert found.cost == 13
    assert found.plan is not None
    verdict = verify(level, found.plan)
    assert verdict.solved
    assert verdict.counts.moves == 13
    assert verdict.counts.pushes == 4


def test_unsolvable_is_proved_by_looking_everywhere() -> None:
    assert search(drawn("#########\n#S  C   #\n#   X   #\n#########\n")).plan is None


# Eleven moves with five pushes, or two moves more with two pushes fewer.
TRADE = """
#######
#   * #
#   $@#
##  # #
###.  #
#######
"""


@pytest.mark.parametrize(
    ("objective", "moves", "pushes"),
    [("moves", 11, 5), ("moves-pushes", 11, 5), ("pushes", None, 3), ("pushes-moves", 13, 3)],
)
def test_objectives_where_they_differ(objective: str, moves: int | None, pushes: int) -> None:
    level = drawn(TRADE)
    found = search(level, objective)
    assert found.plan is not None
    counts = verify(level, found.plan).counts
    assert counts.pushes == pushes
    assert moves in (None, counts.moves)


def test_the_trade_by_an_independent_count() -> None:
    pairs = _by_hand(drawn(TRADE))
    assert min(pairs) == (11, 5)
    assert min((pushes, moves) for moves, pushes in pairs) == (3, 13)


def _by_hand(level: Level) -> set[tuple[int, int]]:
    """All pairs (moves, pushes) that no other plan beats in both: a search that shares nothing with the oracle's."""
    goal = level.law.goal(level)
    state = begin(level)
    layer = {state.snapshot(): {0}}
    fronts: dict[object, set[int]] = {}
    won_with: set[tuple[int, int]] = set()
    for moves in range(60):
        following: dict[object, set[int]] = {}
        for position, pushes in layer.items():
            fresh = {number for number in pushes if number < min(fronts.get(position, {999}))}
            if not fresh:
                continue
            fronts.setdefault(position, set()).update(fresh)
            state.restore(position)
            if won(state, goal):
                won_with.add((moves, min(fresh)))
            for key in KEYS:
                state.restore(position)
                deed, _ = play(level, state, key)
                if deed:
                    following.setdefault(state.snapshot(), set()).update(n + (deed == "push") for n in fresh)
        layer = following  # type: ignore[assignment]
    return won_with


# --- symmetry ---------------------------------------------------------------------------------------------------


def turned(level: Level) -> Level:
    """A quarter turn."""
    return _moved(level, level.width, level.height, lambda cell: (cell[1], level.height - 1 - cell[0]))


def mirrored(level: Level) -> Level:
    return _moved(level, level.height, level.width, lambda cell: (cell[0], level.width - 1 - cell[1]))


def _moved(level: Level, height: int, width: int, move) -> Level:  # type: ignore[no-untyped-def]
    changes: dict[str, object] = {"height": height, "width": width, "player": move(level.player)}
    for item in fields(level):
        value = getattr(level, item.name)
        if isinstance(value, frozenset):
            changes[item.name] = frozenset(move(cell) for cell in value)
    return replace(level, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["sokoban", "sink", "hole", "helltaker"])
def test_turned_and_mirrored_levels_have_the_same_optimum(kind: str) -> None:
    random = Random(f"symmetry {kind}")
    solved = 0
    for _ in range(90):
        level = getattr(levelgen, kind)(random, rows=5, columns=6, walls=0.1)
        if not 6 <= len(level.reachable()) <= 14:
            continue  # the oracle is slow, and there are eight images of each
        objective = "moves" if kind == "helltaker" else random.choice(list(WEIGHTS))
        images = [level]
        for _ in range(3):
            images.append(turned(images[-1]))
        images += [mirrored(image) for image in images]
        optima = {search(image, objective).cost for image in images}
        assert len(optima) == 1
        solved += optima != {None}
    assert solved >= 5


def test_turning_four_times_is_nothing() -> None:
    level = drawn(SAMPLE)
    assert turned(turned(turned(turned(level)))) == level
    assert mirrored(mirrored(level)) == level
    assert turned(level) != level


# --- all plans --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sokoban", "sink", "hole", "helltaker"])
def test_all_plans_are_those_that_trying_every_string_finds(kind: str) -> None:
    random = Random(f"all plans {kind}")
    checked = 0
    while checked < 15:
        level = getattr(levelgen, kind)(random, rows=5, columns=5, boxes=2) if kind != "helltaker" else (
            levelgen.helltaker(random, rows=5, columns=5, limit=7)
        )  # fmt: skip
        best = search(level, "moves")
        if best.cost is None or best.cost > 7:
            continue
        bound = level.limit if level.limit is not None else best.cost
        tried = sorted(_every_string(level, bound))
        found = all_plans(level, "moves", most=1000)
        assert found.count == len(tried)
        assert sorted(plan.keys for plan in found.plans) == tried
        checked += 1


def _every_string(level: Level, bound: int) -> list[str]:
    goal = level.law.goal(level)
    state = begin(level)
    plans = []
    todo = [("", state.snapshot(), 0)]
    while todo:
        keys, position, spent = todo.pop()
        state.restore(position)
        if won(state, goal):
            plans.append(keys)
            continue
        for key in KEYS:
            state.restore(position)
            deed, cost = play(level, state, key)
            if deed and spent + cost <= bound:
                todo.append((keys + key, state.snapshot(), spent + cost))
    return plans


def test_infinitely_many_plans_are_refused() -> None:
    with pytest.raises(ValueError, match="infinitely many plans"):
        all_plans(drawn(SAMPLE), "pushes")


# --- from the middle of a game ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sokoban", "each-once", "sink", "hole", "helltaker"])
def test_a_position_as_a_level_costs_what_is_left(kind: str) -> None:
    """Along an optimal plan, the level made of each position is solved by exactly what is left of the plan."""
    random = Random(f"middle {kind}")
    checked = 0
    while checked < 12:
        make = levelgen.sokoban if kind == "each-once" else getattr(levelgen, kind)
        level = make(random, rows=5, columns=6)
        if kind == "each-once":
            level = replace(level, reading="each-once")
        best = search(level, "moves")
        if best.plan is None or len(best.plan.keys) < 3:
            continue
        state = begin(level)
        spent = 0
        for key in best.plan.keys[:-1]:
            _, cost = play(level, state, key)
            spent += cost
            assert best.cost is not None
            assert search(level_at(level, state, spent), "moves").cost == best.cost - spent
        checked += 1


@pytest.mark.parametrize("kind", ["sokoban", "each-once", "sink", "hole", "helltaker"])
def test_every_position_of_a_walk_is_a_level(kind: str) -> None:
    """The level made of a position starts with that position; only the beat of the traps is counted anew."""
    random = Random(f"walk {kind}")
    positions = 0
    while positions < 2000:
        make = levelgen.sokoban if kind == "each-once" else getattr(levelgen, kind)
        level = make(random)
        if kind == "each-once":
            level = replace(level, reading="each-once")
        state = begin(level)
        for _ in range(40):
            if play(level, state, random.choice(KEYS))[0] and not (level.holes and not state.cells("hole")):
                positions += 1
                again = begin(level_at(level, state))
                beat = {("flag", "odd")}
                assert (again.player, again.facts - beat) == (state.player, state.facts - beat)
        positions += 1


def test_a_position_with_every_hole_filled_is_no_level() -> None:
    level = drawn("------\n|@0^.|\n------")
    state = begin(level)
    play(level, state, "r")
    with pytest.raises(ValueError, match="the position is won"):
        level_at(level, state)


# --- real levels ------------------------------------------------------------------------------------------------


@pytest.mark.shared
@pytest.mark.parametrize("number", [number for number in COURSE if number not in (2, 3)])  # too large for it
def test_course_maps(number: int) -> None:
    (level,) = read((SHARED / "comenius_course" / f"map{number}.txt").read_bytes())
    assert search(level, "moves").cost == COURSE[number]


@pytest.mark.shared
# The last one takes the oracle half a minute.
@pytest.mark.parametrize("number", [*list(HELLTAKER)[:-1], pytest.param(9, marks=pytest.mark.long)])
def test_helltaker_levels(number: int) -> None:
    path: Path = SHARED / "helltaker_official" / f"level{number}.txt"
    (level,) = read(path.read_bytes())
    found = all_plans(level, most=100)
    assert (search(level).cost, found.count) == HELLTAKER[number]
    assert len(found.plans) == found.count
    for plan in found.plans:
        assert verify(level, plan).solved
