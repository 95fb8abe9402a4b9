"""An upper bound from the native search: a good plan, if one is found within a second.

Strategies that try several horizons need not look beyond its length, and when all shorter ones are refuted, the plan
itself tells the solver where to look. No proof rests on it: the plan is verified, and the SAT solver refutes every
shorter horizon, whatever the search may say about its plan.
"""

from __future__ import annotations

from sokoplan.engines import searches_task
from sokoplan.engines.answer import Budget, Objective, Request
from sokoplan.engines.search import engine as search
from sokoplan.planning.task import Task
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify

_SECONDS = 1.0


def some_plan(level: Level, counts: str) -> Plan | None:
    """A plan with the fewest pushes if they count and it is found in time, else any plan, else None."""
    # A limit is a bound already, and the search would have to respect it.
    if level.limit is not None:
        return None
    few = counts == "pushes" and not searches_task(Request(level, "pushes"))  # the search over a Task minimises moves
    objectives: tuple[Objective, ...] = ("pushes", "any") if few else ("any",)
    for objective in objectives:
        answer = search.solve(Request(level, objective), Budget(_SECONDS), lambda progress: None)
        if answer.plan is not None and verify(level, answer.plan).solved:
            return answer.plan
    return None


def upper_bound(level: Level, counts: str) -> int | None:
    plan = some_plan(level, counts)
    if plan is None:
        return None
    verdict = verify(level, plan)
    return verdict.counts.pushes if counts == "pushes" else verdict.counts.moves


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
