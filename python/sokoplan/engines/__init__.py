"""The engines: each is one function `solve(request, budget, report) -> Answer` in one file.

Comes in:  a Request.     Goes out: an Answer that nobody has verified yet (`sokoplan.solve` does).

The dict below is the whole plugin system: a new engine is a new file and a new line. Modules are named, not imported,
so that nobody waits for a solver that is not used.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from sokoplan.answer import OBJECTIVES, Engine, Objective
from sokoplan.level import GAMES, Game


@dataclass(frozen=True)
class Listing:
    """What an engine says of itself, so that one can choose without importing it."""

    module: str
    what: str
    games: tuple[Game, ...] = GAMES
    objectives: tuple[Objective, ...] = OBJECTIVES
    counts_plans: bool = False  # can answer --all
    in_process: bool = False  # keeps its own limits and can be interrupted, so it needs no child process

    def load(self) -> Engine:
        engine: Engine = import_module(self.module).solve
        return engine


ENGINES: dict[str, Listing] = {
    "search": Listing(
        "sokoplan.engines.search", "the Rust core: fast, proves optima", counts_plans=True, in_process=True
    ),
    "oracle": Listing(
        "sokoplan.engines.oracle", "plain search over the law: slow, simple, always proves", counts_plans=True
    ),
    "sat": Listing(
        "sokoplan.engines.sat", "horizon by horizon with a SAT solver; proves the optimum", counts_plans=True
    ),
}


def choose(name: str) -> str:
    """The engine that `auto` stands for."""
    return "search" if name == "auto" else name
