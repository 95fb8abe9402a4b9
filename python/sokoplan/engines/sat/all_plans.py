"""Not one plan but all of them.

A plan is a string of keys that ends with its first win. The keys decide everything else, so a model that was found is
excluded by one clause: not these keys again. When a horizon has no more plans, a clause says for good that the level
is not won there: longer plans may not go through a win.
"""

from __future__ import annotations

from collections.abc import Iterable

from sokoplan.engines.sat.solver import make_solver
from sokoplan.engines.sat.strategies import Grower
from sokoplan.engines.sat.watch import Watch
from sokoplan.planning.cnf.encoding import Encoding
from sokoplan.puzzle.level import KEYS


def all_plans(encoding: Encoding, horizons: Iterable[int], solver: str, watch: Watch) -> list[str]:
    """The keys of every plan with one of these numbers of steps, in the order of KEYS."""
    grower = Grower(encoding, make_solver(solver), watch)
    plans: list[str] = []
    for horizon in horizons:
        while grower.solve(horizon):
            true = encoding.true(grower.solver.model(), horizon)
            plans.append(encoding.decode(true, horizon))
            pressed = [
                variable
                for step in range(horizon)
                for local in encoding.keys
                if (variable := encoding.variable(local, step)) in true
            ]
            if not pressed:  # the empty plan: nothing comes after it
                return plans
            grower.solver.add([[-variable for variable in pressed]])
        grower.refute(horizon)
    return sorted(plans, key=lambda keys: [KEYS.index(key) for key in keys])
