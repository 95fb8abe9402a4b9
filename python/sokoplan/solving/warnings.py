"""What is already lost: squares from which no box gets home, boxes that cannot be saved, positions without a plan.

Comes in:  a Level, which may be a position in the middle of a game.     Goes out: `Trouble`.

Sound, not complete: what is said to be lost is lost, by the short proofs of the native core (dead squares, freezes,
sides, pairs, closed-in groups); a position without trouble may still have no plan. Made to be asked after each key.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from sokoplan.engines.search.reason import in_words, short_reason
from sokoplan.native import board_of
from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of, count

# The core's proofs build tables that grow with the square of the board. On larger boards only what one walk over it
# shows is said.
_LARGE = 400


@dataclass(frozen=True)
class Trouble:
    dead: frozenset[Cell] = frozenset()  # squares from which no box ever gets home
    stuck: frozenset[Cell] = frozenset()  # boxes that the trouble is about
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
    reason = None if large else short_reason(level)
    if reason is not None:
        return Trouble(dead, stuck | frozenset(reason[1]), True, f"There is no plan any more: {in_words(reason)}.")
    # Where there are more boxes than holes, some of them may be wasted.
    return Trouble(dead, stuck, bool(stuck) and not level.holes, _dead_words(stuck))


def _dead(level: Level) -> frozenset[Cell]:
    """The squares from which no push after push leads to a target, wherever the player may stand.

    Walked backwards: a box that is pulled away from a target by a player who has room behind him.
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
    return f"{count(stuck, 'box')} can no longer be brought home." if stuck else ""


def _late(level: Level) -> Trouble:
    """Helltaker has no dead squares, but a clock: no key takes the hero further than one cell."""
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
                    lost=True, words=f"It takes at least {least} to get there, and {level.limit} are left."
                )
            if other not in distance and not level.wall(other):
                distance[other] = distance[cell] + 1
                queue.append(other)
    return Trouble(lost=True, words="The hero can never stand next to a demoness.")
