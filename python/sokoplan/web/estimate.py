"""How many operators a level's task would have, estimated without grounding it; never too few.

The estimate looks at each cell once, so it costs next to nothing where grounding takes seconds.
"""

from __future__ import annotations

from sokoplan.puzzle.level import KEYS, Level, ahead_of


def operators(level: Level) -> int:
    reachable = level.reachable()
    forced = 1 if level.game == "helltaker" else 0
    return forced + sum(_ways(level, cell, key) for cell in reachable for key in KEYS)


def _ways(level: Level, cell: tuple[int, int], key: str) -> int:
    """The most operators for one key in one cell: the law branches on each fact that it reads."""
    if level.wall(ahead_of(cell, key)):
        return 0
    if level.game != "helltaker":
        # A walk; a push onto floor, into a hole; each with and without a debt.
        return 1 + (0 if level.wall(ahead_of(cell, key, 2)) else 4 if level.holes or level.reading != "end" else 1)
    # A block ahead (moves or not, by three things beyond), a mob ahead (moves or dies), a walk; each with its clock.
    boxes = 4 if level.boxes else 0
    mobs = 3 if level.mobs else 0
    clock = 2 if level.traps_down or level.traps_up else 1
    locks = 3 if level.locks else 1
    return (boxes + mobs + 1) * clock * locks
