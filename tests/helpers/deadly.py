"""A worker of a cluster that dies over one puzzle. The worker's process imports it by the name of this module."""

from __future__ import annotations

import os
import signal

from sokoplan.solving.chunk import Drawn, Puzzle, Question, Reply
from sokoplan.solving.cluster import answer_remotely

_DEADLY = "@$ ."


def answer_or_die(wanted: str, question: Question, puzzles: list[Puzzle]) -> tuple[str, list[Reply], float]:
    if any(isinstance(puzzle, Drawn) and _DEADLY in puzzle.text for puzzle in puzzles):
        os.kill(os.getpid(), signal.SIGKILL)
    return answer_remotely(wanted, question, puzzles)
