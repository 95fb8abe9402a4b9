"""One leg: a walk and the push at its end, and how many keys are left before and after it.

Comes in:  a Task of Sokoban or the sink.     Goes out: the clauses of a single leg, and what its variables mean.

    ########     Where the player pushes from is a variable (`from`), as in `pushes`. How long the walk there is
    #@    .#     depends on all the boxes, and is not said in clauses: whoever asks about a position has flooded it,
    # ##$  #     and assumes for each cell beside a box "at least so far" or "shut". What is left before the leg is
    #      #     then at least the walk, the push, and what is left after it.
    ########

Clauses for the walks themselves, cell by cell and step by step, made a question take ten times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sokoplan.planning.cnf.encoding import FAR, OPPOSITE, Variables, fact_variables, goal_clauses, next_step
from sokoplan.planning.cnf.operators import NOOP, NOTHING, Operators
from sokoplan.planning.cnf.parts import Parts, deadlock_clauses
from sokoplan.planning.cnf.pushes import arrivals
from sokoplan.planning.cnf.stamp import Clause, Stamp
from sokoplan.planning.task import Task
from sokoplan.puzzle.level import Cell


@dataclass(frozen=True)
class Leg:
    """`stride` variables before the leg and as many after it; facts come first."""

    stride: int
    clauses: list[Clause]
    origin: Mapping[Cell, int]  # "he pushes from here"
    far: Mapping[Cell, Sequence[int]]  # to be assumed: "the walk here has at least 1, 2, ... steps"
    shut: Mapping[Cell, int]  # to be assumed: "there is no walk here"
    keys: Mapping[int, str]
    idle: int  # "all boxes are home, and nothing is done any more"
    left: Sequence[int]  # a unary counter of the keys that are left at least


def encode(task: Task, parts: Parts, most_left: int) -> Leg:
    """`most_left`: how far the counter goes."""
    variables = Variables()
    fact_variables(task, variables)
    cell_of = {
        fact: cell for (layer, cell), fact in task.number.items() if layer == "player" and isinstance(cell, tuple)
    }
    origin = {fact: variables.new() for fact in cell_of}
    pushes = [operator for operator in task.operators if operator.deed == "push"]
    steps = Operators(
        task, variables, [*pushes, NOTHING], lambda fact: origin.get(fact, fact + 1), lambda fact: fact + 1 + FAR
    )
    won, _, within = goal_clauses(task, variables)
    between: list[Clause] = [*steps.choice(variables), *steps.preconditions(), *steps.effects()]
    between += steps.frame(fact for fact in range(len(task.facts)) if fact not in cell_of)
    between += arrivals(steps, cell_of)
    idle = steps.keys[NOOP]
    between.append([-idle, won])
    between.append(sorted(origin.values()))
    between += parts.at_most_one(sorted(origin.values()), variables.new)
    for group in task.groups:
        within += parts.at_most_one([fact + 1 for fact in sorted(group)], variables.new)
    within.append([fact + 1 for fact in sorted(cell_of)])
    within += deadlock_clauses(task, parts)
    longest = min(len(cell_of), most_left)
    walk = [variables.new() for _ in range(longest)]
    far = {fact: [variables.new() for _ in range(longest)] for fact in cell_of}
    shut = {fact: variables.new() for fact in cell_of}
    between += [[-more, less] for less, more in pairwise(walk)]
    for fact, place in origin.items():
        between += [[-place, -at_least, steps_] for at_least, steps_ in zip(far[fact], walk, strict=True)]
        between.append([-place, -shut[fact]])
    left = [variables.new() for _ in range(most_left)]
    within += [[-more, less] for less, more in pairwise(left)]
    between += _count(walk, left, idle)
    stride = len(variables.names)
    moving = Stamp([[next_step(literal, stride) for literal in clause] for clause in between], stride)
    always = Stamp(within, stride)
    return Leg(
        stride=stride,
        clauses=[*always.at(0), *moving.at(0), *always.at(1)],
        origin={cell_of[fact]: place for fact, place in origin.items()},
        far={cell_of[fact]: many for fact, many in far.items()},
        shut={cell_of[fact]: one for fact, one in shut.items()},
        keys={variable: key for key, variable in steps.keys.items() if key in OPPOSITE},
        idle=idle,
        left=left,
    )


def _count(walk: Sequence[int], left: Sequence[int], idle: int) -> Iterable[Clause]:
    """Before the leg as many are left as its walk has steps, its push, and what is left after it."""
    for steps in range(len(walk) + 1):
        walked = [idle] if steps == 0 else [idle, -walk[steps - 1]]
        yield [*walked, left[min(steps, len(left) - 1)]]
        for index, after in enumerate(left[: len(left) - steps]):
            yield [*walked, -(after + FAR), left[min(index + steps + 1, len(left) - 1)]]
