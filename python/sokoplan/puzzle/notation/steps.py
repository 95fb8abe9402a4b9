"""A plan as it happens: key by key, what each one does; and how the player walks where only pushes are told.

Comes in:  a level, and a plan or a cell to walk to.     Goes out: `Step`s, or keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sokoplan.puzzle.level import Cell, Level, ahead_of
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import Deed, State, begin, play
from sokoplan.puzzle.rules.push import walks


@dataclass(frozen=True)
class Step:
    """One key of a plan as it happened: the player's cell before it, what it did, what it cost."""

    key: str
    deed: Deed
    player: Cell
    cost: int
    state: State  # after the step; one object for the whole walk, so look before you go on


def steps(level: Level, plan: Plan) -> Iterator[Step]:
    """The plan key by key; ends before the first key that is not allowed."""
    state = begin(level)
    for key in plan.keys:
        player = state.player
        deed, cost = play(level, state, key)
        if not deed:
            return
        yield Step(key, deed, player, cost, state)


def shortest_walk(level: Level, state: State, target: Cell) -> str | None:
    """The keys of a shortest walk that pushes nothing, or None."""
    last = walks(level, state)
    if target not in last:
        return None
    keys: list[str] = []
    while key := last[target]:
        keys.append(key)
        target = ahead_of(target, key, -1)
    return "".join(reversed(keys))
