"""Solve: a level, an engine's name (or auto, or race), an objective and a budget go in; a verified Result comes out.

This is the one door that the commands, the measurements and the web app go through. One engine is asked by
`judged.py`; several side by side are watched by `race.py`.
"""

from __future__ import annotations

from sokoplan.engines import portfolio
from sokoplan.engines.answer import Budget, Objective, Progress, Report, Request
from sokoplan.puzzle.level import Level
from sokoplan.solving.ask import InternalError, Result, Run, ask
from sokoplan.solving.race import Lane, Watcher, able, race
from sokoplan.system.process import cores as available_cores

__all__ = ["InternalError", "Result", "request_for", "solve"]


def solve(
    level: Level,
    engine: str = "auto",
    objective: Objective = "any",
    budget: Budget | None = None,
    *,
    all_plans: bool = False,
    most: int = 0,
    options: dict[str, str] | None = None,
    report: Report = lambda progress: None,
    run: Run | None = None,
) -> Result:
    """Solve one level. `options` are for the engine alone; `run` is how it is called (tests pass another one)."""
    request = request_for(level, objective, all_plans=all_plans, most=most, options=options)
    budget = budget or Budget()
    if engine == "race":
        return race(request, dict.fromkeys(able(request), 0.0), budget, _summed(report)).result
    # An engine's own options mean one engine, and so does a caller who says how it is run.
    cores = 1 if run or request.options else available_cores()
    starts = portfolio(request, cores) if engine == "auto" else {engine: 0.0}
    if len(starts) == 1:
        return ask(next(iter(starts)), request, budget, report, run)
    return race(request, starts, budget, _summed(report)).result


def request_for(
    level: Level,
    objective: Objective,
    *,
    all_plans: bool = False,
    most: int = 0,
    options: dict[str, str] | None = None,
) -> Request:
    """The question that is meant: by an objective that the game has; all plans are all shortest plans."""
    if objective not in level.law.objectives:
        objective = level.law.objectives[0]
    if all_plans and objective == "any":
        objective = "moves"
    return Request(level, objective, all_plans, most, options or {})


def _summed(report: Report) -> Watcher:
    """Several lanes told as one: the first one's figures, the best bound of all, and what the others say."""

    def watch(lanes: tuple[Lane, ...]) -> None:
        first, *rest = lanes
        bounds = [lane.progress.bound for lane in lanes if lane.progress.bound is not None]
        others = "; ".join(f"{lane.engine}: {lane.progress.words}" for lane in rest if lane.state == "running")
        words = "; ".join(filter(None, (first.progress.words, others)))
        report(Progress(first.progress.nodes, max(bounds, default=None), words, first.progress.memory_mb))

    return watch
