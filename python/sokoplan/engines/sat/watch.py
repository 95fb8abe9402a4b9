"""The clock, Ctrl-C and signs of life while a solver works.

Comes in:  a Budget and a place to report to.     Goes out: `Cancelled`, raised when it is time to stop.
"""

from __future__ import annotations

import time

from sokoplan.answer import Budget, Cancelled, Formula, Progress, Report
from sokoplan.level import plural

# Signs of life a few times a second, not with every slice.
_EVERY = 0.2


class Watch:
    """Knows what is being tried, stops when the budget is spent, reports now and then."""

    def __init__(self, budget: Budget, report: Report) -> None:
        self._budget = budget
        self._report = report
        self._started = self._told = time.monotonic()
        self.horizon = 0
        self.bound = 0  # no plan is shorter than this
        self.variables = self.clauses = self.conflicts = 0

    def pause(self) -> None:
        """Called often. Raises Cancelled."""
        now = time.monotonic()
        if self._budget.cancelled():
            raise Cancelled("cancelled")
        if self._budget.seconds is not None and now - self._started > self._budget.seconds:
            raise Cancelled("time")
        if now - self._told > _EVERY:
            self._told = now
            self._report(Progress(self.conflicts, self.bound, words=self.words(), formula=self.formula()))

    def formula(self) -> Formula:
        return Formula(self.horizon, self.variables, self.clauses)

    def words(self) -> str:
        things = (("variable", self.variables), ("clause", self.clauses), ("conflict", self.conflicts))
        words = (f"{number:,} {word if number == 1 else plural(word)}" for word, number in things)
        return f"horizon {self.horizon}, {', '.join(words)}"
