"""Engines that misbehave. A child process imports them by the name of this module."""

from __future__ import annotations

import contextlib
import os
import time

from sokoplan import engines
from sokoplan.engines import EngineInfo
from sokoplan.engines.answer import Answer, Budget, Report, Request
from sokoplan.puzzle.plan import Plan
from sokoplan.solving import worker


def stubborn(request: Request, budget: Budget, report: Report) -> Answer:
    """Never looks at its budget."""
    while True:
        time.sleep(60)


def broken(request: Request, budget: Budget, report: Report) -> Answer:
    raise RuntimeError("out of ideas")


def liar(request: Request, budget: Budget, report: Report) -> Answer:
    return Answer("solved", Plan("u"), optimal=True)


def starved(request: Request, budget: Budget, report: Report) -> Answer:
    """Ends as the loader does when memory runs out, after it was asked to stop and did not read it."""
    while not budget.cancelled():
        time.sleep(0.01)
    os._exit(127)


def brimful(request: Request, budget: Budget, report: Report) -> Answer:
    """Takes memory to the last byte, and holds it while it says that there is none."""
    global kept
    for size in (*(1 << power for power in range(24, 9, -1)), *range(480, 0, -8)):
        with contextlib.suppress(MemoryError):
            while True:
                kept = kept, bytes(size)
    raise MemoryError


kept: tuple[object, ...] = ()

NAMES = ("stubborn", "broken", "liar", "starved", "brimful")


def serve(descriptor: int) -> None:
    for name in NAMES:
        engines.ENGINES[name] = _Misbehaving(name)
    worker.serve(descriptor)


class _Misbehaving(EngineInfo):
    def __init__(self, name: str) -> None:
        super().__init__(name, "")

    def load(self):  # type: ignore[no-untyped-def]
        return globals()[self.module]
