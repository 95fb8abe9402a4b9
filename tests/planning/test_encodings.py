"""Every SAT encoding in the table: a plan at the optimum, none below it, and the plan reads back."""

from __future__ import annotations

import pytest

from helpers.small_levels import KINDS, small_levels
from sokoplan.engines.oracle.search import search
from sokoplan.engines.sat.pysat_solver import InProcess
from sokoplan.planning.cnf.encodings import ENCODINGS
from sokoplan.planning.cnf.parts import Parts
from sokoplan.planning.ground import ground
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify
from sokoplan.views.text import draw

_LONGEST = 25
PLAIN = Parts(groups=False, forward=False, backward=False, no_undo=False)


def model_of(clauses: list[list[int]]) -> list[int] | None:
    solver = InProcess("cadical195")
    solver.add(clauses)
    return list(solver.model()) if solver.solve([], lambda: None) else None


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("parts", [Parts(no_undo=False), PLAIN], ids=["usual", "plain"])
def test_the_optimum_has_a_plan_and_nothing_below_it(name: str, kind: str, parts: Parts) -> None:
    row = ENCODINGS[name]
    seen = 0
    for level, _ in small_levels(kind, 8):
        if row.free_walks and not level.law.walking_is_free:
            continue
        found = search(level, row.counts)
        if found.cost is None or not 0 < found.cost <= _LONGEST:
            continue
        encoding = row.encode(ground(level), parts)
        assert model_of(encoding.formula(found.cost - 1)) is None, draw(level)
        model = model_of(encoding.formula(found.cost))
        assert model is not None, draw(level)
        verdict = verify(level, Plan(encoding.decode(model, found.cost)))
        assert verdict.solved, (draw(level), verdict.why)
        counts = verdict.counts.pushes if row.counts == "pushes" else verdict.counts.cost
        assert counts == found.cost, (draw(level), verdict.lurd)
        seen += 1
    assert seen or (row.free_walks and kind == "helltaker")
