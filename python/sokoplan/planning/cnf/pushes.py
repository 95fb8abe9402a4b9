"""One step is one push, and the walk to it happens inside the step.

Comes in:  a Task of Sokoban or the sink.     Goes out: its `Encoding`.

    ########     Besides the boxes a step has: where the player is (`player`), where he pushes from (`from`), the key,
    #@    .#     and a set of cells `walk`, without boxes, that holds both. Each of its cells has as many neighbours
    # ##$  #     in the set as a cell of a path has: two; one, if it is one of the two ends; none, if it is both.
    #      #     Then the piece of the set that holds `player` is a path, and its other end can only be `from`.
    ########

No order, no layers, no distances: three clauses a cell or so. A shortest walk touches itself nowhere, so it is such a
set, and nothing is lost; rings of cells elsewhere in the set do no harm. Pushes are the operators of the Task, said
as in `moves`, with `from` in the place of the player.

`waste` counts how many pushes do not lower the matching bound (`bounds`), so that a plan of T pushes, when the bound
is h, may only waste T - h: for the first horizons that leaves next to nothing to search. It counts from the end: what
is wasted from here on is at least what boxes in each other's way must waste (`fights`), whatever the horizon.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise

from sokoplan.planning.cnf.cuts import cut_clauses
from sokoplan.planning.cnf.encoding import (
    FAR,
    OPPOSITE,
    Encoding,
    Variables,
    fact_variables,
    goal_clauses,
    next_step,
)
from sokoplan.planning.cnf.operators import NOOP, NOTHING, Operators, Used
from sokoplan.planning.cnf.parts import Parts, deadlock_clauses, least_clauses
from sokoplan.planning.cnf.stamp import Clause, Stamp
from sokoplan.planning.proved.bounds import Bound
from sokoplan.planning.proved.fights import DEAD, Fight
from sokoplan.planning.proved.windows import Windows
from sokoplan.planning.task import Task
from sokoplan.puzzle.level import Cell


def encode(task: Task, parts: Parts) -> Encoding:
    variables = Variables()
    fact_variables(task, variables)
    player = {where: number for (layer, where), number in task.number.items() if layer == "player"}
    cell_of = {number: cell for cell, number in player.items() if isinstance(cell, tuple)}
    origin = {fact: variables.new(f"from({cell[0]},{cell[1]},{{t}})") for fact, cell in cell_of.items()}
    walk = {fact: variables.new(f"walk({cell[0]},{cell[1]},{{t}})") for fact, cell in cell_of.items()}
    pushes = [operator for operator in task.operators if operator.deed == "push"]
    if parts.noop:
        pushes.append(NOTHING)
    steps = Operators(task, variables, pushes, lambda fact: origin.get(fact, fact + 1), lambda fact: fact + 1 + FAR)
    won, missed, within = goal_clauses(task, variables)
    between: list[Clause] = [*steps.choice(variables), *steps.preconditions(), *steps.effects()]
    between += steps.frame(fact for fact in range(len(task.facts)) if fact not in cell_of)
    between += arrivals(steps, cell_of)
    if parts.noop:
        noop = steps.keys[NOOP]
        between += [[-noop, noop + FAR], [-noop, won]]
        between += [[-noop, -(fact + 1), fact + 1 + FAR] for fact in cell_of]
    between.append(sorted(origin.values()))
    between += parts.at_most_one(sorted(origin.values()), variables.new)
    if parts.groups:
        for group in task.groups:
            within += parts.at_most_one([fact + 1 for fact in sorted(group)], variables.new)
    within.append([fact + 1 for fact in sorted(cell_of)])
    within += deadlock_clauses(task, parts)
    graph, blockers = walks(task)
    for fact in cell_of:
        between += [[-walk[fact], -(blocker + 1)] for blocker in blockers[fact]]
        between += _path(fact + 1, origin[fact], walk[fact], [walk[other] for other in sorted(graph[fact])])
    if parts.cuts:
        between += cut_clauses(graph, blockers, {fact: fact + 1 for fact in cell_of}, origin, variables.new)
    waste: list[int] = []
    wastes: dict[int, int] = {}
    if (bound := parts.bound) is not None:
        waste = [variables.new(f"waste{number}({{t}})") for number in range(1, parts.most_waste + 1)]
        lost = _lost(steps, bound, len(waste))
        wastes = {variables.new(f"wastes{amount}({{t}})"): amount for amount in sorted({*lost.values()} - {0})}
        between += _count_waste(lost, wastes, waste)
        # Who wants so much wants less too: what is known beyond the horizon's waste counts within it.
        within += [[-more, less] for less, more in pairwise(waste)]
        within += _fight_clauses(task, parts.fights, waste, bound.grain)
    stride = len(variables.names)
    return Encoding(
        task=task,
        names=variables.names,
        always=Stamp(within, stride),
        moving=Stamp([[next_step(literal, stride) for literal in clause] for clause in between], stride),
        begins=(),
        won=won,
        missed=missed,
        keys={variable: key for key, variable in steps.keys.items() if key in OPPOSITE},
        windows=Windows(_pushes_only(task), idle=parts.noop),
        decoder=partial(_walk_and_push, origin),
        forward=parts.forward,
        backward=parts.backward,
        waste=tuple(waste),
        wastes=wastes,
        idle=steps.keys[NOOP] if parts.noop else 0,
        least=bound.least if bound is not None else 0,
        grain=bound.grain if bound is not None else 1,
    )


def arrivals(steps: Operators, cell_of: dict[int, Cell]) -> list[Clause]:
    """The player is now where the box was, so for each key he pushed from the cell behind that."""
    clauses: list[Clause] = []
    for fact in cell_of:
        for name, key in steps.keys.items():
            if name == NOOP:
                continue
            places = {used.place for used in steps.used if used.key == key and fact in used.operator.adds}
            clauses.append([-(fact + 1 + FAR), -key, *sorted(places)])
    return clauses


def walks(task: Task) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    """For each place of the player its neighbours, and the facts that bar it."""
    player = {number for fact, number in task.number.items() if fact[0] == "player"}
    graph: dict[int, set[int]] = {fact: set() for fact in player}
    blockers: dict[int, set[int]] = {fact: set() for fact in player}
    for operator in task.operators:
        if operator.deed == "move":
            (here,), (there,) = operator.needs & player, operator.adds & player
            graph[here].add(there)
            graph[there].add(here)
            blockers[there] |= operator.forbids
    return graph, blockers


def _path(start: int, end: int, inside: int, beside: list[int]) -> list[Clause]:
    """A cell of the walk has 2 neighbours in it, less one if the walk starts here, less one if it ends here."""
    clauses: list[Clause] = [[-start, inside], [-end, inside]]
    # At least two, or an end; at least one, or both ends.
    for missing in beside:
        clauses.append([-inside, start, end, *(other for other in beside if other != missing)])
    if not beside:
        clauses.append([-inside, start, end])
    clauses += [[-inside, one, *beside] for one in (start, end)]
    # At most two; at an end at most one; at both none.
    clauses += [[-inside, *(-other for other in three)] for three in combinations(beside, 3)]
    for one in (start, end):
        clauses += [[-one, -first, -second] for first, second in combinations(beside, 2)]
    clauses += [[-start, -end, -other] for other in beside]
    return clauses


def _lost(steps: Operators, bound: Bound, most: int) -> dict[Used, int]:
    """How many grains each push wastes."""
    unit = bound.grain
    real = (used for used in steps.used if used.operator is not NOTHING)
    return {used: min((bound.waste[used.operator] or 0) // unit, most) for used in real}


def _count_waste(lost: dict[Used, int], wastes: dict[int, int], waste: list[int]) -> list[Clause]:
    """`waste` is a unary counter: its n-th variable is true if n grains are wasted from this step on."""
    variable_of = {amount: variable for variable, amount in wastes.items()}
    clauses: list[Clause] = [
        [-used.place, -used.key, -used.kind, variable_of[amount]] for used, amount in lost.items() if amount
    ]
    for counter in waste:
        clauses.append([-(counter + FAR), counter])
    for variable, amount in wastes.items():
        clauses += [[-variable, counter] for counter in waste[:amount]]
        for index, counter in enumerate(waste):
            clauses.append([-variable, -(counter + FAR), waste[min(index + amount, len(waste) - 1)]])
    return clauses


def _fight_clauses(task: Task, fights: Sequence[Fight], waste: list[int], unit: int) -> list[Clause]:
    """Boxes in each other's way: so much is wasted from here on, or they cannot be brought home at all."""
    sets = (
        (fight.boxes, fight.players, None if fight.waste >= DEAD else -(-fight.waste // unit)) for fight in fights
    )
    return least_clauses(task, sets, waste)


def _pushes_only(task: Task) -> Task:
    """The task for the windows: pushes from anywhere, after which the player is where the box was."""
    player = frozenset(number for fact, number in task.number.items() if fact[0] == "player")
    pushes = tuple(
        replace(operator, needs=operator.needs - player, deletes=operator.deletes | player - operator.adds)
        for operator in task.operators
        if operator.deed == "push"
    )
    return replace(task, operators=pushes)


def _walk_and_push(origin: dict[int, int], encoding: Encoding, true: frozenset[int], horizon: int) -> str:
    """The keys of a model: before each push the shortest walk there is. `origin`: for each place of the player the
    variable "he pushes from here"."""
    task = encoding.task
    player = origin.keys()
    _, blockers = walks(task)
    ways = {
        (next(iter(op.needs & player)), op.key): next(iter(op.adds & player))
        for op in task.operators
        if op.deed == "move"
    }
    keys = []
    for step in range(horizon):

        def holds(local: int, step: int = step) -> bool:
            return encoding.variable(local, step) in true

        shut = {fact for fact in player if any(holds(blocker + 1) for blocker in blockers[fact])}
        here = next(fact for fact in player if holds(fact + 1))
        there = next(fact for fact, variable in origin.items() if holds(variable))
        key = next((key for local, key in encoding.keys.items() if holds(local)), "")
        if not key:  # noop: the plan is over
            break
        keys += [_shortest(ways, shut, here, there), key]
    return "".join(keys)


def _shortest(ways: dict[tuple[int, str], int], shut: set[int], here: int, there: int) -> str:
    came: dict[int, tuple[str, int]] = {}
    seen, queue = {here}, deque([here])
    while queue and there not in seen:
        place = queue.popleft()
        for key in OPPOSITE:
            other = ways.get((place, key))
            if other is not None and other not in seen and other not in shut:
                seen.add(other)
                came[other] = key, place
                queue.append(other)
    keys = ""
    while there != here:
        key, there = came[there]
        keys = key + keys
    return keys
