"""What the strategies that learn from formulas of one step have in common: a solver, its cells, and counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sokoplan.engines.sat.pysat_solver import InProcess
from sokoplan.planning.cnf.parts import Cells, least_clauses
from sokoplan.planning.cnf.stamp import Clause
from sokoplan.puzzle.level import Cell

if TYPE_CHECKING:
    from sokoplan.engines.sat.problem import Problem
    from sokoplan.engines.sat.watch import Watch

Boxes = frozenset[Cell]
_LOOK = 32  # questions between two looks at the clock


class Learner:
    """A formula of one step, about which many questions are asked, and to which clauses are added."""

    stride: int  # variables before the step

    def __init__(self, problem: Problem, watch: Watch) -> None:
        assert problem.task is not None
        self.problem, self.task, self.watch = problem, problem.task, watch
        number = self.task.number
        cells = [(layer, cell) for layer, cell in self.task.facts if isinstance(cell, tuple)]
        self.box = {cell: number["box", cell] + 1 for layer, cell in cells if layer == "box"}
        self.player = {cell: number["player", cell] + 1 for layer, cell in cells if layer == "player"}
        self.solver = InProcess(problem.options.solver)
        self.questions = 0
        self.earlier = 0  # conflicts of solvers that are gone

    def restart(self, clauses: Iterable[Clause]) -> None:
        """A new solver with these clauses."""
        self.earlier += self.solver.conflicts
        self.solver.close()
        self.solver = InProcess(self.problem.options.solver)
        self.solver.add(clauses)

    def answer(self, boxes: Boxes, literals: Iterable[int]) -> bool:
        """Whether there is such a step with these boxes alone on the board."""
        self.questions += 1
        if self.questions % _LOOK == 0:
            self.count()
            self.watch.pause()
        placed = [fact if cell in boxes else -fact for cell, fact in self.box.items()]
        return self.solver.answer([*placed, *literals])

    def tell_after(self, sets: Iterable[tuple[Cells, Cells, int | None]], counter: Sequence[int]) -> None:
        """What is known of positions holds for the one after the step. One long clause each: there are very many."""
        self.solver.add(
            [literal + self.stride if literal > 0 else literal - self.stride for literal in clause]
            for clause in least_clauses(self.task, sets, counter, short=len(self.player))
        )

    def boxes_after(self, model: list[int]) -> Boxes:
        return frozenset(cell for cell, fact in self.box.items() if model[fact + self.stride - 1] > 0)

    def count(self) -> None:
        self.watch.conflicts = self.earlier + self.solver.conflicts
        self.watch.variables, self.watch.clauses = 2 * self.stride, self.solver.clauses
