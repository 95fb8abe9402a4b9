"""What an answer claims, and when two claims about one question cannot both be true.

A race, a comparison and a measurement all compare their answers; what counts as a contradiction is defined here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    who: str
    status: str
    value: tuple[int, ...] = ()  # of its plan: what the objective measures, first word first
    optimal: bool = False
    plans: int | None = None


def contradiction(one: Claim, two: Claim) -> str:
    """Why two claims cannot both be true; empty if they can."""
    statuses = {one.status, two.status}
    if statuses == {"solved", "unsolvable"}:
        return "one has a plan, the other a proof that there is none"
    if one.plans is not None and two.plans is not None and one.plans != two.plans:
        return f"one counts {one.plans} plans, the other {two.plans}"
    if statuses != {"solved"}:
        return ""
    for proved, other in ((one, two), (two, one)):
        if proved.optimal and proved.value > other.value:
            best, better = (" and ".join(map(str, claim.value)) for claim in (proved, other))
            return f"{proved.who} proved that no plan is better than {best}, but {other.who} has {better}"
    return ""
