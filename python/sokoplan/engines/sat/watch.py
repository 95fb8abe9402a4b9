"""The SAT engine's watch: checks the clock, counts, and reports progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sokoplan.engines.answer import Budget, FormulaSize, Progress, Report
from sokoplan.engines.clock import Clock
from sokoplan.engines.horizons import Horizons
from sokoplan.puzzle.level import plural

if TYPE_CHECKING:
    from sokoplan.planning.cnf.encoding import Encoding


class Watch:
    """Knows what is being tried, raises `Cancelled` when the budget is spent, reports now and then."""

    def __init__(self, budget: Budget, report: Report, a_clause: float = 0.0) -> None:
        """`a_clause`: the seconds that each clause takes when the last formula is written into files."""
        self._clock = Clock(budget)
        self._a_clause = a_clause
        self._report = report
        self.horizon = 0
        self.bound = 0  # no plan is shorter than this
        self.variables = self.clauses = self.conflicts = 0
        self.horizons = Horizons()
        self.asked: tuple[Encoding, int] | None = None  # the last formula that a solver was given, and its horizon
        self.pushes = False  # whether its steps are pushes

    def begin(self, horizon: int) -> None:
        self.horizon = horizon
        self.horizons.begin(horizon, self.conflicts)

    def end(self, answer: bool | None, *, asked: bool = True) -> None:
        """`asked` is False where the horizon is plainly too short, so that no solver was asked."""
        size = (self.variables, self.clauses) if asked else (0, 0)
        self.horizons.end(answer, *size, self.conflicts)

    def pause(self) -> None:
        """Called often. Raises Cancelled."""
        self._clock.reserved = self.clauses * self._a_clause
        self._clock.look()
        if self._clock.is_time_to_report():
            done = self.horizons.all()
            self._report(Progress(self.conflicts, self.bound, self.words(), formula=self.formula(), horizons=done))

    def formula(self) -> FormulaSize:
        return FormulaSize(self.horizon, self.variables, self.clauses)

    def words(self) -> str:
        if not self.horizon and not self.variables:
            return "without a formula"
        things = (("variable", self.variables), ("clause", self.clauses), ("conflict", self.conflicts))
        words = (f"{number:,} {word if number == 1 else plural(word)}" for word, number in things)
        return f"horizon {self.horizon}, {', '.join(words)}"
