"""A plan as the frames of an animation: the start, and the position after each key.

Comes in:  a Level and a Plan.     Goes out: `Frame`s. A key that is not allowed is an InputError.
"""

from __future__ import annotations

from dataclasses import dataclass

from sokoplan.errors import InputError
from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import replay
from sokoplan.puzzle.rules import begin
from sokoplan.views.tiles import moving


@dataclass(frozen=True)
class Frame:
    key: str  # that led here, a capital for a push; empty at the start
    pieces: dict[Cell, list[str]]  # the tiles in each cell, besides floor and wall
    cost: int  # so far
    pushes: int  # so far; kicks in Helltaker


def frames(level: Level, plan: Plan, most: int | None = None) -> list[Frame]:
    if most is not None and len(plan.keys) >= most:
        raise InputError(
            f"this plan is too long to animate: it has {len(plan.keys):,} steps; the limit is {most - 1:,}"
        )
    cost = pushes = 0
    shown = [Frame("", moving(level, begin(level)), 0, 0)]
    for step in replay(level, plan):
        cost += step.cost
        pushes += step.is_push
        shown.append(Frame(step.letter, moving(level, step.state, step.key), cost, pushes))
    return shown
