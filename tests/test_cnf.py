"""The pieces of a formula, each by itself: stamping, windows, bounds, frozen boxes, ways to say "at most one"."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import levelgen
from conftest import drawn
from sokoplan import oracle
from sokoplan.cnf.amo import WAYS
from sokoplan.cnf.bounds import push_bound
from sokoplan.cnf.encoding import bits
from sokoplan.cnf.frozen import frozen_sets
from sokoplan.cnf.stamp import Stamp
from sokoplan.cnf.windows import Windows, alive, prune
from sokoplan.engines.sat.options import CARDS
from sokoplan.engines.sat.pysat_solver import InProcess, card
from sokoplan.ground import ground
from sokoplan.level import Level
from sokoplan.task import Task, fact_name
from sokoplan.views.text import draw


def named(task: Task, facts: int) -> set[str]:
    return {fact_name(task.facts[fact]) for fact in bits(facts)}


def test_a_stamp_shifts_and_shortens() -> None:
    stamp = Stamp([[1, -4], [-2, 5, 3], [1, -1], [-4, 1]], stride=3)
    assert stamp.at(0) == [[1, -4], [-2, 3, 5]]
    assert stamp.at(2) == [[7, -10], [-8, 9, 11]]
    # Variable 3 of the step is false, and variable 1 of the next: that is literal 4.
    assert stamp.at(1, 0b100, 0b001) == [[-5, 8]]


def test_windows_of_a_corridor() -> None:
    """
    #######
    #@ $ .#     the player changes the colour of his cell with every step; the box needs a push in every other one
    #######
    """
    task = ground(drawn("#######\n#@ $ .#\n#######"))
    windows = Windows(task)
    assert named(task, windows.forward(0)) == {"player(1,1)", "box(1,3)"}
    assert named(task, windows.forward(1)) == {"player(1,2)", "box(1,3)"}
    assert named(task, windows.forward(2)) == {"player(1,1)", "player(1,3)", "box(1,3)", "box(1,4)"}
    boxes = {name for name in named(task, windows.backward(1)) if name.startswith("box")}
    assert boxes == {"box(1,4)", "box(1,5)"}


def test_dead_facts_are_taken_out() -> None:
    """
    #####
    #@  #     a box that leaves the middle row never comes back to the goal
    #.$ #
    #   #
    #####
    """
    task = ground(drawn("#####\n#@  #\n#.$ #\n#   #\n#####"))
    live = {name for name in named(task, alive(task)) if name.startswith("box")}
    assert live == {"box(2,1)", "box(2,2)"}
    pruned = prune(task)
    assert pruned is not None
    pruned.validate()
    assert prune(ground(drawn("#####\n#@  #\n# .$#\n#####"))) is None


@pytest.mark.parametrize("way", [*WAYS, *CARDS])
@pytest.mark.parametrize("size", [2, 3, 5, 7])
def test_at_most_one(way: str, size: int) -> None:
    """Every choice of values is a model exactly if at most one of them is true."""
    top = size

    def new() -> int:
        nonlocal top
        top += 1
        return top

    literals = list(range(1, size + 1))
    clauses = list((WAYS[way] if way in WAYS else card(way))(literals, new))
    for values in product((True, False), repeat=size):
        solver = InProcess("glucose4")
        solver.add(clauses)
        chosen = [literal if value else -literal for literal, value in zip(literals, values, strict=True)]
        assert solver.solve(chosen, lambda: None) is (sum(values) <= 1)
        solver.close()


def _random_levels(number: int) -> list[Level]:
    random = Random("bounds")
    found = []
    while len(found) < number:
        make = random.choice([levelgen.sokoban, levelgen.sink])
        level = make(random, rows=5, columns=6, boxes=3, walls=0.1)
        if oracle.search(level, "pushes").plan is not None:
            found.append(level)
    return found


def test_the_bound_is_never_too_high() -> None:
    equal = 0
    for level in _random_levels(60):
        task = prune(ground(level))
        assert task is not None
        bound = push_bound(level, task)
        best = oracle.search(level, "pushes").cost
        assert bound is not None
        assert best is not None
        assert bound.least <= best, "\n".join(draw(level))
        if bound.even:
            assert (best - bound.least) % 2 == 0, "\n".join(draw(level))
        equal += bound.least == best
    assert equal > 20


def test_frozen_boxes() -> None:
    """
    ######
    #  ..#     two boxes along a wall, unless both are on the goals
    #@$$ #
    #    #
    ######
    """
    sets = frozen_sets(drawn("######\n#  ..#\n#@$$ #\n#    #\n######"))
    assert frozenset({(1, 2), (1, 3)}) in sets
    assert frozenset({(1, 3), (1, 4)}) not in sets
    assert frozenset({(1, 1)}) in sets
    assert frozenset({(2, 2), (2, 3), (3, 2), (3, 3)}) not in sets  # the pair in row 3 says it already
    assert frozenset({(3, 2), (3, 3)}) in sets
