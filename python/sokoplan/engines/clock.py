"""The one clock of the engines written in Python: when to stop, and when to show a sign of life."""

from __future__ import annotations

import time

from sokoplan.engines.answer import Budget, Cancelled

# Signs of life a few times a second: often enough for a person, rarely enough to cost nothing.
_EVERY = 0.2


class Clock:
    """A budget that has started to run."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._started = self._told = time.monotonic()

    def look(self) -> None:
        """Raise `Cancelled` if the budget is spent. Made to be called often."""
        if self._budget.cancelled():
            raise Cancelled("cancelled")
        if self._budget.seconds is not None and time.monotonic() - self._started > self._budget.seconds:
            raise Cancelled("time")

    def is_time_to_report(self) -> bool:
        """Whether the last sign of life is long enough ago; whoever asks is taken to give the next one."""
        now = time.monotonic()
        if now - self._told < _EVERY:
            return False
        self._told = now
        return True
