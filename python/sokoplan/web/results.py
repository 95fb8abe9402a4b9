"""A Result for the pages: its figures, and one sentence with the outcome and the engine that proved it."""

from __future__ import annotations

from sokoplan.solving.result import Result
from sokoplan.solving.wording import TOO_LONG, effort, many, proved, summary, who
from sokoplan.web.models_jobs import ResultModel

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
        nodes=min(answer.nodes, TOO_LONG),
        plans=answer.plans if answer.plans is None or answer.plans < TOO_LONG else many(answer.plans),
        listed=[plan.keys for plan in answer.listed],
        seconds=round(result.seconds, 3),
        found=_capital(summary(result)),
        words=sentence(result),
    )


def sentence(result: Result) -> str:
    if result.status == "unknown":  # spelled out: the pages have no --help to look a word up in
        return f"Unknown: {_REASONS.get(result.answer.reason, 'no answer')} ({who(result)}, {effort(result)})."
    return f"{_capital(summary(result))}; {proved(result)} ({effort(result)})."


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
