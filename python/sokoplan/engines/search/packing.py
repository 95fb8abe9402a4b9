"""The packing plan of a level, from the native search; or one sentence that says why there is none.

It is the plan that the packing search for `any` follows first, found in the same way (docs/search.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from sokoplan.engines.answer import Budget, Reason
from sokoplan.engines.search.explain import in_words, short_proof
from sokoplan.native import DEFAULT_MEMORY_MB, board_of
from sokoplan.puzzle.level import Level, count
from sokoplan.puzzle.packing import PackingPlan, packing_plan


@dataclass(frozen=True)
class Packing:
    """What there is to show. Without a plan, `reason` says why the search for it stopped early, if it did."""

    words: str
    plan: PackingPlan | None = None
    proved: bool = False  # that the level cannot be solved, so there is nothing to plan
    reason: Reason = ""


def packing_of(level: Level, budget: Budget) -> Packing:
    if nothing := _nothing_to_pack(level):
        return Packing(nothing)
    proof = short_proof(level)
    if proof is not None:
        return Packing(f"There is no packing plan, because {in_words(level, proof)}.", proved=True)
    found = board_of(level).packing_plan(
        level.player, sorted(level.boxes), seconds=budget.seconds, memory_mb=budget.memory_mb or DEFAULT_MEMORY_MB
    )
    if found.reason is not None:
        limit = {"time": " within the time limit", "memory": " within the memory limit"}.get(found.reason, "")
        return Packing(f"No packing plan was found{limit}; the other searches do without one.", reason=found.reason)
    steps = [(start, to, until) for start, to, until in found.steps if start is not None]
    plan = packing_plan(steps, found.style, found.expanded)
    return Packing(_told(plan), plan)


def _nothing_to_pack(level: Level) -> str:
    if not level.law.plain_pushes:
        return f"There is no packing plan: {level.law.name} has no goals for boxes."
    if level.sinks:
        return "There is no packing plan: a sink swallows every box and never fills up, so nothing has to be packed."
    if level.holes:
        return (
            "There is no packing plan: a hole takes one box and is floor from then on, so nothing has to be packed."
        )
    if level.reading != "end":
        return "There is no packing plan: boxes need not stay on goals if each has to be on one only once."
    if level.boxes <= level.goals:
        return "There is no packing plan: all boxes are on goals already."
    return ""


def _told(plan: PackingPlan) -> str:
    boxes = {step.box for step in plan.steps if step.until is not None}
    parked = f"{count(boxes, 'box')} parked on the way" if boxes else "nothing parked"
    return f"A packing plan in {count(plan.steps, 'step')}: {count(plan.goals, 'goal')}, {parked}."
