"""One moment of a plan, as facts and operators.

Comes in:  a Level, its Task, a Plan, and how many keys have been pressed.     Goes out: `Moment`, and what is to be
said of one cell in it.

    #####     After no key: player(1,1) and box(1,2) hold. push(1,1,right) can happen: it needs both, and that
    #@$.#     box(1,3) does not hold. move(1,1,right) cannot: box(1,2) is in its way.
    #####
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from sokoplan.errors import InputError
from sokoplan.planning.cnf.operators import found
from sokoplan.planning.task import Operator, Task, fact_name
from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import replay
from sokoplan.puzzle.rules import State, begin


@dataclass(frozen=True)
class Moment:
    """`time` counts operators: in Helltaker a forced step has no key, but takes its time."""

    level: Level
    task: Task
    step: int
    time: int
    horizon: int  # the time at the end of the plan
    position: frozenset[int]
    used: int | None  # the operator that the plan uses now; None at its end

    @cached_property
    def names(self) -> list[str]:
        """The operators' names; where a key does different things at one place, with what it found there."""
        often = Counter(operator.name for operator in self.task.operators)
        return [
            op.name if often[op.name] == 1 else op.name.replace(op.deed, found(self.task, op), 1)
            for op in self.task.operators
        ]

    @property
    def after(self) -> frozenset[int] | None:
        """The position that the operator in use leads to."""
        return None if self.used is None else self.task.operators[self.used].after(self.position)


def moment(level: Level, task: Task, plan: Plan, step: int) -> Moment:
    """The moment after so many keys. InputError where a key is not allowed, or there are not so many."""
    if not 0 <= step <= len(plan.keys):
        raise InputError(f"the plan has {len(plan.keys)} steps, and this would be step {step}")
    time = horizon = 0
    position = _facts(task, begin(level))
    for done in replay(level, plan):
        horizon += done.cost
        if done.number == step:
            time, position = horizon, _facts(task, done.state)
    next_key = plan.keys[step : step + 1]
    # A law is a function: at most one operator of a key can happen.
    used = next(
        (
            index
            for index, op in enumerate(task.operators)
            if next_key and op.key == next_key and op.applies(position)
        ),
        None,
    )
    return Moment(level, task, step, time, horizon, position, used)


def _facts(task: Task, state: State) -> frozenset[int]:
    return frozenset(index for index, fact in enumerate(task.facts) if state.holds(fact))


@dataclass(frozen=True)
class FactAt:
    name: str
    holds: bool
    changes: bool = True  # False: part of the board, the same at every step


def facts_about(now: Moment, cell: Cell) -> list[FactAt]:
    """What is said of a cell, and of nothing in particular (the key, the clock)."""
    found = [FactAt(f"{word}({cell[0]},{cell[1]})", holds=True, changes=False) for word in _board(now.level, cell)]
    for index, fact in enumerate(now.task.facts):
        if fact[1] == cell or isinstance(fact[1], str):
            found.append(FactAt(fact_name(fact), index in now.position))
    return found


_KINDS = {
    "goals": "goal", "sinks": "sink", "demonesses": "demoness", "keys": "key_on", "spikes": "spikes",
    "traps_down": "trap_drawn_down", "traps_up": "trap_drawn_up",
}  # fmt: skip


def _board(level: Level, cell: Cell) -> list[str]:
    if level.wall(cell):
        return ["wall"]
    return ["floor", *(word for kind, word in _KINDS.items() if cell in getattr(level, kind))]


@dataclass(frozen=True)
class OperatorAt:
    name: str
    key: str
    can: bool
    used: bool  # by the plan, now
    needs: tuple[str, ...]  # what must hold; `not box(1,3)` where something must not
    failed: tuple[str, ...]  # those of them that are not so
    changes: tuple[str, ...]  # `+box(1,3)`, `-box(1,2)`


def operators_about(now: Moment, cell: Cell) -> list[OperatorAt]:
    """The operators that read or write something in a cell: first those that can happen, then those that nearly."""
    here = frozenset(index for index, fact in enumerate(now.task.facts) if fact[1] == cell)
    told = [
        _told(now, index)
        for index, op in enumerate(now.task.operators)
        if here & (op.needs | op.forbids | op.adds | op.deletes) or (not op.key and op.applies(now.position))
    ]
    return sorted(told, key=lambda op: (not op.used, not op.can, len(op.failed), op.name))


def _told(now: Moment, index: int) -> OperatorAt:
    op = now.task.operators[index]
    return OperatorAt(
        name=now.names[index],
        key=op.key,
        can=op.applies(now.position),
        used=index == now.used,
        needs=_conditions(now.task, op, op.needs, op.forbids),
        failed=_conditions(now.task, op, op.needs - now.position, op.forbids & now.position),
        changes=tuple(
            [f"+{fact_name(now.task.facts[fact])}" for fact in sorted(op.adds)]
            + [f"-{fact_name(now.task.facts[fact])}" for fact in sorted(op.deletes)]
        ),
    )


def _conditions(task: Task, op: Operator, needs: frozenset[int], forbids: frozenset[int]) -> tuple[str, ...]:
    wanted = [fact_name(task.facts[fact]) for fact in sorted(needs)]
    return (*wanted, *(f"not {fact_name(task.facts[fact])}" for fact in sorted(forbids)))
