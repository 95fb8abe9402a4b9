"""How many operators a level's task would have, estimated without grounding it; never too few.

The estimate looks at each cell once, so it costs next to nothing where grounding takes seconds.
"""

from __future__ import annotations

from sokoplan.planning.ground import MOST_PATHS
from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of


def operators(level: Level) -> int:
    reachable = level.reachable()
    ways = _WAYS.get(level.game)
    if ways is None:
        return MOST_PATHS * len(reachable) * len(KEYS)  # not counted: the most that the grounder accepts
    forced = 1
    open_ = ((cell, key) for cell in reachable for key in KEYS if not level.wall(ahead_of(cell, key)))
    return forced + sum(ways(level, cell, key) for cell, key in open_)


# The most operators for one key in one cell: the law branches on each fact that it reads.


def _push_ways(level: Level, cell: Cell, key: str) -> int:
    # A walk; a push onto floor, into a hole; each with and without a debt.
    return 1 + (0 if level.wall(ahead_of(cell, key, 2)) else 4 if level.holes or level.reading != "end" else 1)


def _kick_ways(level: Level, cell: Cell, key: str) -> int:
    # A block ahead (moves or not, by three things beyond), a mob ahead (moves or dies), a walk; each with its clock.
    boxes = 4 if level.boxes else 0
    mobs = 3 if level.mobs else 0
    clock = 2 if level.traps_down or level.traps_up else 1
    locks = 3 if level.locks else 1
    return (boxes + mobs + 1) * clock * locks


_WAYS = {"sokoban": _push_ways, "sink": _push_ways, "helltaker": _kick_ways}
