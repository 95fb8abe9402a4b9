"""What reading a plan gives."""

from __future__ import annotations

from dataclasses import dataclass

from sokoplan.puzzle.plan import Plan


@dataclass(frozen=True)
class PlanRead:
    """A plan, and remarks on what else its text got wrong, a sentence each."""

    plan: Plan
    remarks: tuple[str, ...] = ()
