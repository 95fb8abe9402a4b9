"""The planning model of a course report, with a name for every crate.

Comes in:  a Level of Sokoban.     Goes out: a `Task` in the report's own words.

    #####     Facts: playerAt(1,1), boxAt(1,1,2) (crate 1 is in row 1, column 2), emptyCell(1,3), reachedGoal(1).
    #@$.#     Actions: move(1,1,1,2), push(1,...) onto a cell that is no goal, pushToGoal(1,1,1,1,2,1,3): the crate,
    #####     where the player, the crate and the target are.

From "Solving Sokoban as a Planning Problem Using SAT Encoding" (Tojieva, 2026). It is here so that the report's
experiment, the ladder against pairwise at-most-one, can be repeated (`benchmarks/named_crates.py`). In one point we
differ: the report pushes a crate to a goal only if it has not reached one before. Then a crate could not go on from
one goal to the next, which the rules allow, so that the shortest plan of the model would not always be the shortest.

`reachedGoal` is kept for good where each crate has to visit a goal once; otherwise a push off the goal takes it back.
"""

from __future__ import annotations

from collections.abc import Iterator

from sokoplan.planning.task import Operator, Task
from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of
from sokoplan.puzzle.rules.state import Fact

_NONE: frozenset[int] = frozenset()


def named_crates(level: Level) -> Task:
    return _Model(level).task()


class _Model:
    def __init__(self, level: Level) -> None:
        self.level = level
        self.cells = sorted(level.reachable() | level.boxes)
        self.crates = dict(enumerate(sorted(level.boxes), start=1))
        self.facts: list[Fact] = [("player", f"playerAt({row},{column})") for row, column in self.cells]
        self.facts += [("box", self._box(crate, cell)) for crate in self.crates for cell in self.cells]
        self.facts += [("empty", f"emptyCell({row},{column})") for row, column in self.cells]
        self.facts += [("reached", f"reachedGoal({crate})") for crate in self.crates]
        self.number = {name: index for index, (_, name) in enumerate(self.facts)}

    def task(self) -> Task:
        level = self.level
        start = {self.player(level.player), *(self.box(crate, cell) for crate, cell in self.crates.items())}
        start |= {self.empty(cell) for cell in self.cells if cell != level.player and cell not in level.boxes}
        start |= {self.reached(crate) for crate, cell in self.crates.items() if cell in level.goals | level.settled}
        groups = [frozenset(map(self.player, self.cells))]
        groups += [frozenset(self.box(crate, cell) for cell in self.cells) for crate in self.crates]
        for cell in self.cells:
            boxes = (self.box(crate, cell) for crate in self.crates)
            groups.append(frozenset({self.player(cell), self.empty(cell), *boxes}))
        return Task(
            facts=tuple(self.facts),
            start=frozenset(start),
            operators=tuple(self._operators()),
            goal=tuple(((self.reached(crate), True),) for crate in self.crates),
            groups=tuple(group for group in groups if len(group) > 1),
        )

    def _operators(self) -> Iterator[Operator]:
        floor = set(self.cells)
        for cell in self.cells:
            for key in KEYS:
                ahead, beyond = ahead_of(cell, key), ahead_of(cell, key, 2)
                if ahead not in floor:
                    continue
                yield self._move(cell, key, ahead)
                if beyond in floor:
                    for crate in self.crates:
                        yield self._push(crate, cell, key, ahead, beyond)

    def _move(self, cell: Cell, key: str, ahead: Cell) -> Operator:
        return Operator(
            name=f"move({_words(cell, ahead)})",
            key=key,
            deed="move",
            needs=frozenset({self.player(cell), self.empty(ahead)}),
            forbids=_NONE,
            adds=frozenset({self.player(ahead), self.empty(cell)}),
            deletes=frozenset({self.player(cell), self.empty(ahead)}),
        )

    def _push(self, crate: int, cell: Cell, key: str, ahead: Cell, beyond: Cell) -> Operator:
        to_goal = beyond in self.level.goals
        adds = {self.player(ahead), self.box(crate, beyond), self.empty(cell)}
        deletes = {self.player(cell), self.box(crate, ahead), self.empty(beyond)}
        if to_goal:
            adds.add(self.reached(crate))
        elif self.level.reading == "end":
            deletes.add(self.reached(crate))
        return Operator(
            name=f"{'pushToGoal' if to_goal else 'push'}({crate},{_words(cell, ahead, beyond)})",
            key=key,
            deed="push",
            needs=frozenset({self.player(cell), self.box(crate, ahead), self.empty(beyond)}),
            forbids=_NONE,
            adds=frozenset(adds),
            deletes=frozenset(deletes),
        )

    # --- the numbers of facts ---------------------------------------------------------------------------------------

    def player(self, cell: Cell) -> int:
        return self.number[f"playerAt({_words(cell)})"]

    def box(self, crate: int, cell: Cell) -> int:
        return self.number[self._box(crate, cell)]

    def empty(self, cell: Cell) -> int:
        return self.number[f"emptyCell({_words(cell)})"]

    def reached(self, crate: int) -> int:
        return self.number[f"reachedGoal({crate})"]

    @staticmethod
    def _box(crate: int, cell: Cell) -> str:
        return f"boxAt({crate},{_words(cell)})"


def _words(*cells: Cell) -> str:
    return ",".join(f"{row},{column}" for row, column in cells)
