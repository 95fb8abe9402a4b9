"""The formula "a plan of exactly T moves exists" for any SAT solver.

Comes in:  a Level and a horizon.     Goes out: formula.cnf, DIMACS with a comment line for every variable.

One variable for each operator, so that its names read well: push(2,3,right,t4). `docs/sat.md` explains it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sokoplan.puzzle.level import Level

if TYPE_CHECKING:
    from sokoplan.planning.cnf.encoding import Encoding


def files(level: Level, horizon: int | None = None) -> dict[str, str]:
    """Without a horizon: the first one that is not plainly too short."""
    from sokoplan.planning.cnf.dimacs import Numbered, title_of

    if horizon is None:
        horizon = first_horizon(level)
    formula = Numbered(_encoding(level), horizon)
    return {"formula.cnf": "".join(formula.dimacs(title_of(level.law.measured("moves"), horizon)))}


def first_horizon(level: Level) -> int:
    """The first horizon that is not plainly too short; 0 if all of them are."""
    encoding = _encoding(level)
    return next((steps for steps in range(len(encoding.task.facts)) if not encoding.hopeless(steps)), 0)


def _encoding(level: Level) -> Encoding:
    # Only when a formula is made.
    from sokoplan.planning.cnf.moves import encode
    from sokoplan.planning.cnf.parts import Parts
    from sokoplan.planning.ground import ground
    from sokoplan.planning.proved.windows import prune

    task = ground(level)
    parts = Parts(named=True, no_undo=level.law.walking_is_free)
    # A level that starts dead has no plan; its formula says so all the same.
    return encode(prune(task) or task, parts)
