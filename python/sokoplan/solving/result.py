"""A Result: an answer whose plan has been verified, with the figures people ask for."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from sokoplan.puzzle.level import Level
from sokoplan.puzzle.objective import value_of
from sokoplan.puzzle.rules import State, begin, level_at, play
from sokoplan.solving.agreement import Claim

if TYPE_CHECKING:
    from sokoplan.engines.answer import Answer, Horizon, Objective, Reason, Status
    from sokoplan.puzzle.plan import Counts, Plan
    from sokoplan.solving.failure import InternalError


@dataclass(frozen=True, repr=False)
class Result:
    """What an engine answered, after verification.

    A search for an optimum that was stopped early may still have a plan: then the status is `solved`, `optimal` is
    False, `reason` says what ended it, and `bound` and `gap` how far the plan may be from the best.

    >>> import sokoplan
    >>> result = sokoplan.solve(sokoplan.level("first-push"), objective="pushes")
    >>> result.solved, result.optimal, result.moves, result.pushes
    (True, True, 4, 3)
    >>> print(result.plan)
    rRRR
    >>> len(result.states())
    5
    """

    level: Level
    objective: Objective
    engine: str
    answer: Answer
    seconds: float
    lurd: str = ""  # the plan's keys, pushes as capitals
    counts: Counts | None = None
    cost: int | None = None  # what the objective's first word measures; in Helltaker the cost
    others: tuple[Result, ...] = ()  # of the engines that ran beside this one, if none had an answer
    failures: tuple[InternalError, ...] = ()  # of the engines that crashed beside this one

    @property
    def status(self) -> Status:
        """`solved`, `unsolvable` (proved) or `unknown`."""
        return self.answer.status

    @property
    def reason(self) -> Reason:
        """What ended the search without a proof: `time`, `memory`, `horizon` or `cancelled`; else empty."""
        return self.answer.reason

    @property
    def solved(self) -> bool:
        return self.answer.status == "solved"

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no plan is better for the objective."""
        return self.answer.optimal

    @property
    def plan(self) -> Plan | None:
        """The plan; `str(plan)` is LURD, with pushes as capitals."""
        return self.answer.plan

    @property
    def horizons(self) -> tuple[Horizon, ...]:
        """What each horizon took, for engines that try one after another (`sat`, `asp`); else empty."""
        return self.answer.horizons

    @property
    def moves(self) -> int | None:
        """All keys of the plan, pushes included."""
        return self.counts.moves if self.counts else None

    @property
    def pushes(self) -> int | None:
        return self.counts.pushes if self.counts else None

    @property
    def bound(self) -> int | None:
        """No plan costs less than this, in what the objective's first word measures; None if nothing is proved."""
        if self.objective == "any":
            return None
        return self.cost if self.optimal else self.answer.bound

    @property
    def gap(self) -> float | None:
        """How much more than the bound the plan costs, as a part of the bound: 0.0 if the two meet, 0.5 for half as
        much again; None without a plan or a bound.

        >>> import sokoplan
        >>> result = sokoplan.solve(sokoplan.level("first-push"), objective="pushes")
        >>> result.bound, result.gap
        (3, 0.0)
        """
        bound = self.bound
        if self.cost is None or bound is None:
            return None
        return (self.cost - bound) / bound if bound else None if self.cost else 0.0

    def states(self) -> list[Level]:
        """The positions along the plan as levels, from the start to the end; empty if there is no plan."""
        if self.plan is None:
            return []
        level, state, spent = self.level, begin(self.level), 0
        positions = [level]
        for key in self.plan.keys:
            spent += play(level, state, key)[1]
            positions.append(_position(level, state, spent))
        return positions

    @property
    def claim(self) -> Claim:
        """What it says, to be compared with what others say."""
        answer, counts = self.answer, self.counts
        if counts is None or self.cost is None:
            return Claim(self.engine, answer.status, plans=answer.plans)
        value = value_of(self.objective, self.cost, counts.moves, counts.pushes)
        return Claim(self.engine, answer.status, value, answer.optimal, answer.plans)

    def _repr_html_(self) -> str:
        """The result as a notebook shows it: what was found, and the plan as an animation."""
        from html import escape

        shown = self.plan._repr_html_() if self.plan else None
        return f"<p>{escape(repr(self)[1:-1])}</p>{shown or self.level._repr_svg_()}"

    def __repr__(self) -> str:
        from sokoplan.solving.wording import proved, summary

        return f"<Result: {summary(self)}; {proved(self)}, {self.seconds:.2f} s>"


class FinalPosition(Level):
    """The last hole is filled. A level must have something left to do, so this position is not checked as one."""

    def __post_init__(self) -> None:
        pass


def _position(level: Level, state: State, spent: int) -> Level:
    if not level.holes or state.cells("hole"):
        return level_at(level, state, spent)
    values: dict[str, Any] = {item.name: getattr(level, item.name) for item in fields(level)}
    return FinalPosition(**values | {"player": state.player, "boxes": state.cells("box"), "holes": frozenset()})
