"""What an engine is asked, what it may spend, and what it answers.

Comes in:  nothing; these are the words that `solve`, `worker` and the engines share.

Three answers, never two: `solved` (a plan, and whether it is proved best), `unsolvable` (proved), `unknown` (and
why).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.objective import OBJECTIVES as OBJECTIVES  # requests are made with it
from sokoplan.puzzle.objective import Objective as Objective
from sokoplan.puzzle.plan import Plan

Status = Literal["solved", "unsolvable", "unknown"]
Reason = Literal["", "time", "memory", "horizon", "cancelled"]


@dataclass(frozen=True)
class Request:
    """One question: find a plan for this level, best by this objective; or all of the best plans."""

    level: Level
    objective: Objective = "any"
    all_plans: bool = False
    most: int = 0  # with all_plans: how many to list; all are counted
    options: dict[str, str] = field(default_factory=dict)  # what only one engine understands


@dataclass(frozen=True)
class Formula:
    """How large a formula was: variables and clauses of a CNF, atoms and rules of a program."""

    horizon: int
    variables: int
    clauses: int


@dataclass(frozen=True)
class Progress:
    """A sign of life during a long search."""

    nodes: int = 0
    bound: int | None = None  # no plan is cheaper than this
    words: str = ""
    memory_mb: int | None = None  # what it holds just now
    formula: Formula | None = None  # what is being solved, where an engine makes a formula


class Cancelled(Exception):
    """Raised inside an engine when its budget says stop; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


@dataclass(frozen=True)
class Budget:
    """What an engine may spend. An argument, never a global; None is "no limit"."""

    seconds: float | None = None
    memory_mb: int | None = None
    cancelled: Callable[[], bool] = lambda: False


@dataclass(frozen=True)
class Answer:
    """What an engine says. Nobody has verified it yet: that is what `solve` does."""

    status: Status
    plan: Plan | None = None
    optimal: bool = False  # proved best by the objective
    reason: Reason = ""  # why it is unknown
    nodes: int = 0
    plans: int | None = None  # how many plans there are, if that was asked
    listed: tuple[Plan, ...] = ()
    effort: str = ""  # what it took, in an engine's own words; where empty, the nodes tell
    formula: Formula | None = None  # the last formula or program solved, where an engine makes one
    memory_mb: int | None = None  # the most it held, where that was measured
    trouble: str = ""  # what went wrong besides: a file that was asked for and could not be written
    notes: tuple[str, ...] = ()  # what a person should know besides, a sentence each
    part: tuple[Cell, ...] = ()  # unsolvable: boxes that have no plan by themselves, where the proof is about them


Report = Callable[[Progress], None]
Engine = Callable[[Request, Budget, Report], Answer]


@dataclass(frozen=True)
class Explanation:
    """Why a level has no plan: in words, and what of it to look at."""

    words: str
    part: Level | None = None  # the level with nothing but what the reason needs, where that is how it was found
    marked: frozenset[Cell] = frozenset()  # or the cells of the whole level that the reason is about
    proved: bool = False  # there really is no plan
    reason: Reason = ""  # why nothing is known: stopped early, or (`horizon`) looked as far as it goes


Explainer = Callable[[Level, Budget], Explanation]
