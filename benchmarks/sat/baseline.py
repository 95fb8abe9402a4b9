"""The textbook encoding, as the course projects write it: what our SAT engine is measured against.

Comes in:  a Level of Sokoban.     Goes out: the length of a shortest plan, by a fresh MiniSat at every horizon.

Every crate has a name: box(b,cell,t). Actions are move(from,key,t) and push(b,from,key,t), one variable each; exactly
one a step, at most one said pairwise. A cell holds one thing, a crate is in one cell, the player is in one cell, all
pairwise. Preconditions, effects, and persistence ("no action moves crate b, so it stays"). The goal is at the end.
For T = 0, 1, 2, ... the whole formula is made anew and given to a new MiniSat (PySAT's, in this process: no time is
lost on files, which favours the baseline).
"""

from __future__ import annotations

from itertools import combinations

from pysat.solvers import Minisat22

from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of

Clause = list[int]


class Textbook:
    def __init__(self, level: Level) -> None:
        self.level = level
        self.cells = sorted(level.reachable() | level.boxes)
        self.boxes = sorted(level.boxes)
        self.floor = set(self.cells)
        self.names: dict[tuple[object, ...], int] = {}

    def var(self, *name: object) -> int:
        return self.names.setdefault(name, len(self.names) + 1)

    def formula(self, horizon: int) -> list[Clause]:
        self.names = {}
        clauses: list[Clause] = self.start()
        for time in range(horizon + 1):
            clauses += self.state(time)
        for time in range(horizon):
            clauses += self.step(time)
        for box in range(len(self.boxes)):
            clauses.append([self.var("box", box, goal, horizon) for goal in sorted(self.level.goals & self.floor)])
        return clauses

    def start(self) -> list[Clause]:
        return [[self.var("player", self.level.player, 0)]] + [
            [self.var("box", box, cell, 0)] for box, cell in enumerate(self.boxes)
        ]

    def state(self, time: int) -> list[Clause]:
        """One place for everything, and one thing in a place."""
        clauses = []
        things = [[self.var("player", cell, time) for cell in self.cells]]
        things += [[self.var("box", box, cell, time) for cell in self.cells] for box in range(len(self.boxes))]
        for places in things:
            clauses.append(places)
            clauses += at_most_one(places)
        for index in range(len(self.cells)):
            clauses += at_most_one([places[index] for places in things])
        return clauses

    def actions(self) -> list[tuple[int | None, Cell, str]]:
        """(None, from, key) is a move; (box, from, key) is a push."""
        found: list[tuple[int | None, Cell, str]] = []
        for cell in self.cells:
            for key in KEYS:
                if ahead_of(cell, key) in self.floor:
                    found.append((None, cell, key))
                    if ahead_of(cell, key, 2) in self.floor:
                        found += [(box, cell, key) for box in range(len(self.boxes))]
        return found

    def step(self, time: int) -> list[Clause]:
        clauses = []
        actions = self.actions()
        variables = [self.var("do", *action, time) for action in actions]
        clauses.append(variables)
        clauses += at_most_one(variables)
        moves_box: dict[int, list[int]] = {box: [] for box in range(len(self.boxes))}
        for (box, cell, key), action in zip(actions, variables, strict=True):
            ahead, beyond = ahead_of(cell, key), ahead_of(cell, key, 2)
            clauses.append([-action, self.var("player", cell, time)])
            clauses.append([-action, self.var("player", ahead, time + 1)])
            if box is None:
                clauses += [[-action, -self.var("box", any_, ahead, time)] for any_ in range(len(self.boxes))]
                continue
            moves_box[box].append(action)
            clauses.append([-action, self.var("box", box, ahead, time)])
            clauses.append([-action, self.var("box", box, beyond, time + 1)])
            clauses += [[-action, -self.var("box", any_, beyond, time)] for any_ in range(len(self.boxes))]
        for box, movers in moves_box.items():
            for cell in self.cells:
                clauses.append([-self.var("box", box, cell, time), *movers, self.var("box", box, cell, time + 1)])
        return clauses


def at_most_one(variables: list[int]) -> list[Clause]:
    return [[-first, -second] for first, second in combinations(variables, 2)]


def shortest(level: Level, most: int = 500) -> int | None:
    """The length of a shortest plan; None if there is none up to `most`."""
    textbook = Textbook(level)
    for horizon in range(most + 1):
        with Minisat22(bootstrap_with=textbook.formula(horizon)) as solver:
            if solver.solve():
                return horizon
    return None
