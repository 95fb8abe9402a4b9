"""The engines: each is one function `solve(request, budget, report) -> Answer` in one file.

Comes in:  a Request.     Goes out: an Answer that nobody has verified yet (`sokoplan.solving.solve` does).

The dict below is the whole plugin system: a new engine is a new file and a new line. Modules are named, not imported,
so that nobody waits for a solver that is not used.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from importlib import import_module

from sokoplan.engines.answer import OBJECTIVES, Engine, Objective, Request
from sokoplan.planning.asp.encodings import ENCODINGS
from sokoplan.puzzle.rules import GAMES


@dataclass(frozen=True)
class Listing:
    """What an engine says of itself, so that one can choose without importing it."""

    module: str
    what: str
    games: Collection[str] = field(default_factory=lambda: GAMES)  # all of them, also those added later
    objectives: tuple[Objective, ...] = OBJECTIVES
    counts_plans: bool = False  # can answer --all
    nodes: str = "positions"  # what its Answer counts as nodes
    can: Callable[[Request], bool] = lambda request: True  # whether it knows how to answer this
    # For which requests it keeps its own limits and can be interrupted, so that it needs no child process.
    in_process: Callable[[Request], bool] = lambda request: False

    def load(self) -> Engine:
        engine: Engine = import_module(self.module).solve
        return engine


def is_small(request: Request) -> bool:
    """Whether the native search is done with its tables, or the grounder with its task, in a blink.

    Neither looks at the clock while it prepares, so what is large goes to a child, which can be killed.
    """
    return len(request.level.reachable()) <= 1000 and (request.level.limit or 0) <= 1000


def searches_task(request: Request) -> bool:
    """Whether the native search grounds a Task for this; its push search does without, and knows less."""
    level = request.level
    return not level.law.plain_pushes or level.reading == "each-once" or request.all_plans


def _can_search(request: Request) -> bool:
    """The search over any Task goes by moves."""
    return not searches_task(request) or request.objective in ("any", "moves")


ENGINES: dict[str, Listing] = {
    "search": Listing(
        "sokoplan.engines.search",
        "the Rust core: fast, proves optima",
        counts_plans=True,
        can=_can_search,
        in_process=is_small,
    ),
    "asp": Listing(
        "sokoplan.engines.asp",
        "clingo on encodings that one can read, one horizon after the other",
        games=ENCODINGS,
        counts_plans=True,
        nodes="conflicts",
    ),
    "oracle": Listing(
        "sokoplan.engines.oracle", "plain search over the law: slow, simple, always proves", counts_plans=True
    ),
    "sat": Listing(
        "sokoplan.engines.sat",
        "horizon by horizon with a SAT solver; proves the optimum",
        counts_plans=True,
        nodes="conflicts",
    ),
}


def choose(name: str, request: Request) -> str:
    """The engine that `auto` stands for: the native search for all that it can do."""
    if name != "auto":
        return name
    return "search" if ENGINES["search"].can(request) else "oracle"


# Most levels are answered long before a second engine has read its libraries.
_JOIN_AFTER = 5.0


def portfolio(request: Request, cores: int) -> dict[str, float]:
    """What `auto` runs: engines, and after how many seconds each of them starts.

    The chosen engine has a head start. If it is still searching, one of another kind joins it on the next core: where
    positions are too many to visit, a formula may be short, and the other way round. For `any` there is none, because
    formulas look for the shortest plan, which is harder than what was asked.
    """
    first = choose("auto", request)
    starts = {first: 0.0}
    if cores > 1 and request.objective != "any":
        starts["asp" if request.level.limit is not None or first == "oracle" else "sat"] = _JOIN_AFTER
    return starts
