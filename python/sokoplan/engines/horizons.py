"""A record for every horizon: what was asked, what came out, and what it took.

The engines that deepen (SAT and ASP) spend most of their time on horizons that have no plan. This is where one sees
it: `solve --trace`, `solve --json`, `compare` and the web app show these records.
"""

from __future__ import annotations

import time

from sokoplan.engines.answer import Horizon
from sokoplan.puzzle.level import count


def limited(counts: str, most_pushes: int | None) -> str:
    """The question: what a horizon counts, and how many pushes are allowed if that is limited."""
    return counts if most_pushes is None else f"{counts} with at most {count(most_pushes, 'push')}"


class Horizons:
    """The records of one run. A horizon that is tried in several goes, a slice of conflicts each, has one record."""

    def __init__(self) -> None:
        self.question = ""  # what is counted now, and under which limit
        self._records: dict[tuple[str, int], Horizon] = {}
        self._began = (0, 0.0, 0)  # horizon, time, conflicts
        self._open = False

    def begin(self, horizon: int, conflicts: int) -> None:
        self._began = horizon, time.monotonic(), conflicts
        self._open = True

    def end(self, answer: bool | None, variables: int, clauses: int, conflicts: int) -> None:
        """The answer to what was begun last; None: it was stopped."""
        if not self._open:
            return
        self._open = False
        horizon, began, before = self._began
        earlier = self._records.get((self.question, horizon))
        spent, needed = time.monotonic() - began, conflicts - before
        self._records[self.question, horizon] = Horizon(
            horizon,
            self.question,
            "stopped" if answer is None else "plan" if answer else "no plan",
            round(spent + (earlier.seconds if earlier else 0.0), 6),
            variables,
            clauses,
            needed + (earlier.conflicts if earlier else 0),
        )

    def all(self) -> tuple[Horizon, ...]:
        return tuple(self._records.values())
