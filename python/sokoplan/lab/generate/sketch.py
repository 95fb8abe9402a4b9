"""A level being designed: the floor, and small changes of it. Rooms begin at random."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from sokoplan.lab.generate.recipe import Recipe
from sokoplan.puzzle.level import KEYS, Cell, ahead_of


@dataclass(frozen=True)
class Room:
    """The floor of a board, whose border is wall: connected, and never empty."""

    height: int
    width: int
    floor: frozenset[Cell]

    @property
    def walls(self) -> frozenset[Cell]:
        board = ((row, column) for row in range(self.height) for column in range(self.width))
        return frozenset(cell for cell in board if cell not in self.floor)

    def inside(self, cell: Cell) -> bool:
        """Whether the cell may be floor."""
        return 0 < cell[0] < self.height - 1 and 0 < cell[1] < self.width - 1

    def edge(self) -> list[Cell]:
        """The wall cells that could be floor, beside floor, in order."""
        beside = {ahead_of(cell, key) for cell in self.floor for key in KEYS}
        return sorted(cell for cell in beside - self.floor if self.inside(cell))

    def opened(self, cell: Cell) -> Room:
        return Room(self.height, self.width, self.floor | {cell})

    def closed(self, cell: Cell) -> Room:
        """The largest part that is left without the cell."""
        return Room(self.height, self.width, _largest_part(self.floor - {cell}))


def random_room(random: Random, recipe: Recipe) -> Room:
    """Bars of wall laid into an empty room until little enough is left."""
    height, width = recipe.height, recipe.width
    inner = frozenset((row, column) for row in range(1, height - 1) for column in range(1, width - 1))
    wanted = max(round(len(inner) * random.uniform(0.5, 0.85)), 3 * recipe.boxes[0])
    floor = inner
    while len(floor) > wanted:
        at = random.choice(sorted(floor))
        key = random.choice(KEYS)
        bar = {ahead_of(at, key, step) for step in range(random.randint(1, 3))}
        rest = _largest_part(floor - bar)
        if len(rest) < 3 * recipe.boxes[0]:
            break
        floor = rest
    return Room(height, width, floor)


def changed_room(random: Random, room: Room, kept: frozenset[Cell]) -> Room:
    """One wall opened or one floor cell closed; what is `kept` stays floor."""
    edge = room.edge()
    if edge and random.random() < 0.5:
        return room.opened(random.choice(edge))
    free = sorted(room.floor - kept)
    if not free:
        return room
    closed = room.closed(random.choice(free))
    return closed if kept <= closed.floor else room


def _largest_part(floor: frozenset[Cell]) -> frozenset[Cell]:
    rest, best = set(floor), frozenset[Cell]()
    while rest:
        part = {min(rest)}
        todo = list(part)
        while todo:
            cell = todo.pop()
            for key in KEYS:
                other = ahead_of(cell, key)
                if other in rest and other not in part:
                    part.add(other)
                    todo.append(other)
        rest -= part
        best = max(best, frozenset(part), key=lambda one: (len(one), sorted(one)))
    return best
