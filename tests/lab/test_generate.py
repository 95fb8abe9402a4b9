"""Levels that are made: solved, proved, as hard as asked for, and without anything that is there for nothing."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import sokoplan as sp
from helpers import levelgen
from sokoplan import native
from sokoplan.errors import InputError
from sokoplan.lab.generate import GeneratedLevel, Recipe, generate
from sokoplan.lab.generate.figures import HELLTAKER, PUSH, Figures
from sokoplan.lab.generate.recipe import MAKERS
from sokoplan.lab.generate.twins import fingerprint
from sokoplan.lab.generate.useless import some_box_is_useless
from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of
from sokoplan.solving.solve import solve

RECIPES = [
    Recipe("sokoban", difficulty=1, seed=1),
    Recipe("sokoban", difficulty=5, seed=2),
    Recipe("sokoban", 7, 7, (2, 3), difficulty=4, seed=3),
    Recipe("sink", difficulty=3, seed=4),
    Recipe("helltaker", 7, 7, (2, 4), difficulty=2, seed=5),
]


@pytest.fixture(scope="module")
def made() -> dict[Recipe, list[GeneratedLevel]]:
    return {recipe: list(generate(recipe, 3)) for recipe in RECIPES}


def inner_walls(level: Level) -> list[Cell]:
    """The walls that could be floor within the size that the level has."""
    beside = {ahead_of(cell, key) for cell in level.reachable() for key in KEYS}
    inside = {cell for cell in beside if 0 < cell[0] < level.height - 1 and 0 < cell[1] < level.width - 1}
    return sorted(inside & level.walls)


def figures(level: Level) -> tuple[int, int, int, int] | None:
    return native.start_figures(native.board_of(level), level.player, sorted(level.boxes), most=2_000_000)


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: f"{recipe.game}-{recipe.difficulty}")
def test_levels_are_what_the_recipe_says(recipe: Recipe, made: dict[Recipe, list[GeneratedLevel]]) -> None:
    assert len(made[recipe]) == 3
    for one in made[recipe]:
        level = one.level
        assert level.game == recipe.game
        assert level.width <= recipe.width
        assert level.height <= recipe.height
        assert recipe.boxes[0] <= len(level.boxes | level.mobs) <= recipe.boxes[1]
        assert round(one.difficulty) == recipe.difficulty
        assert not level.remarks()
        again = sp.solve(level, objective="pushes" if recipe.game != "helltaker" else "moves", engine="search")
        assert again.optimal
        assert one.figures.length == (again.cost if recipe.game == "helltaker" else again.pushes)
        assert sp.verify(level, one.result.lurd)


@pytest.mark.parametrize("recipe", [recipe for recipe in RECIPES if recipe.game != "helltaker"], ids=str)
def test_nothing_is_useless(recipe: Recipe, made: dict[Recipe, list[GeneratedLevel]]) -> None:
    for one in made[recipe]:
        level = one.level
        assert not level.boxes & level.goals  # every box has to move
        assert not some_box_is_useless(level, one.result)
        now = figures(level)
        assert now is not None
        assert now == (one.figures.length, one.figures.changes - 1, one.figures.away, one.figures.plans)
        for cell in inner_walls(level):
            opened = figures(replace(level, walls=level.walls - {cell}))
            assert opened is None or (opened[0], opened[3]) != (now[0], now[3])


def test_helltaker_has_the_least_cost_as_its_limit_and_nothing_useless(
    made: dict[Recipe, list[GeneratedLevel]],
) -> None:
    for one in made[RECIPES[-1]]:
        assert one.level.limit == one.figures.length == one.result.cost
        counted = solve(one.level, "search", "moves", all_plans=True)
        assert counted.answer.plans == one.figures.plans
        for name in ("boxes", "mobs", "spikes", "traps_down", "traps_up", "locks", "keys"):
            for cell in getattr(one.level, name):
                less = solve(replace(one.level, **{name: getattr(one.level, name) - {cell}}), "search", "moves")
                more = less.answer.plans if less.solved and less.cost == one.level.limit else None
                if more is None:
                    continue
                counted_less = solve(less.level, "search", "moves", all_plans=True).answer.plans
                assert counted_less != one.figures.plans


def test_the_same_seed_gives_the_same_levels_on_any_number_of_cores(
    made: dict[Recipe, list[GeneratedLevel]],
) -> None:
    recipe = RECIPES[1]
    side_by_side = list(generate(recipe, 3, jobs=2))
    assert [one.level for one in side_by_side] == [one.level for one in made[recipe]]
    assert [one.figures for one in side_by_side] == [one.figures for one in made[recipe]]
    [other] = generate(replace(recipe, seed=99), 1)
    assert other.level != made[recipe][0].level


def test_a_level_to_avoid_is_not_made_again_not_even_turned(made: dict[Recipe, list[GeneratedLevel]]) -> None:
    first = made[RECIPES[0]][0].level
    rows = [row.ljust(first.width) for row in str(first).splitlines()]
    turned = sp.level("\n".join("".join(row[column] for row in rows) for column in range(first.width)))
    assert fingerprint(turned) == fingerprint(first)
    [instead] = generate(RECIPES[0], 1, avoid=[turned])
    assert fingerprint(instead.level) != fingerprint(first)


def test_twins_are_told_from_others() -> None:
    level = sp.level("#######\n#@ $ .#\n#     #\n#######\n")
    mirrored = sp.level("#######\n#. $ @#\n#     #\n#######\n")
    upright = sp.level("####\n# @#\n#  #\n# $#\n#  #\n# .#\n####\n")
    elsewhere = sp.level("#######\n#  $ .#\n#@    #\n#######\n")
    other = sp.level("#######\n#@  $.#\n#     #\n#######\n")
    assert len({fingerprint(one) for one in (level, mirrored, upright, elsewhere)}) == 1
    assert fingerprint(other) != fingerprint(level)


def test_a_box_that_nobody_notices_is_useless() -> None:
    apart = sp.level("#########\n#   #   #\n#.$   $.#\n#   @   #\n#########\n")
    assert some_box_is_useless(apart, sp.solve(apart, objective="pushes"))
    # The left box has to go where the right one stands.
    together = sp.level("##########\n#    ##  #\n#@ $ $ ..#\n#        #\n##########\n")
    assert not some_box_is_useless(together, sp.solve(together, objective="pushes"))


def test_what_is_not_possible_is_refused_with_what_would_be() -> None:
    for wrong, says in (
        ({"game": "chess"}, "Choose one of: sokoban, sink, helltaker"),
        ({"boxes": (0, 3)}, "from 1 to 8"),
        ({"boxes": (5, 4)}, "from 1 to 8"),
        ({"difficulty": 11}, "from 1 (easy) to 10 (hard)"),
        ({"width": 4}, "at least 5x4"),
        ({"width": 40}, "such as 12x12"),
        ({"width": 5, "height": 5, "boxes": (4, 4)}, "fewer --boxes"),
    ):
        with pytest.raises(InputError, match=r".*") as caught:
            Recipe(**wrong)
        assert says in str(caught.value)


def test_a_recipe_that_is_too_much_ends_with_fewer_levels() -> None:
    assert list(generate(Recipe(width=5, height=4, boxes=(1, 1), difficulty=10), 2)) == []


def test_every_maker_is_tested() -> None:
    assert {recipe.game for recipe in RECIPES} == set(MAKERS)


def test_more_of_anything_is_harder_but_more_plans_are_easier() -> None:
    for scale in (PUSH, HELLTAKER):
        base = Figures(10, 2, 1, 20, 5)
        for name in ("length", "changes", "away", "positions"):
            more = replace(base, **{name: getattr(base, name) * 3})
            assert scale.points(more) > scale.points(base)
        assert scale.points(replace(base, plans=50)) < scale.points(base)


@pytest.mark.slow
def test_the_core_plays_helltaker_by_the_rules() -> None:
    """Least cost and number of plans of `solve_kick` against the search over the traced rules."""
    random = Random(11)
    solved = 0
    for _ in range(150):
        level = replace(levelgen.helltaker(random), limit=60)
        pieces = {name: sorted(getattr(level, name)) for name in level.law.pieces}
        board = native.Board(level.height, level.width, sorted(level.walls))
        found = native.solve_kick(board, level.player, pieces)
        result = solve(level, "search", "moves")
        assert (found is not None) == result.solved, str(level)
        if found is None:
            continue
        keys, cost, plans, _ = found
        best = solve(replace(level, limit=cost), "search", "moves", all_plans=True)
        assert (cost, plans) == (result.cost, best.answer.plans), str(level)
        assert sp.verify(level, keys)
        solved += cost > 0
    assert solved > 40


def test_levels_are_measured_by_a_search_that_repeats_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads race for a plan in a proof of more than 20,000 positions, and the positions are a figure."""
    asked: list[object] = []

    def solve_push(*words: Any, **options: Any) -> Any:
        asked.append(options.get("options"))
        return search(*words, **options)

    search = native.solve_push
    monkeypatch.setattr(native, "solve_push", solve_push)
    list(generate(Recipe("sokoban", 7, 7, (2, 3), difficulty=4, seed=3), 1))
    assert len(asked) > 3
    assert all(options == {"threads": "1"} for options in asked)
