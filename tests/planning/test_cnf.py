"""The pieces of a formula, each by itself: stamping, windows, bounds, frozen boxes, pairs, cuts, "at most one"."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from helpers import levelgen
from helpers.levels import drawn
from sokoplan.engines.answer import Budget, Request
from sokoplan.engines.options.sat import CARDS
from sokoplan.engines.oracle import search as oracle
from sokoplan.engines.sat.pysat_solver import InProcess, card
from sokoplan.engines.search import engine as search
from sokoplan.planning.cnf.amo import WAYS
from sokoplan.planning.cnf.cuts import cut_clauses
from sokoplan.planning.cnf.encoding import bits
from sokoplan.planning.cnf.frozen import frozen_sets
from sokoplan.planning.cnf.stamp import Stamp
from sokoplan.planning.ground import ground
from sokoplan.planning.proved.bounds import push_bound
from sokoplan.planning.proved.fights import DEAD, fights
from sokoplan.planning.proved.remaining import at_the_start, remaining
from sokoplan.planning.proved.windows import Windows, alive, prune
from sokoplan.planning.task import Task, fact_name
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import open_levels
from sokoplan.puzzle.verify import verify
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
    found: list[Level] = []
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


def test_what_boxes_waste_together_is_never_too_much() -> None:
    """From every position of a best plan it wastes at least what any two or three boxes must waste there, and what
    is wasted in all, with what the end is worth less, is what the plan has more than the bound."""
    told = {2: 0, 3: 0}
    for name in ("there-and-back", "picket-fence", "revolving-door", "boots", "seesaw", "bottom-drawer", "crown"):
        (entry,) = open_levels(name)
        level = entry.level
        task = prune(ground(level))
        assert task is not None
        bound = push_bound(level, task)
        plan = search.solve(Request(level, "pushes"), Budget(), lambda progress: None).plan
        assert bound is not None
        assert plan is not None
        facts, seen, spent = task.start, [task.start], [0]
        for key in plan.keys:
            (used,) = (operator for operator in task.operators if operator.key == key and operator.applies(facts))
            facts = used.after(facts)
            seen.append(facts)
            spent.append(spent[-1] + (bound.waste.get(used, 0) or 0))
        wasted = verify(level, plan).counts.pushes - bound.least
        if len(level.boxes) == len(level.goals):
            cells = {fact: where for fact, (_, where) in enumerate(task.facts) if isinstance(where, tuple)}
            (player,) = (cells[fact] for fact in facts if task.facts[fact][0] == "player")
            assert spent[-1] + sum(bound.below.get((goal, player), 0) for goal in level.goals) == wasted, name
        for fight in fights(level, task, bound):
            boxes = {task.number["box", cell] for cell in fight.boxes}
            players = {task.number["player", cell] for cell in fight.players}
            for position, before in zip(seen, spent, strict=True):
                if boxes <= position and (not players or players & position):
                    assert fight.waste <= wasted - before, (name, fight)
                    told[len(boxes)] += 1
    assert told[2] > 100
    assert told[3] > 20


def test_with_three_boxes_the_table_knows_the_optimum() -> None:
    """What three boxes waste together is then all that is wasted: with the bound, the length of a best plan."""
    random = Random("three")
    more = 0
    for _ in range(400):
        level = three_boxes(random)
        task = prune(ground(level))
        bound = push_bound(level, task) if task is not None else None
        if task is None or bound is None or bound.hopeless:
            continue
        here = [
            fight.waste
            for fight in fights(level, task, bound)
            if set(fight.boxes) <= level.boxes and (not fight.players or level.player in fight.players)
        ]
        waste = max(here, default=0)
        best = oracle.search(level, "pushes").cost
        assert best == (None if waste == DEAD else bound.least + waste), draw(level)
        more += 0 < waste < DEAD
    assert more >= 3  # in three of the levels the boxes do waste something


def test_what_a_few_boxes_need_is_never_more_than_is_left() -> None:
    """Along shortest plans of four boxes: keys that one, two or three of them need, and none of them is lost."""
    told = dict.fromkeys((1, 2, 3), 0)
    four = drawn("#######\n#  .  #\n# $$. #\n# $@$ #\n#  .. #\n#######")
    bundled = [entry.level for name in ("there-and-back", "picket-fence") for entry in open_levels(name)]
    for level in (four, *bundled):
        task = prune(ground(level))
        plan = search.solve(Request(level, "moves"), Budget(), lambda progress: None).plan
        assert task is not None
        assert plan is not None
        needed = remaining(level, task)
        assert all(len(one.boxes) < len(level.boxes) for one in needed)
        assert at_the_start(level, needed) <= len(plan.keys)
        facts = task.start
        for left, key in zip(range(len(plan.keys), 0, -1), plan.keys, strict=True):
            for one in needed:
                there = all(task.number["box", cell] in facts for cell in one.boxes)
                beside = not one.players or any(task.number["player", cell] in facts for cell in one.players)
                if there and beside:
                    assert one.keys <= left, (draw(level), one)
                    told[len(one.boxes)] += 1
            (used,) = (operator for operator in task.operators if operator.key == key and operator.applies(facts))
            facts = used.after(facts)
    assert all(count > 5 for count in told.values()), told


def test_what_one_of_two_boxes_needs() -> None:
    """The player walks round the box on the left, pushes it twice, and does nothing for the other one."""
    level = drawn("########\n#      #\n#@$ .$.#\n#      #\n########")
    task = prune(ground(level))
    assert task is not None
    needed = remaining(level, task)
    left = {one.players: one.keys for one in needed if one.boxes == ((2, 2),)}
    assert left[()] == 2  # wherever the player is; from (1,2) one step more
    assert next(keys for players, keys in left.items() if (1, 2) in players) == 4
    assert at_the_start(level, needed) == 4  # the other one: three steps, for the first one is away, and a push


def three_boxes(random: Random) -> Level:
    """A small room with walls in it."""
    cells = [(row, column) for row in range(1, 5) for column in range(1, 5)]
    random.shuffle(cells)
    inside = cells[2:]
    player, boxes, goals = inside[0], inside[1:4], random.sample(inside, 3)
    marks = dict.fromkeys(inside, " ") | dict.fromkeys(goals, ".") | dict.fromkeys(boxes, "$")
    marks |= {cell: "*" for cell in boxes if cell in goals} | {player: "+" if player in goals else "@"}
    return drawn("\n".join("".join(marks.get((row, column), "#") for column in range(6)) for row in range(6)))


def test_two_boxes_in_each_others_way() -> None:
    """Each box could be brought home in two pushes, both of them take eight."""
    level = drawn("####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####")
    task = prune(ground(level))
    assert task is not None
    bound = push_bound(level, task)
    assert bound is not None
    found = {fight.boxes: fight.waste for fight in fights(level, task, bound) if not fight.players}
    assert (bound.least, found[(3, 1), (4, 3)]) == (4, 4)
    assert oracle.search(level, "pushes").cost == 8


def test_nobody_walks_through_a_box() -> None:
    """Four places in a row and a box on one of them: from where to where can the player walk?"""
    graph = {0: {1}, 1: {0, 2}, 2: {1, 3}, 3: {2}}
    barriers = {place: {place} for place in graph}  # fact i, which is variable i + 1: a box on place i
    player, origin = {place: 5 + place for place in graph}, {place: 9 + place for place in graph}
    fresh = iter(range(13, 100))
    clauses = cut_clauses(graph, barriers, player, origin, lambda: next(fresh))
    for box, here, there in product(graph, graph, graph):
        if box in (here, there):
            continue
        solver = InProcess("minisat22")
        solver.add(clauses)
        true = {box + 1, player[here], origin[there]}
        allowed = solver.solve([v if v in true else -v for v in range(1, 13)], lambda: None)
        solver.close()
        assert allowed is ((here < box) == (there < box)), (box, here, there)


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
