"""An upper bound from the native search: a good plan, if one is found within a second of work.

Strategies that try several horizons, or one that is large enough, need not look beyond its length, and when all
shorter ones are refuted, the plan itself tells a SAT solver where to look. No proof rests on it: the plan is
verified, and SAT or ASP refutes every shorter horizon, whatever the search may say about its plan.
"""

from __future__ import annotations

import time
from dataclasses import replace

from sokoplan.engines import repeatable, searches_task
from sokoplan.engines.answer import Budget, Objective, Request
from sokoplan.engines.search import engine as search
from sokoplan.planning.task import Task
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify

# Of work and not of the clock, and on one thread: what SAT and ASP do next, and what it takes them, depends on the
# plan, and must not depend on who else uses the machine. The clock only counts where work would take too long.
_WORK = 1.0
_SECONDS = 5.0


def some_plan(level: Level, counts: Objective) -> Plan | None:
    """A plan that is best by `moves`, `pushes` or `pushes-moves` if it is found in time, else any plan, else None."""
    # The search over a Task minimises moves, whatever it is asked.
    objectives: tuple[Objective, ...] = ("any",) if searches_task(Request(level, counts)) else (counts, "any")
    for objective in objectives:
        request = Request(level, objective)
        request = replace(request, options=repeatable(request))
        answer = search.solve(request, _a_second_of_work(), lambda progress: None)
        if answer.plan is not None and verify(level, answer.plan).solved:
            return answer.plan
    return None


def _a_second_of_work() -> Budget:
    end = time.process_time() + _WORK
    return Budget(_SECONDS, cancelled=lambda: time.process_time() > end)


def upper_bound(level: Level, counts: str, most_pushes: int | None = None) -> int | None:
    """How many `moves` or `pushes` are enough for a plan (one with no more pushes than these); None: not known."""
    plan = some_plan(level, "pushes" if counts == "pushes" else "moves" if most_pushes is None else "pushes-moves")
    if plan is None:
        return None
    figures = verify(level, plan).counts
    if most_pushes is not None and figures.pushes > most_pushes:
        return None
    return figures.pushes if counts == "pushes" else figures.cost


def after_each_push(task: Task, plan: Plan) -> list[frozenset[int]] | None:
    """The facts after each push of a plan; None if the task, which may have been pruned, does not allow it."""
    facts, seen = task.start, []
    for key in plan.keys:
        usable = [op for op in task.operators if op.key == key and op.needs <= facts and not op.forbids & facts]
        if not usable:
            return None
        facts = facts - usable[0].deletes | usable[0].adds
        if usable[0].deed == "push":
            seen.append(facts)
    return seen
