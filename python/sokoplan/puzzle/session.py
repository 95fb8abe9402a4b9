"""A game in play: keys forward, undo and redo without limit.

Comes in:  a Level, then keys.     Goes out: the position, the counts, whether it is won.
Used by the terminal game; it knows nothing of screens.
"""

from __future__ import annotations

from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import Mark, Replay
from sokoplan.puzzle.rules import No, State, level_at


class Session:
    def __init__(self, level: Level) -> None:
        self.level = level
        self._game = Replay(level)
        self._done: list[tuple[str, Mark]] = []  # each key that was played, and the moment before it
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
        before = self._game.mark()
        step = self._game.press(key)
        if isinstance(step, No):
            return step
        self._done.append((key, before))
        return None

    def undo(self) -> bool:
        if not self._done:
            return False
        key, before = self._done.pop()
        self._game.back_to(before)
        self._undone.append(key)
        return True

    def undo_push(self) -> bool:
        """Back to before the last push; to the start if there was none."""
        pushes, undone = self.pushes, False
        while self.undo():
            undone = True
            if self.pushes < pushes:
                break
        return undone

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
    def state(self) -> State:
        return self._game.state

    @property
    def won(self) -> bool:
        return self._game.won and (self.level.limit is None or self.cost <= self.level.limit)

    @property
    def over(self) -> bool:
        """Whether no key is allowed any more: after the win that ends a game, or with nothing left to spend."""
        spent = self.level.limit is not None and self.cost >= self.level.limit
        return spent or (self.level.law.ends_at_win and self.won)

    @property
    def moves(self) -> int:
        return self._game.moves

    @property
    def pushes(self) -> int:
        return self._game.pushes

    @property
    def cost(self) -> int:
        return self._game.cost

    @property
    def plan(self) -> Plan:
        return Plan("".join(key for key, _ in self._done))

    def here(self) -> Level:
        """The position as a level, so that it can be solved from here."""
        return level_at(self.level, self.state, self.cost)
