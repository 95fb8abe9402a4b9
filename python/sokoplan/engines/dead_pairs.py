"""Dead pairs from the native tables, for the logic engines: clauses and constraints are made of them."""

from __future__ import annotations

from sokoplan.native import board_of
from sokoplan.planning.proved.deadlocks import DeadPair
from sokoplan.puzzle.level import Level


def dead_pairs(level: Level) -> tuple[DeadPair, ...]:
    """Pairs of boxes that cannot both reach goals; the core computes them where every box has to."""
    if not level.every_box_goes_home:
        return ()
    try:
        pairs = board_of(level).dead_pairs(level.player, sorted(level.boxes))
    except ValueError:  # a board that the core does not accept
        return ()
    return tuple((one, two, tuple(players)) for one, two, players in pairs)
