"""A plan as it happens: key by key, what each one does; and how the player walks where only pushes are told.

Comes in:  a level, and a plan or a cell to walk to.     Goes out: `Step`s, or keys.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from sokoplan.level import KEYS, Cell, Level, ahead_of
from sokoplan.plan import Plan
from sokoplan.rules import Deed, State, begin, play


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
    came: dict[Cell, tuple[str, Cell]] = {}
    seen = {state.player}
    queue = deque([state.player])
    while queue:
        cell = queue.popleft()
        if cell == target:
            keys = ""
            while cell in came:
                key, cell = came[cell]
                keys = key + keys
            return keys
        for key in KEYS:
            other = ahead_of(cell, key)
            if other not in seen and not (level.wall(other) or state.box[other] or state.hole[other]):
                seen.add(other)
                came[other] = key, cell
                queue.append(other)
    return None
