"""An upper bound from the native search: a plan, not a best one, found in passing.

Comes in:  a Level and what is counted.     Goes out: the length of some plan, or None if none was found quickly.

Strategies that try several horizons need not look beyond it. What they prove does not rest on it: the plan has been
run by the judge.
"""

from __future__ import annotations

from sokoplan.answer import Budget, Request
from sokoplan.engines import search
from sokoplan.level import Level
from sokoplan.verify import verify

_SECONDS = 1.0


def upper_bound(level: Level, counts: str) -> int | None:
    # Helltaker's limit is a bound already, and the search would have to keep to it.
    if level.game == "helltaker":
        return None
    answer = search.solve(Request(level, "any"), Budget(_SECONDS), lambda progress: None)
    if answer.plan is None:
        return None
    verdict = verify(level, answer.plan)
    if not verdict.solved:
        return None
    return verdict.counts.pushes if counts == "pushes" else verdict.counts.moves
