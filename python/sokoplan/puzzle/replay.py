"""A plan played by the rules, key by key: the one place where that is done.

Comes in:  a level, and a plan or one key after the other.     Goes out: a `Step` for each key, or why it is refused.

The verifier, the notations, pictures, lessons, the ASP engine and the terminal game all look at plans through this,
so they agree on what a key did and what it cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sokoplan.errors import InputError
from sokoplan.puzzle.level import DIRECTION, Cell, Level, ahead_of
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import Deed, No, Snapshot, State, begin, play, won
from sokoplan.puzzle.rules.push import walks


@dataclass(frozen=True)
class Step:
    """One key of a plan as it happened."""

    number: int  # from 1
    key: str
    deed: Deed
    player: Cell  # the player's cell before the key
    cost: int  # of this key, with the forced step that it brought
    state: State  # after the key; one object for the whole replay, so look before you go on

    @property
    def is_push(self) -> bool:
        """Whether a box was pushed or something kicked, also if it did not move."""
        return self.deed != "move"

    @property
    def letter(self) -> str:
        """The key as LURD writes it: a capital for a push; Helltaker's kicks are written small."""
        return self.key.upper() if self.deed == "push" else self.key


@dataclass(frozen=True)
class Mark:
    """A moment of a replay, to come back to."""

    position: Snapshot
    moves: int
    pushes: int
    cost: int


class Replay:
    """A level being played: the position, and the totals so far."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.state = begin(level)
        self.moves = self.pushes = self.cost = 0
        self._goal = level.law.goal(level)

    def press(self, key: str) -> Step | No:
        """Play one key; if it is not allowed, nothing changes and the reason comes back."""
        player = self.state.player
        deed, cost = play(self.level, self.state, key)
        if isinstance(deed, No):
            return deed
        step = Step(self.moves + 1, key, deed, player, cost, self.state)
        self.moves += 1
        self.pushes += step.is_push
        self.cost += cost
        return step

    @property
    def won(self) -> bool:
        """Whether the goal is met, whatever it cost."""
        return won(self.state, self._goal)

    def mark(self) -> Mark:
        return Mark(self.state.snapshot(), self.moves, self.pushes, self.cost)

    def back_to(self, mark: Mark) -> None:
        self.state.restore(mark.position)
        self.moves, self.pushes, self.cost = mark.moves, mark.pushes, mark.cost


def not_allowed(number: int, key: str, why: No) -> str:
    """The sentence about a key of a plan that the rules do not allow."""
    return f"key {number} ({DIRECTION[key]}) is not allowed: {why}"


def replay(level: Level, plan: Plan) -> Iterator[Step]:
    """The plan key by key. Raises InputError at a key that is not allowed."""
    game = Replay(level)
    for number, key in enumerate(plan.keys, start=1):
        step = game.press(key)
        if isinstance(step, No):
            raise InputError(not_allowed(number, key, step))
        yield step


def steps(level: Level, plan: Plan) -> Iterator[Step]:
    """The same, but it just ends before the first key that is not allowed."""
    game = Replay(level)
    for key in plan.keys:
        step = game.press(key)
        if isinstance(step, No):
            return
        yield step


def shortest_walk(level: Level, state: State, target: Cell) -> str | None:
    """The keys of a shortest walk that pushes nothing, or None. For games in which walking is free."""
    last = walks(level, state)
    if target not in last:
        return None
    keys: list[str] = []
    while key := last[target]:
        keys.append(key)
        target = ahead_of(target, key, -1)
    return "".join(reversed(keys))
