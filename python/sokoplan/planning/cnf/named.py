"""What the operators of a task say in clauses, with a variable for each operator: the way of the textbooks.

Comes in:  a Task.     Goes out: a variable such as push(2,3,right,t) for each operator, and clauses.

The clauses are short and read like the sentences of a lecture: an operator implies its preconditions and effects,
exactly one is used, and a fact that changes was changed by one of those that can. `operators.py` says the same with
fewer variables and is faster; this is for reading, teaching and comparing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from sokoplan.planning.cnf.amo import AtMostOne
from sokoplan.planning.cnf.encoding import Variables, timed
from sokoplan.planning.cnf.operators import found
from sokoplan.planning.cnf.stamp import Clause
from sokoplan.planning.task import Operator, Task


class Named:
    """One variable for each operator."""

    def __init__(self, task: Task, variables: Variables, operators: Iterable[Operator], far: int) -> None:
        self.task, self.far = task, far
        self.player = frozenset(number for fact, number in task.number.items() if fact[0] == "player")
        chosen = list(operators)
        often = Counter(operator.name for operator in chosen)
        self.used = [(op, variables.new(timed(self._name(op, often[op.name])))) for op in chosen]
        self.keys: dict[str, list[int]] = defaultdict(list)
        self.pushes = [variable for operator, variable in self.used if operator.deed == "push"]
        for operator, variable in self.used:
            self.keys[operator.key].append(variable)

    def _name(self, operator: Operator, often: int) -> str:
        """`push(2,3,right)`; where a key does different things at one place, also what it found."""
        return operator.name if often == 1 else operator.name.replace(operator.deed, found(self.task, operator), 1)

    def clauses(self, at_most_one: AtMostOne, variables: Variables) -> Iterator[Clause]:
        everything = [variable for _, variable in self.used]
        yield everything
        yield from at_most_one(everything, variables.new)
        makers: dict[tuple[int, bool], list[int]] = defaultdict(list)
        for operator, variable in self.used:
            yield from ([-variable, fact + 1] for fact in sorted(operator.needs))
            yield from ([-variable, -(fact + 1)] for fact in sorted(operator.forbids))
            for fact in sorted(operator.adds):
                yield [-variable, fact + 1 + self.far]
                makers[fact, True].append(variable)
            for fact in sorted(operator.deletes):
                yield [-variable, -(fact + 1 + self.far)]
                makers[fact, False].append(variable)
        for fact in range(len(self.task.facts)):
            was, now = fact + 1, fact + 1 + self.far
            yield [was, -now, *makers[fact, True]]
            yield [-was, now, *makers[fact, False]]

    def no_undo(self, opposite: dict[str, str]) -> Iterator[Clause]:
        """After a walk no walk straight back."""
        walks = {
            (next(iter(op.needs & self.player)), op.key): variable
            for op, variable in self.used
            if op.key in opposite and op.adds | op.deletes <= self.player
        }
        for operator, variable in self.used:
            if operator.key in opposite and operator.adds and operator.adds | operator.deletes <= self.player:
                back = walks.get((next(iter(operator.adds)), opposite[operator.key]))
                if back is not None:
                    yield [-variable, -(back + self.far)]
