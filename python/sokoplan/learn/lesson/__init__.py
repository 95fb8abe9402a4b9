"""`sokoplan teach`: one small level, from its drawing to a proved plan, for teachers and students.

Comes in:  a Level and a step to look at.     Goes out: `Chapter`s, which `pages.py` prints or writes as HTML.

    model.py      the board, the law, the facts, the operators, what excludes what
    formula.py    the clauses of one step, sorted by what they say
    program.py    the ASP rules, grounded for one step
    tree.py       the first layers of the search tree
    plan.py       the plan, and why no plan is better

Nothing is made up for the lesson: it shows what the engines work with.
"""

from __future__ import annotations

from sokoplan.engines.answer import Budget, Reason
from sokoplan.errors import InputError
from sokoplan.learn.lesson import formula, model, plan, program, tree
from sokoplan.learn.lesson.chapter import Chapter
from sokoplan.planning.ground import ground
from sokoplan.puzzle.level import Level, count
from sokoplan.solving.result import Result
from sokoplan.solving.solve import solve


class Unfinished(Exception):
    """No plan was proved shortest within the budget, nor that there is none: no lesson; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


# Floor cells. The lists of a larger level would be too long to read.
LARGEST = 150


def lesson(level: Level, step: int | None = None, budget: Budget | None = None) -> list[Chapter]:
    """All chapters. Raises `Unfinished` if the budget is too small to solve the level.

    `step` is the step whose clauses and rules are shown; by default the middle of the plan.
    """
    cells = len(level.reachable())
    if cells > LARGEST:
        raise InputError(
            f"this level is too large for a lesson: it has {count(cells, 'floor cell')}",
            f"Choose one with at most {LARGEST} cells.",
        )
    result = solve(level, "search", "moves", budget)
    if result.status == "unknown" or (result.solved and not result.optimal):
        raise Unfinished(result.answer.reason)
    task = ground(level)
    length = _steps(result)
    if step is not None and not 0 <= step < max(length, 1):
        raise InputError(f"there is no step {step} in a plan of {count(length, 'step')}", "Steps are counted from 0.")
    shown = length // 2 if step is None else step
    return [
        *model.chapters(level, task),
        formula.chapter(task, shown, length),
        program.chapter(level, shown),
        tree.chapter(level),
        plan.chapter(result),
    ]


def _steps(result: Result) -> int:
    """The number of steps of the plan, with the forced ones of Helltaker; 1 if there is no plan."""
    return result.counts.cost if result.counts is not None else 1
