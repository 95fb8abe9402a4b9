"""What is already lost: squares that no box can leave for a goal, boxes that are stuck, positions without a plan.

Sound, not complete: what is said to be lost is lost, by the short proofs of the native core (dead squares, freezes,
sides, pairs, closed-in groups); a position without trouble may still have no plan. Quick enough for every key press.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from sokoplan.engines.search.explain import in_words, short_proof
from sokoplan.native import board_of
from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of, count

# The core's proofs build tables that grow with the square of the board. On larger boards one walk over it has to do.
_LARGE = 400


@dataclass(frozen=True)
class Trouble:
    dead: frozenset[Cell] = frozenset()  # squares from which no box can reach a goal
    stuck: frozenset[Cell] = frozenset()  # the boxes that are lost
    lost: bool = False  # there is no plan any more
    words: str = ""


def trouble(level: Level) -> Trouble:
    if level.demonesses:
        return _late(level)
    if not level.law.plain_pushes:
        return Trouble()
    large = len(level.reachable()) > _LARGE
    dead = _dead(level) if large else frozenset(board_of(level).dead_squares(level.player))
    stuck = level.boxes & dead - level.settled
    if level.reading == "each-once":
        return Trouble(dead, stuck, bool(stuck), _dead_words(stuck))
    proof = None if large else short_proof(level)
    if proof is not None:
        return Trouble(dead, stuck | proof.boxes, True, f"This can no longer be solved: {in_words(level, proof)}.")
    # If there are more boxes than holes, some of them may be wasted.
    return Trouble(dead, stuck, bool(stuck) and not level.holes, _dead_words(stuck))


def _dead(level: Level) -> frozenset[Cell]:
    """The squares from which no series of pushes leads to a target, wherever the player may stand.

    Walked backwards: a box is pulled away from a target by a player who has room behind them.
    """
    floor = level.reachable()
    queue = [*((level.goals | level.sinks | level.holes) & floor)]
    alive = set(queue)
    while queue:
        cell = queue.pop()
        for key in KEYS:
            box, player = ahead_of(cell, key), ahead_of(cell, key, 2)
            if box in floor and player in floor and box not in alive:
                alive.add(box)
                queue.append(box)
    return floor - alive


def _dead_words(stuck: frozenset[Cell]) -> str:
    return f"{count(stuck, 'box')} can no longer reach a goal." if stuck else ""


def _late(level: Level) -> Trouble:
    """Helltaker has no dead squares, but a limit: each key moves the hero at most one cell."""
    assert level.limit is not None
    distance = {level.player: 0}
    queue = deque([level.player])
    while queue:
        cell = queue.popleft()
        for key in KEYS:
            other = ahead_of(cell, key)
            if other in level.demonesses:
                least = distance[cell]
                if least <= level.limit:
                    return Trouble()
                return Trouble(
                    lost=True,
                    words=f"A demoness is at least {count(least, 'step')} away, and {level.limit} are left.",
                )
            if other not in distance and not level.wall(other):
                distance[other] = distance[cell] + 1
                queue.append(other)
    return Trouble(lost=True, words="The hero can never stand next to a demoness.")
