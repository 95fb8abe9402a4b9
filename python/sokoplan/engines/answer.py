"""What an engine is asked, what it may spend, and what it answers.

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
    options: dict[str, str] = field(default_factory=dict)  # of one engine, by name
    plan: Plan | None = None  # a plan that solves the level and is to be made better, for engines that can


@dataclass(frozen=True)
class FormulaSize:
    """How large a formula is: variables and clauses of a CNF, or atoms and rules of a logic program."""

    horizon: int
    variables: int
    clauses: int


@dataclass(frozen=True)
class Horizon:
    """What an engine that tries one horizon after another asked, and what each question took.

    `question` says what the horizon counts, and under which limit: `moves`, `pushes`, `cost`, or `moves with at most
    4 pushes`. `answer` is `plan`, `no plan`, or `stopped` if the budget ran out. Where nothing had to be solved,
    because the horizon is plainly too short, variables and clauses are 0.

    >>> import sokoplan as sp
    >>> for one in sp.solve(sp.level("first-push"), engine="sat", objective="pushes").horizons:
    ...     print(one.horizon, one.question, one.answer)
    3 pushes plan
    """

    horizon: int
    question: str
    answer: Literal["plan", "no plan", "stopped"]
    seconds: float  # of the clock
    variables: int  # or atoms
    clauses: int  # or rules
    conflicts: int


@dataclass(frozen=True)
class Progress:
    """How far a search has come.

    >>> import sokoplan as sp
    >>> seen: list[sp.Progress] = []
    >>> result = sp.solve(sp.level("first-push"), progress=seen.append)
    >>> all(progress.nodes >= 0 for progress in seen)  # a quick search has nothing to report
    True
    """

    nodes: int = 0
    bound: int | None = None  # no plan is cheaper than this
    words: str = ""
    best: int | None = None  # what the best plan so far costs, in what the objective counts first
    memory_mb: int | None = None  # in use now
    formula: FormulaSize | None = None  # what is being solved, for engines that build a formula
    strategies: tuple[str, ...] = ()  # what runs now, for engines that choose among several
    horizons: tuple[Horizon, ...] = ()  # those answered so far, for engines that try one after another
    packed: tuple[int, int] | None = None  # boxes brought to their goals for good, of all: the best position so far


class Cancelled(Exception):
    """Raised inside an engine when its budget is spent; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


@dataclass(frozen=True)
class Budget:
    """What an engine may spend; None means no limit. `cancelled` is polled, and True stops the search.

    >>> import sokoplan as sp
    >>> sp.solve(sp.level("first-push"), budget=sp.Budget(seconds=10, memory_mb=500)).solved
    True
    """

    seconds: float | None = None
    memory_mb: int | None = None
    cancelled: Callable[[], bool] = lambda: False


@dataclass(frozen=True)
class Answer:
    """What an engine returns. `sokoplan.solving` verifies it."""

    status: Status
    plan: Plan | None = None
    optimal: bool = False  # proved best for the objective
    reason: Reason = ""  # why it is unknown; or, with a plan, why that is not proved best
    nodes: int = 0
    bound: int | None = None  # proved: no plan costs less, in what the objective counts first; None: nothing proved
    plans: int | None = None  # how many plans there are, if that was asked
    listed: tuple[Plan, ...] = ()
    strategy: str = ""  # which of its strategies answered, for engines that have several
    effort: str = ""  # what it took, in the engine's own words; if empty, `nodes` is shown
    formula: FormulaSize | None = None  # the last formula or program solved, for engines that build one
    horizons: tuple[Horizon, ...] = ()  # every horizon that was tried, in the order of the first try
    memory_mb: int | None = None  # the peak, where it was measured
    write_error: str = ""  # a file that was asked for could not be written, and why
    notes: tuple[str, ...] = ()  # what the user should know besides, a sentence each
    part: tuple[Cell, ...] = ()  # unsolvable: boxes that have no plan by themselves, if the proof is about them


Report = Callable[[Progress], None]
Engine = Callable[[Request, Budget, Report], Answer]


@dataclass(frozen=True)
class Explanation:
    """Why a level has no plan: in words, and what of it to look at.

    `proved`: there is no plan. If it is False, `reason` says why nothing is known (stopped early, or `horizon`: the
    method found nothing), and an empty `reason` means that there is a plan.

    >>> import sokoplan as sp
    >>> why = sp.explain(sp.level("######|#$  .#|#  @ #|######"))
    >>> why.proved, sorted(why.marked)
    (True, [(1, 1)])
    """

    words: str
    part: Level | None = None  # the level reduced to what the reason needs, if that is how it was found
    marked: frozenset[Cell] = frozenset()  # or the cells of the whole level that the reason is about
    proved: bool = False
    reason: Reason = ""

    def __str__(self) -> str:
        return self.words


Explainer = Callable[[Level, Budget], Explanation]
