"""One moment of a plan, as facts and operators.

Comes in:  a Level, its Task, a Plan, and how many keys have been pressed.     Goes out: `Moment`, and the facts and
operators about one cell in it.

    #####     At the start player(1,1) and box(1,2) hold. push(1,1,right) is possible: it needs both, and it needs
    #@$.#     that box(1,3) does not hold. move(1,1,right) is not possible: box(1,2) blocks it.
    #####
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from sokoplan.errors import InputError
from sokoplan.planning.cnf.operators import found
from sokoplan.planning.task import Operator, Task, fact_name
from sokoplan.puzzle.level import Cell, Level, count
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import replay
from sokoplan.puzzle.rules import State, begin


@dataclass(frozen=True)
class Moment:
    """`time` counts operators: in Helltaker a forced step has no key, but takes time."""

    level: Level
    task: Task
    step: int
    time: int
    horizon: int  # the time at the end of the plan
    position: frozenset[int]
    used: int | None  # the operator that the plan uses now; None at its end

    @cached_property
    def names(self) -> list[str]:
        """The names of the operators; if a key can do different things in one cell, with what is in its way."""
        often = Counter(operator.name for operator in self.task.operators)
        return [
            op.name if often[op.name] == 1 else op.name.replace(op.deed, found(self.task, op), 1)
            for op in self.task.operators
        ]

    @property
    def after(self) -> frozenset[int] | None:
        """The position after the operator that the plan uses."""
        return None if self.used is None else self.task.operators[self.used].after(self.position)


def moment(level: Level, task: Task, plan: Plan, step: int) -> Moment:
    """The moment after `step` keys. InputError if a key is not allowed, or the plan is shorter than that."""
    if not 0 <= step <= len(plan.keys):
        raise InputError(f"there is no step {step}: the plan has {count(len(plan.keys), 'step')}")
    time = horizon = 0
    position = _facts(task, begin(level))
    for done in replay(level, plan):
        horizon += done.cost
        if done.number == step:
            time, position = horizon, _facts(task, done.state)
    next_key = plan.keys[step : step + 1]
    # The law is deterministic: at most one operator of a key is possible.
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
    """The facts about a cell, and those that are about no cell (the key, the traps)."""
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
    used: bool  # by the plan, at this step
    needs: tuple[str, ...]  # the preconditions; `not box(1,3)` for what must not hold
    failed: tuple[str, ...]  # the preconditions that are not met
    changes: tuple[str, ...]  # `+box(1,3)`, `-box(1,2)`


def operators_about(now: Moment, cell: Cell) -> list[OperatorAt]:
    """The operators about a cell: first those that are possible, then those that lack the least."""
    here = frozenset(index for index, fact in enumerate(now.task.facts) if fact[1] == cell)
    shown = [
        _described(now, index)
        for index, op in enumerate(now.task.operators)
        if here & (op.needs | op.forbids | op.adds | op.deletes) or (not op.key and op.applies(now.position))
    ]
    return sorted(shown, key=lambda op: (not op.used, not op.can, len(op.failed), op.name))


def _described(now: Moment, index: int) -> OperatorAt:
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
