"""The native search against the law and the oracle."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from helpers import levelgen
from helpers.known import COURSE, HELLTAKER
from helpers.levels import HARD, SHARED, drawn
from sokoplan.engines.answer import Budget, Objective, Progress
from sokoplan.engines.oracle.search import all_plans, search
from sokoplan.errors import InputError
from sokoplan.native import board_of
from sokoplan.puzzle.formats import read
from sokoplan.puzzle.level import KEYS, Level
from sokoplan.puzzle.library import Bundled, bundled
from sokoplan.puzzle.rules import begin, play
from sokoplan.solving.solve import solve
from sokoplan.views.text import draw

OBJECTIVES: tuple[Objective, ...] = get_args(Objective)


def spare_goals(random: Random) -> Level:
    return levelgen.sokoban(random, spare_goals=True)


PUSH = {"sokoban": levelgen.sokoban, "spare-goals": spare_goals, "sink": levelgen.sink, "hole": levelgen.hole}


def lockstep(level: Level, random: Random, keys: int) -> int:
    """Walk the law, and ask the core now and then and at every key not allowed. The number of keys compared."""
    board = board_of(level)
    state = begin(level)
    where, boxes = state.player, sorted(state.cells("box"))
    walked = ""
    done = 0
    open_holes = sorted(level.holes)
    while done < keys:
        key = random.choice(KEYS)
        allowed = bool(play(level, state, key)[0])
        done += 1
        if allowed:
            walked += key
        if not allowed or len(walked) >= 100:
            after = board.play(where, boxes, walked)
            assert after == (state.player, sorted(state.cells("box")), sorted(state.cells("hole"))), draw(level)
            if not allowed:
                assert board.play(where, boxes, walked + key) is None, (key, draw(level, state.snapshot()))
            # The core's board has every hole open, so a walk that filled one goes on from the start.
            if len(walked) >= 100 and sorted(state.cells("hole")) == open_holes:
                where, boxes, walked = state.player, sorted(state.cells("box")), ""
            elif len(walked) >= 300:
                state = begin(level)
                where, boxes, walked = state.player, sorted(state.cells("box")), ""
    return done


@pytest.mark.parametrize("kind", PUSH)
def test_the_core_walks_in_lockstep_with_the_law(kind: str) -> None:
    """200,000 keys for each of four kinds of random level."""
    random = Random(f"core {kind}")
    keys = 0
    while keys < 200_000:
        level = PUSH[kind](random)
        if len(level.reachable()) >= 6:
            keys += lockstep(level, random, 1000)


def test_the_core_walks_in_lockstep_with_the_law_on_bundled_levels() -> None:
    """Another 200,000 keys and more: a million in all."""
    random = Random("core bundled")
    levels = [entry.level() for entry in bundled().values()]
    levels = [level for level in levels if level.game != "helltaker"]
    keys = sum(lockstep(level, random, 200_000 // len(levels) + 1) for level in levels)
    assert keys >= 200_000


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("kind", PUSH)
def test_same_answer_and_same_optimum_as_the_oracle(kind: str, objective: Objective) -> None:
    random = Random(f"optimum {kind} {objective}")
    solved = compared = 0
    while compared < 75 or solved < 10:
        level = PUSH[kind](random)
        if not 6 <= len(level.reachable()) <= 14:
            continue
        compared += 1
        best = search(level, objective)
        found = solve(level, "search", objective)
        assert found.status == ("solved" if best.plan is not None else "unsolvable"), draw(level)
        if best.plan is not None and objective != "any":
            counts, least = found.counts, solve(level, "oracle", objective, run=_here).counts
            assert counts is not None
            assert least is not None
            assert found.answer.optimal
            assert _cost(objective, counts.moves, counts.pushes) == _cost(objective, least.moves, least.pushes), draw(
                level
            )
        solved += best.plan is not None


def _cost(objective: str, moves: int, pushes: int) -> tuple[int, ...]:
    return tuple({"moves": moves, "pushes": pushes}[word] for word in objective.split("-"))


def _here(name, request, budget, report):  # type: ignore[no-untyped-def]
    """The oracle without its child process."""
    from sokoplan.engines import ENGINES

    return ENGINES[name].load()(request, budget, report)


@pytest.mark.parametrize("kind", ["sokoban", "each-once", "sink", "hole", "helltaker"])
def test_same_number_of_plans_as_the_oracle(kind: str) -> None:
    random = Random(f"plans {kind}")
    solved = compared = 0
    while compared < 60 or solved < 10:
        make = levelgen.sokoban if kind == "each-once" else getattr(levelgen, kind)
        level = make(random)
        if kind == "each-once":
            level = replace(level, reading="each-once")
        if not 6 <= len(level.reachable()) <= 14:
            continue
        compared += 1
        told = all_plans(level, "moves", most=5)
        found = solve(level, "search", "moves", all_plans=True, most=5)
        assert found.status == ("solved" if told.count else "unsolvable"), draw(level)
        assert (found.answer.plans or 0) == told.count, draw(level)
        assert len(found.answer.listed) == len(told.plans)
        solved += told.count > 0


def test_time_and_memory_limits_and_progress() -> None:
    signs: list[Progress] = []
    late = solve(drawn(HARD), "search", "moves", Budget(seconds=1), report=signs.append)
    assert (late.optimal, late.reason) == (False, "time")  # with a plan, if one was found by then
    assert len(signs) >= 2
    assert signs[-1].nodes > 0
    full = solve(drawn(HARD), "search", "moves", Budget(memory_mb=64))
    assert (full.optimal, full.reason) == (False, "memory")


def test_cancel() -> None:
    signs = 0

    def cancelled() -> bool:
        nonlocal signs
        signs += 1
        return signs > 3

    found = solve(drawn(HARD), "search", "moves", Budget(cancelled=cancelled))
    assert (found.optimal, found.reason) == (False, "cancelled")


def test_ctrl_c_is_an_answer() -> None:
    def report(progress: Progress) -> None:
        raise KeyboardInterrupt

    found = solve(drawn(HARD), "search", "moves", report=report)
    assert (found.status, found.answer.reason) == ("unknown", "cancelled")


NUMBERED = [entry for entry in bundled().values() if entry.game != "helltaker"]


@pytest.mark.parametrize("entry", NUMBERED, ids=lambda entry: entry.name)
def test_what_the_index_says_of_bundled_levels_is_proved(entry: Bundled) -> None:
    """Also of those that are too large for the oracle. Least moves only where that is quick to prove."""
    if not entry.solvable:
        assert solve(entry.level(), "search", "pushes").status == "unsolvable"
        return
    if entry.pushes is not None:
        found = solve(entry.level(), "search", "pushes", Budget(seconds=60))
        assert (found.answer.optimal, found.cost) == (True, entry.pushes)
    if entry.moves is not None and entry.moves <= 70:
        found = solve(entry.level(), "search", "moves", Budget(seconds=60))
        assert (found.answer.optimal, found.cost) == (True, entry.moves)


def test_what_it_cannot_do_is_said() -> None:
    level = replace(drawn("#####\n#@$.#\n#####"), reading="each-once")
    with pytest.raises(InputError, match="objective moves"):
        solve(level, "search", "pushes")
    with pytest.raises(InputError, match="no option"):
        solve(drawn("#####\n#@$.#\n#####"), "search", options={"magic": "1"})


@pytest.mark.shared
@pytest.mark.parametrize("number", HELLTAKER)
def test_helltaker(number: int) -> None:
    (level,) = read((SHARED / "helltaker_official" / f"level{number}.txt").read_bytes())
    found = solve(level, "search", all_plans=True, most=50)
    assert (found.cost, found.answer.plans) == HELLTAKER[number]


@pytest.mark.shared
@pytest.mark.parametrize("number", COURSE)
def test_course_maps(number: int) -> None:
    (level,) = read((SHARED / "comenius_course" / f"map{number}.txt").read_bytes())
    assert solve(level, "search", "moves").cost == COURSE[number]
