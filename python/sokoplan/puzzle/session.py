"""A game in play: keys forward, undo and redo without limit.

Comes in:  a Level, then keys.     Goes out: the position, the counts, whether it is won.
Used by the terminal game; it knows nothing of screens.
"""

from __future__ import annotations

from dataclasses import dataclass

from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import No, Snapshot, begin, law_of, level_at, play, won


@dataclass(frozen=True)
class _Done:
    """A key that was played: the position before it, and the running totals after it."""

    key: str
    before: Snapshot
    pushes: int
    cost: int


class Session:
    def __init__(self, level: Level) -> None:
        self.level = level
        self.state = begin(level)
        self._goal = law_of(level).goal(level)
        self._done: list[_Done] = []
        self._undone: list[str] = []

    def press(self, key: str) -> No | None:
        """Play one key; if it is not allowed, nothing changes and the reason comes back."""
        answer = self._play(key)
        if answer is None:
            self._undone.clear()
        return answer

    def _play(self, key: str) -> No | None:
        if self.over:
            return No("the game is over")
        before = self.state.snapshot()
        deed, cost = play(self.level, self.state, key)
        if isinstance(deed, No):
            return deed
        self._done.append(_Done(key, before, self.pushes + (deed != "move"), self.cost + cost))
        return None

    def undo(self) -> bool:
        if not self._done:
            return False
        last = self._done.pop()
        self.state.restore(last.before)
        self._undone.append(last.key)
        return True

    def redo(self) -> bool:
        if not self._undone or self._play(self._undone[-1]) is not None:
            return False
        self._undone.pop()
        return True

    def restart(self) -> None:
        """Back to the start; redo leads forward again."""
        while self.undo():
            pass

    @property
    def won(self) -> bool:
        return won(self.state, self._goal) and (self.level.limit is None or self.cost <= self.level.limit)

    @property
    def over(self) -> bool:
        """Helltaker ends with the first win, or when nothing is left to spend."""
        if self.level.limit is None:
            return False
        return self.won or self.cost >= self.level.limit

    @property
    def moves(self) -> int:
        return len(self._done)

    @property
    def pushes(self) -> int:
        return self._done[-1].pushes if self._done else 0

    @property
    def cost(self) -> int:
        return self._done[-1].cost if self._done else 0

    @property
    def plan(self) -> Plan:
        return Plan("".join(done.key for done in self._done))

    def here(self) -> Level:
        """The position as a level, for whoever wants to solve it from here."""
        return level_at(self.level, self.state, self.cost)
