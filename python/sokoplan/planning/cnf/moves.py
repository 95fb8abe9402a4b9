"""One step is one key: the encoding that proves plans shortest, for every game.

Comes in:  a Task.     Goes out: its `Encoding`.

    ######     Variables of a step t: player(1,1,t) and box(1,2,t) for the cells, right(t) for the key, push(t) for
    #@$ .#     the kind of step. Boxes have no names: of n equal boxes there is one arrangement, not n factorial.
    ######
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from sokoplan.planning.cnf.encoding import (
    FAR,
    OPPOSITE,
    Encoding,
    Variables,
    fact_variables,
    goal_clauses,
    next_step,
    pressed,
)
from sokoplan.planning.cnf.named import Named
from sokoplan.planning.cnf.operators import NOOP, NOTHING, Operators
from sokoplan.planning.cnf.parts import Parts, deadlock_clauses, least_clauses
from sokoplan.planning.cnf.shortcuts import Shortcuts
from sokoplan.planning.cnf.stamp import Clause, Stamp
from sokoplan.planning.proved.remaining import DEAD
from sokoplan.planning.proved.windows import Windows
from sokoplan.planning.task import Operator, Task


def encode(task: Task, parts: Parts) -> Encoding:
    variables = Variables()
    fact_variables(task, variables)
    operators = list(task.operators)
    if parts.noop:
        operators.append(NOTHING)
    # What is said of the action is said between steps: the last step has none.
    action = (_named if parts.named else _factored)(task, variables, operators, parts)
    between = action.clauses
    won, missed, within = goal_clauses(task, variables)
    if parts.groups:
        for group in task.groups:
            within += parts.at_most_one([fact + 1 for fact in sorted(group)], variables.new)
    within += deadlock_clauses(task, parts)
    for group in _exactly_one(task):
        within.append([fact + 1 for fact in sorted(group)])
    if parts.noop:
        (noop,) = action.keys[NOOP]
        between += [[-noop, noop + FAR], [-noop, won]]
    left = _left(task, parts, variables)
    within += left.clauses
    begins: list[int] = []
    if parts.most_pushes is not None:
        counters = [variables.new(f"pushes{number}({{t}})") for number in range(1, parts.most_pushes + 2)]
        begins = [-counter for counter in counters]
        within.append([-counters[-1]])
        for index, counter in enumerate(counters):
            between.append([-counter, counter + FAR])
            lower = [-counters[index - 1]] if index else []
            between += [[*lower, -push, counter + FAR] for push in action.pushes]
    stride = len(variables.names)
    return Encoding(
        task=task,
        names=variables.names,
        always=Stamp(within, stride),
        moving=Stamp([[next_step(literal, stride) for literal in clause] for clause in between], stride),
        begins=tuple(begins),
        won=won,
        missed=missed,
        keys={variable: key for key, many in action.keys.items() if key in OPPOSITE for variable in many},
        windows=Windows(task, idle=parts.noop),
        decoder=pressed,
        forward=parts.forward,
        backward=parts.backward,
        named=parts.named,
        left=tuple(left.counter),
    )


@dataclass(frozen=True)
class _Left:
    """A unary counter: its n-th variable is true if at least n keys are left."""

    counter: list[int]
    clauses: list[Clause]


def _left(task: Task, parts: Parts, variables: Variables) -> _Left:
    most = max((one.keys for one in parts.remaining if one.keys < DEAD), default=0)
    counter = [variables.new(f"left{number}({{t}})") for number in range(1, most + 1)]
    clauses = [[-more, less] for less, more in pairwise(counter)]
    sets = ((one.boxes, one.players, one.keys if one.keys < DEAD else None) for one in parts.remaining)
    return _Left(counter, [*clauses, *least_clauses(task, sets, counter)])


@dataclass(frozen=True)
class _Action:
    """The action of a step: its clauses, the variables of each key, and those that are a push."""

    clauses: list[Clause]
    keys: dict[str, list[int]]
    pushes: list[int]


def _factored(task: Task, variables: Variables, operators: list[Operator], parts: Parts) -> _Action:
    steps = Operators(task, variables, operators, lambda fact: fact + 1, lambda fact: fact + 1 + FAR)
    clauses = [*steps.choice(variables), *steps.preconditions(), *steps.effects()]
    clauses += steps.frame(range(len(task.facts)))
    if parts.no_undo:
        clauses += Shortcuts(steps).clauses(variables, one_way=parts.one_way)
    return _Action(clauses, {key: [variable] for key, variable in steps.keys.items()}, sorted(steps.deeds["push"]))


def _named(task: Task, variables: Variables, operators: list[Operator], parts: Parts) -> _Action:
    steps = Named(task, variables, operators, FAR)
    clauses = list(steps.clauses(parts.at_most_one, variables))
    if parts.no_undo:
        clauses += steps.no_undo(OPPOSITE)
    return _Action(clauses, dict(steps.keys), steps.pushes)


def _exactly_one(task: Task) -> list[frozenset[int]]:
    """The groups of which exactly one fact holds: one at the start, and an operator that deletes it adds another."""
    return [
        group
        for group in task.groups
        if len(group & task.start) == 1
        and all(len(op.adds & group) == len(op.deletes & group) for op in task.operators)
    ]
