"""The oracle as an engine: for tiny levels, and to test the others. Whatever it answers, it has proved."""

from __future__ import annotations

from sokoplan.engines.answer import Answer, Budget, Cancelled, Progress, Report, Request
from sokoplan.engines.clock import Clock
from sokoplan.engines.oracle import search as oracle


def solve(request: Request, budget: Budget, report: Report) -> Answer:
    clock = Clock(budget)
    seen = 0

    def watch(nodes: int, cost: int) -> None:
        nonlocal seen
        seen = nodes
        clock.look()
        if clock.is_time_to_report():
            report(Progress(nodes))

    objective = request.objective
    try:
        if request.all_plans:
            found = oracle.all_plans(request.level, objective, request.most, watch)
            if not found.count:
                return Answer("unsolvable", nodes=found.nodes, plans=0)
        first = oracle.search(request.level, objective, watch)
    except Cancelled as stop:
        return Answer("unknown", reason=stop.reason, nodes=seen)
    except MemoryError:
        return Answer("unknown", reason="memory", nodes=seen)
    if first.plan is None:
        return Answer("unsolvable", nodes=first.nodes)
    if request.all_plans:
        return Answer("solved", first.plan, True, nodes=first.nodes, plans=found.count, listed=found.plans)
    return Answer("solved", first.plan, True, nodes=first.nodes)
