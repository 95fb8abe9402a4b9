"""Every exit code of the program, in one table that --help and the README print.

In ranges, after Fast Downward: 0 solved, 1x no plan, 2x out of time or memory, 3x error. For several levels the
program exits with the worst, which is the largest.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sokoplan.engines.answer import Answer, Reason


class ExitCode(IntEnum):
    SOLVED = 0
    USAGE = 2
    UNSOLVABLE = 11
    GAVE_UP = 12
    MEMORY = 22
    TIME = 23
    NOT_PROVED = 24
    BAD_INPUT = 33
    NOT_VERIFIED = 34
    INTERNAL = 35
    INTERRUPTED = 130


TABLE: dict[ExitCode, str] = {
    ExitCode.SOLVED: "solved, or the command did what it was asked",
    ExitCode.USAGE: "wrong usage: an unknown command or option",
    ExitCode.UNSOLVABLE: "proved unsolvable",
    ExitCode.GAVE_UP: "gave up: neither a plan nor a proof within the horizon, or too few levels (generate)",
    ExitCode.MEMORY: "out of memory (--memory)",
    ExitCode.TIME: "out of time (--time)",
    ExitCode.NOT_PROVED: "out of time or memory with a plan that is not proved best (--objective)",
    ExitCode.BAD_INPUT: "bad input, or a file that cannot be read or written",
    ExitCode.NOT_VERIFIED: "a plan or certificate does not verify, or a check failed (verify, certify, check)",
    ExitCode.INTERNAL: "internal error: a bug in sokoplan",
    ExitCode.INTERRUPTED: "interrupted (Ctrl-C or SIGTERM)",
}

_UNKNOWN: dict[Reason, ExitCode] = {
    "time": ExitCode.TIME,
    "memory": ExitCode.MEMORY,
    "horizon": ExitCode.GAVE_UP,
    "cancelled": ExitCode.INTERRUPTED,
}


def of_answer(answer: Answer) -> ExitCode:
    if answer.status == "solved":
        if not answer.reason:
            return ExitCode.SOLVED
        return ExitCode.INTERRUPTED if answer.reason == "cancelled" else ExitCode.NOT_PROVED
    if answer.status == "unsolvable":
        return ExitCode.UNSOLVABLE
    return of_reason(answer.reason)


def of_reason(reason: Reason) -> ExitCode:
    """For a search that stopped early, by why it did."""
    return _UNKNOWN.get(reason, ExitCode.GAVE_UP)
