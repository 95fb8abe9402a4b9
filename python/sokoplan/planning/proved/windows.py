"""Windows: what can hold after exactly t steps, and what may still hold exactly k steps before the end.

Comes in:  a Task.     Goes out: for each step a bit set of facts; facts outside it are false at that step.

    #######     Forward: after one step the player is in one of two cells, after two in others (parity comes for
    #@ $ .#     free), and the box can be one cell further with every other step.
    #######     Backward: one step before the end the box is at most one push away from the goal.

Both are relaxations: facts are followed one at a time, so the windows are too wide, never too narrow.
Forward: a fact holds after t + 1 steps if an operator all of whose needs can hold after t steps adds it, or leaves it
alone. Backward: a fact may hold k steps before the end if some operator can be used beside it that leaves only facts
behind that may hold k - 1 steps before the end. An operator cannot be used beside a fact that it forbids or that is
in a mutex group with one of its needs: that is why the player cannot stand still, nor a box move by itself.

Facts that no number of steps makes useful are dead (a box in a corner); `prune` takes them out of the task.
"""

from __future__ import annotations

from dataclasses import dataclass

from sokoplan.planning.task import Operator, Task

Mask = int


def mask(facts: frozenset[int]) -> Mask:
    """The bit set of some facts: bit i for fact i."""
    bits = 0
    for fact in facts:
        bits |= 1 << fact
    return bits


@dataclass(frozen=True)
class _Effects:
    """What the windows need of an operator, as bit sets."""

    needs: Mask
    adds: Mask
    deletes: Mask
    beside: Mask  # the facts that may hold when it is used


class Windows:
    """Forward and backward windows of a task, worked out as far as they are asked for."""

    def __init__(self, task: Task, *, idle: bool = False) -> None:
        """`idle`: a step may also do nothing (noop), so that what could be stays possible."""
        self.idle = idle
        self._operators = _effects(task)
        self._forward = [mask(task.start)]
        self._backward = [_at_the_end(task)]

    def forward(self, step: int) -> Mask:
        """The facts that can hold after exactly `step` steps."""
        while len(self._forward) <= step:
            before = self._forward[-1]
            after = before if self.idle else 0
            for operator in self._operators:
                if operator.needs & before == operator.needs:
                    after |= operator.adds | before & operator.beside & ~operator.deletes
            self._forward.append(after)
        return self._forward[step]

    def backward(self, left: int) -> Mask:
        """The facts that may hold exactly `left` steps before the end."""
        while len(self._backward) <= left:
            self._backward.append(_before(self._operators, self._backward[-1], self.idle))
        return self._backward[left]


def _effects(task: Task) -> list[_Effects]:
    everything = (1 << len(task.facts)) - 1
    rivals = [0] * len(task.facts)  # for each fact the facts that cannot hold beside it
    for group in task.groups:
        bits = mask(group)
        for fact in group:
            rivals[fact] |= bits & ~(1 << fact)

    def effects(operator: Operator) -> _Effects:
        shut = mask(operator.forbids)
        for fact in operator.needs:
            shut |= rivals[fact]
        return _Effects(mask(operator.needs), mask(operator.adds), mask(operator.deletes), everything & ~shut)

    return [effects(operator) for operator in task.operators]


def _at_the_end(task: Task) -> Mask:
    """The facts that a won position may hold."""
    fine = (1 << len(task.facts)) - 1
    for clause in task.goal:
        if len(clause) == 1 and not clause[0][1]:
            fine &= ~(1 << clause[0][0])
        # "One of these holds", all of one mutex group: then no other fact of that group does.
        wanted = frozenset(fact for fact, _ in clause)
        if all(holds for _, holds in clause):
            for group in task.groups:
                if wanted <= group:
                    fine &= ~mask(group - wanted)
    return fine


def _before(operators: list[_Effects], after: Mask, idle: bool) -> Mask:
    before = after if idle else 0
    for operator in operators:
        left = operator.needs & ~operator.deletes | operator.adds
        if left & after == left:
            before |= operator.beside & (after | operator.deletes)
    return before


def alive(task: Task) -> Mask:
    """The facts that some position on the way to a win may hold; all others are dead."""
    operators = _effects(task)
    useful = _at_the_end(task)
    while (more := useful | _before(operators, useful, idle=True)) != useful:
        useful = more
    return useful


def prune(task: Task) -> Task | None:
    """The task without its dead facts and the operators that make them; None if it starts with one (no plan)."""
    useful = alive(task)
    if mask(task.start) & ~useful:
        return None
    kept = [fact for fact in range(len(task.facts)) if useful >> fact & 1]
    number = {fact: index for index, fact in enumerate(kept)}

    def renumbered(facts: frozenset[int]) -> frozenset[int]:
        return frozenset([number[fact] for fact in facts if fact in number])

    known = number.keys()
    operators = tuple(
        Operator(
            name=operator.name,
            key=operator.key,
            deed=operator.deed,
            needs=renumbered(operator.needs),
            forbids=renumbered(operator.forbids),
            adds=renumbered(operator.adds),
            deletes=renumbered(operator.deletes),
        )
        for operator in task.operators
        if operator.needs <= known and operator.adds <= known
    )
    groups = (renumbered(group) for group in task.groups)
    return Task(
        facts=tuple(task.facts[fact] for fact in kept),
        start=renumbered(task.start),
        operators=operators,
        # A dead fact is false: a literal that wants it false is met, one that wants it true is not.
        goal=tuple(
            tuple((number[fact], wanted) for fact, wanted in clause if fact in number)
            for clause in task.goal
            if not any(fact not in number and not wanted for fact, wanted in clause)
        ),
        groups=tuple(group for group in groups if len(group) > 1),
        limit=task.limit,
    )
