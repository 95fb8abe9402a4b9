"""A planning task: what an engine needs to know of a puzzle, and nothing of its game.

Comes in:  facts, operators, mutex groups and a goal, from `ground`.     Goes out: `Task`, which SAT, the generic
search and the exports read.

Facts are numbered from 0; a position is the set of facts that hold. An operator may be used where all of its `needs`
hold and none of its `forbids` does; then its `adds` hold and its `deletes` do not. Every operator costs one. `key` is
the key that a person presses for it; the forced step of Helltaker has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sokoplan.puzzle.rules.state import Fact


@dataclass(frozen=True)
class Operator:
    name: str
    key: str  # "u", "d", "l", "r", or "" for the forced step
    deed: str
    needs: frozenset[int]
    forbids: frozenset[int]
    adds: frozenset[int]
    deletes: frozenset[int]

    def applies(self, position: frozenset[int]) -> bool:
        return self.needs <= position and not self.forbids & position

    def after(self, position: frozenset[int]) -> frozenset[int]:
        return (position - self.deletes) | self.adds


# A literal of the goal: a fact's number, and whether it must hold.
GoalClause = tuple[tuple[int, bool], ...]


@dataclass(frozen=True)
class Task:
    facts: tuple[Fact, ...]
    start: frozenset[int]
    operators: tuple[Operator, ...]
    goal: tuple[GoalClause, ...]  # every clause needs one literal that is right
    groups: tuple[frozenset[int], ...]  # at most one fact of a group holds at a time
    limit: int | None = None  # the most operators a plan may use

    @cached_property
    def number(self) -> dict[Fact, int]:
        return {fact: index for index, fact in enumerate(self.facts)}

    def won(self, position: frozenset[int]) -> bool:
        return all(any((fact in position) == wanted for fact, wanted in clause) for clause in self.goal)

    def validate(self) -> None:
        """Raise ValueError unless the task is well formed and its mutex groups are invariants.

        A group is proved by induction: at most one of its facts holds at the start, and an operator that adds one
        either removes the one that held, or could not be used while another held.
        """
        everything = set(range(len(self.facts)))
        if len(set(self.facts)) != len(self.facts):
            raise ValueError("two facts have one name")
        for operator in self.operators:
            if not operator.needs | operator.forbids | operator.adds | operator.deletes <= everything:
                raise ValueError(f"{operator.name} speaks of a fact that does not exist")
            if operator.adds & operator.deletes or operator.needs & operator.forbids:
                raise ValueError(f"{operator.name} contradicts itself")
        for group in self.groups:
            if len(group & self.start) > 1:
                raise ValueError(f"{self._names(group & self.start)} hold together at the start")
        member_of: dict[int, list[int]] = {}
        for index, group in enumerate(self.groups):
            for fact in group:
                member_of.setdefault(fact, []).append(index)
        for operator in self.operators:
            for index in {index for fact in operator.adds for index in member_of.get(fact, ())}:
                self._check_group(operator, self.groups[index], member_of)

    def _check_group(self, operator: Operator, group: frozenset[int], member_of: dict[int, list[int]]) -> None:
        added = operator.adds & group
        if len(added) > 1:
            raise ValueError(f"{operator.name} makes {self._names(added)} true together")
        # What cannot hold beside the preconditions, by the groups that the preconditions belong to.
        shut = set(operator.forbids | operator.deletes)
        for fact in operator.needs:
            for index in member_of.get(fact, ()):
                shut |= self.groups[index] - {fact}
        left = group - added - shut
        if left:
            raise ValueError(f"{operator.name} may leave {self._names(left | added)} true together")

    def _names(self, facts: frozenset[int] | set[int]) -> str:
        return " and ".join(fact_name(self.facts[fact]) for fact in sorted(facts))


def fact_name(fact: Fact) -> str:
    """`player(2,3)`, `box(1,4)`, `key`: the name a fact has in every export."""
    layer, where = fact
    return where if isinstance(where, str) else f"{layer}({where[0]},{where[1]})"
