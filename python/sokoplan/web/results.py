"""A Result as the pages get it: its figures, and one sentence that says what was found and who proved it."""

from __future__ import annotations

from sokoplan.engines import ENGINES
from sokoplan.level import count
from sokoplan.solve import Result
from sokoplan.web.models_jobs import ResultModel

# The largest whole number that every reader of JSON understands alike.
_SAFE = 2**53 - 1
_REASONS = {
    "time": "the time ran out",
    "memory": "the memory ran out",
    "horizon": "it gave up at its horizon",
    "cancelled": "it was stopped",
}


def model_of(result: Result) -> ResultModel:
    answer, counts = result.answer, result.counts
    return ResultModel(
        status=answer.status,
        reason=answer.reason,
        engine=result.engine,
        objective=result.objective,
        optimal=answer.optimal,
        lurd=result.lurd,
        moves=counts.moves if counts else None,
        pushes=counts.pushes if counts else None,
        cost=result.cost,
        nodes=min(answer.nodes, _SAFE),
        plans=_number(answer.plans),
        listed=[plan.keys for plan in answer.listed],
        seconds=round(result.seconds, 3),
        words=sentence(result),
    )


def _number(plans: int | None) -> int | str | None:
    if plans is None or plans <= _SAFE:
        return plans
    # The number may have thousands of digits, more than Python likes to write out.
    power = int(plans.bit_length() * 0.30102999566398120) - 1
    leading = plans // 10 ** (power - 2)
    while leading >= 1000:
        leading, power = leading // 10, power + 1
    return f"about {leading // 100}.{leading % 100:02}e{power}"


def sentence(result: Result) -> str:
    answer, counts = result.answer, result.counts
    effort = answer.effort or f"{answer.nodes:,} {ENGINES[result.engine].nodes}"
    if counts is not None:
        kind = "kick" if result.level.game == "helltaker" else "push"
        words = f"Solved in {count(counts.moves, 'move')}, {count(counts.pushes, kind)}"
        if result.level.game == "helltaker" and counts.cost != counts.moves:
            words += f", cost {counts.cost}"
        proved = answer.optimal and result.objective != "any"
        words += f"; optimal in {result.objective}, proved by" if proved else "; found by"
        return f"{words} {result.engine} ({effort})."
    if answer.status == "unsolvable":
        return f"There is no plan; proved by {result.engine} ({effort})."
    return f"Unknown: {_REASONS.get(answer.reason, 'it gave up')} ({result.engine}, {effort})."
