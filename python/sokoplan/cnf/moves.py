"""One step is one key: the encoding that proves plans shortest, for every game.

Comes in:  a Task.     Goes out: its `Encoding`.

    ######     Variables of a step t: player(1,1,t) and box(1,2,t) for the cells, right(t) for the key, push(t) for
    #@$ .#     the kind of step. Boxes have no names: of n equal boxes there is one arrangement, not n factorial.
    ######
"""

from __future__ import annotations

from dataclasses import dataclass

from sokoplan.cnf.amo import AtMostOne, ladder
from sokoplan.cnf.encoding import Encoding, Variables, fact_variables, goal_clauses, pressed
from sokoplan.cnf.operators import NOOP, Operators
from sokoplan.cnf.stamp import Clause, Stamp
from sokoplan.cnf.windows import Windows
from sokoplan.task import Operator, Task

OPPOSITE = {"u": "d", "d": "u", "l": "r", "r": "l"}


@dataclass(frozen=True)
class Parts:
    """What is switched on. Each part is sound; a certificate is made with none but what a checker can follow."""

    at_most_one: AtMostOne = ladder
    groups: bool = True  # mutex groups as at-most-one constraints
    forward: bool = True
    backward: bool = True
    no_undo: bool = True  # no step straight back: sound for shortest plans where walking changes nothing else
    noop: bool = False  # steps that do nothing, once the plan is over
    most_pushes: int | None = None  # no plan with more pushes


def encode(task: Task, parts: Parts) -> Encoding:
    variables = Variables()
    fact_variables(task, variables)
    operators = list(task.operators)
    if parts.noop:
        empty = frozenset[int]()
        operators.append(Operator(NOOP, NOOP, NOOP, empty, empty, empty, empty))
    # The stride is not known before all variables are there, so a fact of the next step is marked by this much.
    far = 1 << 24
    steps = Operators(task, variables, operators, lambda fact: fact + 1, lambda fact: fact + 1 + far)
    won, within = goal_clauses(task, variables)
    # What is said of the action is said between steps: the last step has none.
    between: list[Clause] = [*steps.choice(variables), *steps.preconditions(), *steps.effects()]
    between += steps.frame(range(len(task.facts)))
    if parts.groups:
        for group in task.groups:
            within += parts.at_most_one([fact + 1 for fact in sorted(group)], variables.new)
    for group in _exactly_one(task):
        within.append([fact + 1 for fact in sorted(group)])
    if parts.no_undo:
        between += _no_undo(steps, task, far)
    if parts.noop:
        noop = steps.keys[NOOP]
        between.append([-noop, noop + far])
        between.append([-noop, won])
    begins: list[int] = []
    if parts.most_pushes is not None:
        counters = [variables.new(f"pushes{number}({{t}})") for number in range(1, parts.most_pushes + 2)]
        begins = [-counter for counter in counters]
        within.append([-counters[-1]])
        for index, counter in enumerate(counters):
            between.append([-counter, counter + far])
            for push in steps.deeds["push"]:
                lower = [-counters[index - 1]] if index else []
                between.append([*lower, -push, counter + far])
    stride = len(variables.names)
    return Encoding(
        task=task,
        names=variables.names,
        always=Stamp(within, stride),
        moving=Stamp([[next_step(literal, far, stride) for literal in clause] for clause in between], stride),
        begins=tuple(begins),
        won=won,
        keys={variable: key for key, variable in steps.keys.items() if key in OPPOSITE},
        windows=Windows(task, idle=parts.noop),
        decoder=pressed,
        forward=parts.forward,
        backward=parts.backward,
    )


def next_step(literal: int, far: int, stride: int) -> int:
    """A literal about the next step, now that the stride is known."""
    if literal > far:
        return literal - far + stride
    if literal < -far:
        return literal + far - stride
    return literal


def _exactly_one(task: Task) -> list[frozenset[int]]:
    """The groups of which exactly one fact holds: one does at the start, and who takes it away puts another."""
    return [
        group
        for group in task.groups
        if len(group & task.start) == 1
        and all(len(op.adds & group) == len(op.deletes & group) for op in task.operators)
    ]


def _no_undo(steps: Operators, task: Task, far: int) -> list[Clause]:
    """After a step that only walked, no walk straight back: the same position came two steps ago."""
    player = steps.player
    walks = {used.kind for used in steps.used if used.operator.adds | used.operator.deletes <= player}
    walks -= {used.kind for used in steps.used if not used.operator.adds | used.operator.deletes <= player}
    walks.discard(steps.kinds.get(NOOP, 0))
    return [
        [-variable, -kind, -(steps.keys[OPPOSITE[key]] + far), -(other + far)]
        for key, variable in steps.keys.items()
        if key in OPPOSITE and OPPOSITE[key] in steps.keys
        for kind in walks
        for other in walks
    ]
