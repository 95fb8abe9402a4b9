"""The clauses about the facts of a cell, at one step.

Comes in:  a Moment and a cell.     Goes out: clauses with readable names, what each of them says, and which of its
literals are true in the plan.

The formula is that of the textbooks (`cnf/textbook.py`). That at most one operator is used, and that the player is in
at most one cell, takes hundreds of clauses that all say the same; they are left out here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sokoplan.learn.cell.moment import Moment
from sokoplan.planning.cnf.encoding import Encoding
from sokoplan.planning.cnf.moves import encode
from sokoplan.planning.cnf.textbook import TEXTBOOK, Kind, kind_of
from sokoplan.planning.task import Task, fact_name
from sokoplan.puzzle.level import Cell

_SHORT = 8  # literals that are written out


@dataclass(frozen=True)
class ClauseAt:
    text: str  # `-push(1,1,right,t0) | box(1,2,t0)`
    why: str
    kind: str  # start, precondition, effect, frame, mutex, place or goal
    names: tuple[str, ...]  # the facts and operators in it, by their names without a time
    true: tuple[str, ...]  # the literals that are true in the plan


class Formula:
    """The formula of a task, made once for many cells and steps."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.encoding: Encoding = encode(task, replace(TEXTBOOK, at_most_one=_few))
        self.stride = self.encoding.stride
        self.facts = len(task.facts)
        self.operators = len(task.operators)


def _few(literals: Sequence[int], new: object) -> Iterator[list[int]]:
    """At most one of a few literals, pair by pair; left out if there are many."""
    for index, first in enumerate(literals if len(literals) <= 4 else ()):
        yield from ([-first, -second] for second in literals[index + 1 :])


_WITHIN: dict[Kind, str] = {
    "place": "The player is in some cell.",
    "mutex": "These two never hold at the same time.",
    "goal": "The level is won exactly if every condition of the goal is met.",
}
_ORDER = ("start", "precondition", "effect", "frame", "mutex", "place", "goal")


def clauses_about(formula: Formula, now: Moment, cell: Cell) -> list[ClauseAt]:
    here = {index + 1 for index, fact in enumerate(formula.task.facts) if fact[1] == cell}
    both = here | {variable + formula.stride for variable in here}
    describe = _Describer(formula, now)
    found = [describe.start(variable) for variable in sorted(here)] if now.time == 0 else []
    found += [describe.within(clause) for clause in formula.encoding.always.clauses if here & set(map(abs, clause))]
    if now.used is not None:
        found += [
            describe.between(clause) for clause in formula.encoding.moving.clauses if both & set(map(abs, clause))
        ]
    return sorted(found, key=lambda clause: (_ORDER.index(clause.kind), clause.text))


class _Describer:
    def __init__(self, formula: Formula, now: Moment) -> None:
        self.formula, self.now = formula, now
        self.names = [fact_name(fact) for fact in formula.task.facts] + now.names
        after = now.after or frozenset()
        stride = formula.stride
        # What is true in the plan now and at the next step; no other variable occurs.
        self.true = {fact + 1 for fact in now.position} | {fact + 1 + stride for fact in after}
        if now.used is not None:
            self.true.add(formula.facts + now.used + 1)
        if formula.task.won(now.position):
            self.true.add(formula.encoding.won)
        else:
            self.true |= set(_missed(formula, now.position))

    # --- the three kinds of clauses ---------------------------------------------------------------------------------

    def start(self, variable: int) -> ClauseAt:
        literal = variable if variable - 1 in self.formula.task.start else -variable
        return self._clause([literal], "start", "This is so at the start.")

    def within(self, clause: Sequence[int]) -> ClauseAt:
        kind = kind_of(self.formula.encoding, clause)
        return self._clause(clause, kind, _WITHIN[kind])

    def between(self, clause: Sequence[int]) -> ClauseAt:
        kind = kind_of(self.formula.encoding, clause)
        operators = [literal for literal in clause if self._is_operator(literal)]
        fact = next(literal for literal in clause if not self._is_operator(literal))
        what = self._name(fact)
        if kind == "effect":
            words = "holds" if fact > 0 else "does not hold"
            return self._clause(clause, kind, f"After {self._name(operators[0])}, {what} {words}.")
        if kind == "precondition":
            words = "must hold" if fact > 0 else "must not hold"
            return self._clause(clause, kind, f"For {self._name(operators[0])}, {what} {words}.")
        if not operators:
            subject = "Nothing can"
        elif len(operators) == 1:
            subject = f"Only {self._name(operators[0])} can"
        else:
            subject = f"Only these {len(operators)} operators can"
        return self._clause(clause, "frame", f"{subject} make {what} {'true' if kind == 'made' else 'false'}.")

    # --- words ------------------------------------------------------------------------------------------------------

    def _is_operator(self, literal: int) -> bool:
        return self.formula.facts < abs(literal) <= self.formula.facts + self.formula.operators

    def _name(self, literal: int) -> str:
        index = (abs(literal) - 1) % self.formula.stride
        return self.names[index] if index < len(self.names) else ""

    def _literal(self, literal: int) -> str:
        return self.formula.encoding.literal(self.formula.encoding.variable(literal, self.now.time))

    def _clause(self, clause: Sequence[int], kind: str, why: str) -> ClauseAt:
        true = [literal for literal in clause if (abs(literal) in self.true) == (literal > 0)]
        # In a long clause the true literals come first, and only some of the rest is shown.
        order = [*true, *(literal for literal in clause if literal not in true)] if len(clause) > _SHORT else clause
        shown = [self._literal(literal) for literal in order[:_SHORT]]
        if len(clause) > _SHORT:
            shown.append(f"... {len(clause) - _SHORT} more")
        return ClauseAt(
            " | ".join(shown),
            why,
            kind,
            tuple(dict.fromkeys(filter(None, map(self._name, clause)))),
            tuple(map(self._literal, true)),
        )


def _missed(formula: Formula, position: frozenset[int]) -> Iterator[int]:
    """The helper variables for "this condition of the goal is not met", of the conditions that are not."""
    for literal, clause in zip(formula.encoding.missed, formula.task.goal, strict=True):
        if len(clause) != 1 and not any((fact in position) == wanted for fact, wanted in clause):
            yield literal
