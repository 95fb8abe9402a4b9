"""A Result for the pages: its figures, and one sentence with the outcome and the engine that proved it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from sokoplan.engines.answer import Horizon, Objective
from sokoplan.puzzle.rules.law import Law
from sokoplan.solving.result import Result
from sokoplan.solving.wording import TOO_LONG, effort, many, proved, summary, who
from sokoplan.web.models_jobs import HorizonModel, ResultModel, Unit

_REASONS = {
    "time": "out of time",
    "memory": "out of memory",
    "horizon": "no plan up to the largest horizon tried",
    "cancelled": "stopped",
}


def model_of(result: Result) -> ResultModel:
    answer, counts = result.answer, result.counts
    return ResultModel(
        status=answer.status,
        reason=answer.reason,
        engine=result.engine,
        strategy=answer.strategy,
        objective=result.objective,
        optimal=answer.optimal,
        lurd=result.lurd,
        moves=counts.moves if counts else None,
        pushes=counts.pushes if counts else None,
        cost=result.cost,
        unit=unit_of(result.level.law, result.objective),
        bound=bound_of(result),
        gap=gap_of(result),
        nodes=min(answer.nodes, TOO_LONG),
        plans=answer.plans if answer.plans is None or answer.plans < TOO_LONG else many(answer.plans),
        listed=[plan.keys for plan in answer.listed],
        seconds=round(result.seconds, 3),
        found=_capital(summary(result)),
        words=sentence(result),
        horizons=horizons_of(answer.horizons),
    )


def horizons_of(horizons: Iterable[Horizon]) -> list[HorizonModel]:
    return [HorizonModel(**asdict(one)) for one in horizons]


def unit_of(law: Law, objective: Objective) -> Unit:
    """What an objective's first word counts."""
    return "cost" if law.measure == "cost" else "pushes" if objective.startswith("pushes") else "moves"


def bound_of(result: Result) -> int | None:
    return result.cost if result.optimal else result.answer.bound


def gap_of(result: Result) -> float | None:
    """By how many percent the plan is above what is proved, as in a MIP solver."""
    bound = bound_of(result)
    if not bound or result.cost is None:
        return None
    return round(100 * (result.cost - bound) / bound, 2)


def sentence(result: Result) -> str:
    if result.status == "unknown":  # spelled out: the pages have no --help to look a word up in
        return f"Unknown: {_REASONS.get(result.answer.reason, 'no answer')} ({who(result)}, {effort(result)})."
    return f"{_capital(summary(result))}; {proved(result)} ({effort(result)})."


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
