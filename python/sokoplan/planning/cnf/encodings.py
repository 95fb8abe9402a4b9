"""The encodings: from a Task to a formula, one file and one row each.

An encoding is tested the moment it is in this table (`tests/planning/test_encodings.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sokoplan.planning.cnf import moves, pushes
from sokoplan.planning.cnf.encoding import Encoding
from sokoplan.planning.cnf.parts import Parts
from sokoplan.planning.task import Task


@dataclass(frozen=True)
class Row:
    encode: Callable[[Task, Parts], Encoding]
    counts: str  # what a step is: a move or a push, so what a shortest plan has fewest of
    free_walks: bool  # only for games in which walking is free


ENCODINGS: dict[str, Row] = {
    "moves": Row(moves.encode, "moves", free_walks=False),
    "pushes": Row(pushes.encode, "pushes", free_walks=True),
}
