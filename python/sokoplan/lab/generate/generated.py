"""A level that was made, with what is known about it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from sokoplan.engines import ENGINES, repeatable
from sokoplan.engines.answer import Answer, Budget, Objective, Report, Request
from sokoplan.lab.generate.figures import Figures, Scale
from sokoplan.puzzle.level import CELL_FIELDS, Cell, Level, Solution
from sokoplan.solving.result import Result
from sokoplan.solving.solve import solve


@dataclass(frozen=True, repr=False)
class GeneratedLevel:
    """`level` has no useless part; `result` is its proved optimum; `figures` say how hard it is.

    >>> import sokoplan as sp
    >>> [made] = sp.generate(boxes=2, size=(7, 6), difficulty=1, seed=3)
    >>> made.level.title, len(made.level.boxes), made.figures.plans > 0
    ('Generated 1 (seed 3)', 2, True)
    """

    level: Level
    result: Result
    figures: Figures
    scale: Scale

    @property
    def difficulty(self) -> float:
        """Measured, from 1.0 to 10.0; rounded, it is the difficulty that was asked for."""
        return self.scale.difficulty(self.figures)

    @property
    def summary(self) -> str:
        """The figures in one line."""
        return f"difficulty {self.difficulty}: {self.scale.describe(self.figures)}"

    def as_json(self) -> str:
        """One line: title, difficulty, figures, the level and its plan."""
        figures = {"difficulty": self.difficulty, **self.figures.as_data()}
        return json.dumps({"title": self.level.title, **figures, "level": str(self.level), "plan": self.result.lurd})

    def __repr__(self) -> str:
        return f"<GeneratedLevel: {self.summary}>"

    def titled(self, title: str) -> GeneratedLevel:
        """Without the walls around it that touch no floor, with a title, its figures as a comment and its plan."""
        level = replace(
            _trimmed(self.level),
            title=title,
            comments=(self.summary[0].upper() + self.summary[1:],),
            solutions=(Solution(self.result.lurd),),
        )
        return replace(self, level=level, result=replace(self.result, level=level))


def proved(level: Level, objective: Objective, *, all_plans: bool = False) -> Result:
    """The answer of the native search, checked as always. Ctrl-C goes through instead of ending only this search."""

    def run(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        return ENGINES[name].load()(request, budget, report)

    options = repeatable(Request(level, objective, all_plans))
    return solve(level, "search", objective, all_plans=all_plans, options=options, run=run)


def _trimmed(level: Level) -> Level:
    """The smallest board that holds the floor and the walls around it."""
    floor = level.reachable() | level.demonesses
    rows, columns = [cell[0] for cell in floor], [cell[1] for cell in floor]
    top, left = min(rows) - 1, min(columns) - 1
    height, width = max(rows) - top + 2, max(columns) - left + 2

    def moved(cell: Cell) -> Cell:
        return cell[0] - top, cell[1] - left

    around = {(row + r, column + c) for row, column in floor for r in (-1, 0, 1) for c in (-1, 0, 1)} - floor
    values: dict[str, Any] = {name: frozenset(map(moved, getattr(level, name))) for name in CELL_FIELDS}
    values["walls"] = frozenset(map(moved, around))
    return replace(level, height=height, width=width, player=moved(level.player), **values)
