"""Two measurements compared: what both answered, what only one did, and where they contradict each other."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from sokoplan.lab.rows import Row
from sokoplan.solving.agreement import contradiction


@dataclass(frozen=True)
class Comparison:
    """Two runs over the same levels. Ratios are first to second: above 1, the second is better."""

    both: int
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    contradictions: tuple[str, ...]
    cpu_ratio: float | None
    nodes_ratio: float | None
    across: tuple[str, ...] = ()  # `search against sat`, if one engine is compared with another
    nothing: str = ""  # why there was nothing to compare


def compare_runs(first: Iterable[Row], second: Iterable[Row]) -> Comparison:
    """Geometric means over the levels that both answered, and the levels that only one of them answered.

    If a run measured a level with several engines, it is compared engine by engine. Contradictions are looked for
    between any two answers to one question, from whatever engine.
    """
    ours, theirs = _by_question(first), _by_question(second)
    shared = [(ours[key], theirs[key]) for key in ours if key in theirs]
    pairs = [pair for mine, others in shared for pair in _pairs(mine, others)]
    done = [(one, two) for one, two in pairs if one.answered and two.answered]
    wrong = [
        one for mine, others in shared for one, two in product(mine.values(), others.values()) if _differ(one, two)
    ]
    # A measurement below a hundredth of a second is noise.
    return Comparison(
        both=len(done),
        only_first=tuple(one.name for one, two in pairs if one.answered and not two.answered),
        only_second=tuple(two.name for one, two in pairs if two.answered and not one.answered),
        contradictions=tuple(dict.fromkeys(row.name for row in wrong)),
        cpu_ratio=_mean([max(one.cpu, 0.01) / max(two.cpu, 0.01) for one, two in done]),
        nodes_ratio=_mean([max(one.nodes, 1) / max(two.nodes, 1) for one, two in done]),
        across=tuple(dict.fromkeys(f"{one.who} against {two.who}" for one, two in pairs if one.who != two.who)),
        nothing="" if pairs else _why_nothing(ours, theirs),
    )


_Question = tuple[str, int, str, str]
_Measured = dict[_Question, dict[str, Row]]  # by engine and variant


def _by_question(rows: Iterable[Row]) -> _Measured:
    measured: _Measured = {}
    for row in rows:
        measured.setdefault(row.key, {})[row.who] = row
    return measured


def _pairs(mine: dict[str, Row], others: dict[str, Row]) -> list[tuple[Row, Row]]:
    """One row on each side is a pair, whatever the engines; of several rows, each pairs with the same engine."""
    if len(mine) == len(others) == 1:
        return list(zip(mine.values(), others.values(), strict=True))
    return [(mine[who], others[who]) for who in mine if who in others]


def _differ(one: Row, two: Row) -> bool:
    return bool(contradiction(one.claim, two.claim))


def _why_nothing(ours: _Measured, theirs: _Measured) -> str:
    """The first thing in which all rows differ, as a sentence."""
    sides = (ours, theirs)
    if not all(sides):
        return "one of the two has no rows"
    if not _both({key[:2] for key in side} for side in sides):
        return "the two have no level in common (file and number)"
    if not _both({key[:3] for key in side} for side in sides):
        asked = (", ".join(sorted({objective for _, _, objective, _ in side})) for side in sides)
        return f"the same levels were solved with different objectives: {' and '.join(asked)}"
    if not _both(set(side) for side in sides):
        return "the same levels were solved with different goals (--goal)"
    asked = (", ".join(sorted({who for rows in side.values() for who in rows})) for side in sides)
    return f"the same levels were measured by different engines: {' and '.join(asked)}"


def _both(sets: Iterable[set[Any]]) -> set[Any]:
    return set.intersection(*sets)


def _mean(ratios: list[float]) -> float | None:
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None
