"""Which SAT solver: a name of PySAT's, or the path of a program.

Comes in:  the text given as --sat-solver.     Goes out: a `Solver`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from sokoplan.engines.sat.external import External
from sokoplan.engines.sat.pysat_solver import InProcess, names


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


def is_program(given: str) -> bool:
    return os.sep in given or given not in names()


def make_solver(given: str) -> Solver:
    return External(given) if is_program(given) and _there(given) else InProcess(given)


def _there(given: str) -> bool:
    """A word that is neither a name nor a path is more likely a mistyped name: let PySAT's file say so."""
    import shutil

    return os.sep in given or shutil.which(given) is not None
