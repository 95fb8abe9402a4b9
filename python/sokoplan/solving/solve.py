"""Solve: a level, an engine's name (or auto, or race), an objective and a budget go in; a verified Result comes out.

This is the one door that the commands, the measurements, the web app and the Python API go through. `ask.py` asks one
engine; `race.py` runs several side by side.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sokoplan.engines import portfolio, searches_task
from sokoplan.engines.answer import Budget, Objective, Progress, Report, Request
from sokoplan.puzzle.level import Level
from sokoplan.solving.ask import Run, ask
from sokoplan.solving.result import Result
from sokoplan.system.process import cores as available_cores

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sokoplan.solving.race import Lane


def solve(
    level: Level,
    engine: str = "auto",
    objective: Objective = "any",
    budget: Budget | None = None,
    *,
    all_plans: bool = False,
    most: int = 0,
    options: dict[str, str] | None = None,
    file_options: bool = False,
    report: Report = lambda progress: None,
    run: Run | None = None,
) -> Result:
    """Solve one level. `options` are for the engine alone; `run` is how it is called (tests pass their own).

    With `file_options`, those in the level's file count too, where they are for the engine asked; notes in the answer
    say which of them have no effect.
    """
    request = request_for(level, objective, all_plans=all_plans, most=most, options=options)
    budget = budget or Budget()
    if not file_options:
        return _solve(request, engine, budget, report, run)
    request, notes = with_file_options(request, engine)
    result = _solve(request, engine, budget, report, run)
    return replace(result, answer=replace(result.answer, notes=(*notes, *result.answer.notes))) if notes else result


def with_file_options(request: Request, engine: str) -> tuple[Request, list[str]]:
    """The request with the options of the level's file, which are for the native search, and notes about them."""
    if not request.level.options or engine not in ("auto", "anytime", "search") or searches_task(request):
        return request, []
    from sokoplan.engines.search.level_options import merged  # few files have any

    options, notes = merged(request)
    return replace(request, options=options), notes


def _solve(request: Request, engine: str, budget: Budget, report: Report, run: Run | None) -> Result:
    if engine == "race":
        from sokoplan.solving.race import able

        return _race(request, dict.fromkeys(able(request), 0.0), budget, report)
    # Options are those of one engine, and a caller who passes `run` means one engine too.
    cores = 1 if run or request.options else available_cores()
    starts = portfolio(request, cores) if engine == "auto" else {engine: 0.0}
    if len(starts) == 1:
        return ask(next(iter(starts)), request, budget, report, run)
    return _race(request, starts, budget, report)


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


def _race(request: Request, starts: Mapping[str, float], budget: Budget, report: Report) -> Result:
    from sokoplan.solving.race import race  # most levels are asked of one engine

    return race(request, starts, budget, lambda lanes: report(_combined(lanes))).result


def _combined(lanes: tuple[Lane, ...]) -> Progress:
    """Several lanes as one: the figures of the first, the best bound of all, and what the others report."""
    first, *rest = lanes
    bounds = [lane.progress.bound for lane in lanes if lane.progress.bound is not None]
    others = "; ".join(f"{lane.engine}: {lane.progress.words}" for lane in rest if lane.state == "running")
    words = "; ".join(filter(None, (first.progress.words, others)))
    return replace(first.progress, bound=max(bounds, default=None), words=words)
