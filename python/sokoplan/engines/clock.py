"""The clock of the engines written in Python: when to stop, and when to report progress."""

from __future__ import annotations

import time

from sokoplan.engines.answer import Budget, Cancelled

# A few reports a second: often enough for a person, rarely enough to cost nothing.
_EVERY = 0.2


class Clock:
    """A budget that has started to run."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._started = self._reported = time.monotonic()
        self.reserved = 0.0  # seconds that are needed after the work: files have to be written

    def look(self) -> None:
        """Raise `Cancelled` if the budget is spent. Cheap enough to be called often."""
        if self._budget.cancelled():
            raise Cancelled("cancelled")
        seconds = self._budget.seconds
        if seconds is not None and time.monotonic() - self._started > seconds - self.reserved:
            raise Cancelled("time")

    def is_time_to_report(self) -> bool:
        """Whether the last report is long enough ago; the caller is then expected to report."""
        now = time.monotonic()
        if now - self._reported < _EVERY:
            return False
        self._reported = now
        return True
