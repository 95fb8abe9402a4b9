"""The engines: each is one function `solve(request, budget, report) -> Answer` in one module.

The two dicts below are the whole plugin system: a new engine is a new module and a new row. Modules are named, not
imported, so that nobody waits for a solver that is not used. What an engine answers has not been verified yet;
`sokoplan.solving` does that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from importlib import import_module

from sokoplan.engines.answer import OBJECTIVES, Engine, Explainer, Objective, Request
from sokoplan.planning.asp.encodings import ENCODINGS
from sokoplan.puzzle.rules import GAMES


def _accept(request: Request) -> str:
    return ""


def _never(request: Request) -> bool:
    return False


@dataclass(frozen=True)
class EngineInfo:
    """What an engine supports, so that one can be chosen without importing it."""

    module: str
    what: str
    games: Collection[str] = field(default_factory=lambda: GAMES)  # all of them, also those added later
    objectives: tuple[Objective, ...] = OBJECTIVES
    counts_plans: bool = False  # whether it can answer --all
    improves: bool = False  # whether it can make a plan better
    nodes: str = "positions"  # what its Answer counts as nodes
    refuses: Callable[[Request], str] = _accept  # why it cannot answer this, beyond the columns above; or ""
    # For which requests it keeps its own limits and can be interrupted, so that it needs no child process.
    in_process: Callable[[Request], bool] = _never

    def load(self) -> Engine:
        engine: Engine = import_module(self.module).solve
        return engine

    def refusal(self, request: Request) -> str:
        """Why this engine cannot answer the request, as the end of a sentence; "" if it can."""
        if request.level.game not in self.games:
            return f"does not play {request.level.game}"
        if request.objective not in self.objectives:
            return f"does not support the objective {request.objective}"
        if request.all_plans and not self.counts_plans:
            return "cannot count plans"
        if request.plan is not None and not self.improves:
            return "cannot improve plans"
        return self.refuses(request)


def is_small(request: Request) -> bool:
    """Whether the native search builds its tables, or the grounder its task, in well under a second.

    Neither looks at the clock while it prepares, so a large level goes to a child process, which can be killed.
    """
    return len(request.level.reachable()) <= 1000 and (request.level.limit or 0) <= 1000


def searches_task(request: Request) -> bool:
    """Whether the native search grounds a Task for this request, instead of using its push search."""
    level = request.level
    return not level.law.plain_pushes or level.reading == "each-once" or request.all_plans


# Options of the push search with which it takes the same course every time. Two threads race for a plan, also within
# a long proof: which one is found, and how many positions that takes, differs from run to run.
ONE_COURSE = {"threads": "1"}


def repeatable(request: Request) -> dict[str, str]:
    """The same for any request to the native search; over a Task it has no threads."""
    return {} if searches_task(request) else dict(ONE_COURSE)


def _search_refuses(request: Request) -> str:
    """The search over any Task knows one cost: moves."""
    if not searches_task(request) or request.objective in ("any", "moves"):
        return ""
    what = "counts plans" if request.all_plans else "solves goal each-once"
    return f"{what} only for the objective moves, not {request.objective} (the engine oracle can)"


ENGINES: dict[str, EngineInfo] = {
    "search": EngineInfo(
        "sokoplan.engines.search.engine",
        "the Rust core: fast, proves optima",
        counts_plans=True,
        improves=True,
        refuses=_search_refuses,
        in_process=is_small,
    ),
    "asp": EngineInfo(
        "sokoplan.engines.asp.engine",
        "clingo on readable encodings, one horizon after the other",
        games=ENCODINGS,
        counts_plans=True,
        nodes="conflicts",
    ),
    "oracle": EngineInfo(
        "sokoplan.engines.oracle.engine",
        "plain search over the rules: slow, simple, always proves",
        counts_plans=True,
    ),
    "sat": EngineInfo(
        "sokoplan.engines.sat.engine",
        "a SAT solver, horizon by horizon; proves the optimum",
        counts_plans=True,
        nodes="conflicts",
    ),
}

# Who can say why a level has no plan: a module with `explain(level, budget) -> Explanation`.
EXPLAINERS: dict[str, str] = {
    "search": "sokoplan.engines.search.explain",
    "asp": "sokoplan.engines.asp.explain",
}


def load_explainer(name: str) -> Explainer:
    explainer: Explainer = import_module(EXPLAINERS[name]).explain
    return explainer


def choose(name: str, request: Request) -> str:
    """The engine that `auto` stands for: the native search wherever it can answer."""
    if name != "auto":
        return name
    return "oracle" if ENGINES["search"].refusal(request) else "search"


# Most levels are answered long before a second engine has loaded its libraries.
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
