"""Which SAT solver: one of PySAT's names, or the path of a program."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol


class Solver(Protocol):
    """What the strategies need of a SAT solver."""

    def add(self, clauses: Iterable[Sequence[int]]) -> None: ...
    def solve(self, assumptions: Sequence[int], pause: Callable[[], None], conflicts: int = 0) -> bool | None: ...
    def model(self) -> list[int]: ...
    def close(self) -> None: ...
    @property
    def clauses(self) -> int: ...
    @property
    def conflicts(self) -> int: ...


# PySAT and the tools to run a program are imported only when a solver is made, so that the names of the strategies,
# which import this module, can be listed at once.


def is_program(given: str) -> bool:
    from sokoplan.engines.sat.pysat_solver import names

    return os.sep in given or given not in names()


def make_solver(given: str) -> Solver:
    from sokoplan.engines.sat.external import External
    from sokoplan.engines.sat.pysat_solver import InProcess

    return External(given) if is_program(given) and _exists(given) else InProcess(given)


def _exists(given: str) -> bool:
    """A word that is neither a name nor a path is more likely a mistyped name, and is reported as such."""
    import shutil

    return os.sep in given or shutil.which(given) is not None
