"""What a few boxes cost together: pushes that must be wasted because they are in each other's way.

Comes in:  a Level of Sokoban, its Task and its Bound.     Goes out: for two or three boxes and where the player is, a
waste.

    #######     The bound (`bounds`) brings home every box as if it were alone. Here two or three boxes are alone on
    #.$$  #     the board with the player, and the cheapest way to bring them home is looked for, where a push costs
    #. @  #     what it wastes. What a plan does with these boxes is such a way: it wastes at least as much from here
    #######     on, whatever it does with the others.

All positions of so many boxes are gone through once: their cells and the side of the player are a state, pushes lead
from state to state, and Dijkstra's method runs backwards from the states with all of them on goals. Walks are floods
on bit sets. Of three boxes only that is told which no two of them say already.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import combinations
from math import comb
from typing import TypeGuard

from sokoplan.planning.proved.bounds import Bound
from sokoplan.planning.task import Task
from sokoplan.puzzle.level import Cell, Level

# With more sets of cells than this the table takes longer than it saves.
MOST_SETS = 12_000
DEAD = 1 << 20
_LOOK = 1000  # sets between two looks at the clock
State = tuple[int, int]  # the cells of the boxes and those of the player's side, as bit sets
Table = dict[int, list[tuple[int, int]]]  # for each set of boxes what is wasted, and from which side of the player


def _is_cell(where: object) -> TypeGuard[Cell]:
    return isinstance(where, tuple)


@dataclass(frozen=True)
class Fight:
    """Boxes on all of these cells, the player anywhere (no cells) or in one of these: so much will be wasted."""

    boxes: tuple[Cell, ...]
    players: tuple[Cell, ...]
    waste: int  # DEAD: they cannot all be brought home


class Sides:
    """Where the player can walk. Cells are bits, row by row, with a column of wall between the rows."""

    def __init__(self, level: Level, task: Task) -> None:
        self.width = level.width + 1
        self.players = sum(self.bit(cell) for layer, cell in task.facts if layer == "player" and _is_cell(cell))

    def bit(self, cell: Cell) -> int:
        return 1 << cell[0] * self.width + cell[1]

    def cells(self, bits: int) -> Iterator[Cell]:
        while bits:
            low = bits & -bits
            yield divmod(low.bit_length() - 1, self.width)
            bits ^= low

    def of(self, boxes: Iterable[Cell], player: Cell) -> Iterator[Cell]:
        """The cells that the player can walk to."""
        return self.cells(self.walk(self.bit(player), self.players & ~sum(map(self.bit, boxes))))

    def walk(self, seen: int, free: int) -> int:
        width = self.width
        while (more := (seen | seen << 1 | seen >> 1 | seen << width | seen >> width) & free) != seen:
            seen = more
        return seen


class _Board(Sides):
    def __init__(self, level: Level, task: Task, bound: Bound) -> None:
        super().__init__(level, task)
        self.boxes = sorted(self.bit(cell) for layer, cell in task.facts if layer == "box" and _is_cell(cell))
        self.goals = sum(map(self.bit, level.goals))
        self.below = {(self.bit(goal), self.bit(player)): waste for (goal, player), waste in bound.below.items()}
        self.pushes: dict[int, list[tuple[int, int, int]]] = defaultdict(list)  # box: from, to, waste
        for operator, waste in bound.waste.items():
            if waste is not None:
                place, box = self._only(task, operator.needs, "player"), self._only(task, operator.deletes, "box")
                self.pushes[box].append((place, self._only(task, operator.adds, "box"), waste))

    def _only(self, task: Task, facts: frozenset[int], layer: str) -> int:
        (cell,) = (where for name, where in map(task.facts.__getitem__, facts) if name == layer)
        assert isinstance(cell, tuple)
        return self.bit(cell)

    def sides(self, boxes: int) -> list[int]:
        """The pieces into which these boxes cut where the player can be."""
        free, found = self.players & ~boxes, []
        while free:
            found.append(self.walk(free & -free, free))
            free &= ~found[-1]
        return found

    def at_the_end(self, boxes: int, side: int) -> int:
        """What is wasted after the last push, with these boxes on goals."""
        if not self.below:
            return 0
        player = side & -side
        return sum(self.below.get((box, player), 0) for box in self.boxes if box & boxes)


def fights(level: Level, task: Task, bound: Bound) -> list[Fight]:
    if level.sinks:
        return []
    board = _Board(level, task, bound)
    told: list[Fight] = []
    less: Table = {}
    for size in (2, 3):
        if size > len(level.boxes) or comb(len(board.boxes), size) > MOST_SETS:
            break
        table = _table(board, size)
        told += _told(board, table, less)
        less = table
    return told


def fights_of(level: Level, task: Task, bound: Bound, size: int, pause: Callable[[], None]) -> list[Fight]:
    """Only those of so many boxes that fewer do not tell. `pause` is called often, and may raise to stop."""
    board = _Board(level, task, bound)
    less = _table(board, size - 1, pause) if size > 2 else {}
    return list(_told(board, _table(board, size, pause), less))


def _table(board: _Board, size: int, pause: Callable[[], None] = lambda: None) -> Table:
    """For each set of so many boxes the player's sides, and what is wasted from there on."""
    sides = {sum(boxes): board.sides(sum(boxes)) for boxes in combinations(board.boxes, size)}
    back: dict[State, list[tuple[State, int]]] = defaultdict(list)
    for number, (boxes, many) in enumerate(sides.items()):
        if number % _LOOK == 0:
            pause()
        for box in board.boxes:
            if not boxes & box:
                continue
            others = boxes ^ box
            for place, target, waste in board.pushes[box]:
                if target & others or place & others:
                    continue
                from_ = next(side for side in many if side & place)
                after = others | target
                to = next(side for side in sides[after] if side & box)
                back[after, to].append(((boxes, from_), waste))
    ends = {
        (boxes, side): board.at_the_end(boxes, side)
        for boxes, many in sides.items()
        if not boxes & ~board.goals
        for side in many
    }
    cheapest = _cheapest(back, ends)
    return {boxes: [(cheapest.get((boxes, side), DEAD), side) for side in many] for boxes, many in sides.items()}


def _cheapest(back: dict[State, list[tuple[State, int]]], ends: dict[State, int]) -> dict[State, int]:
    best = dict(ends)
    queue = [(waste, index, state) for index, (state, waste) in enumerate(ends.items())]
    heapify(queue)
    count = len(queue)
    while queue:
        spent, _, state = heappop(queue)
        if spent > best[state]:
            continue
        for other, waste in back.get(state, ()):
            if spent + waste < best.get(other, DEAD):
                best[other] = spent + waste
                heappush(queue, (spent + waste, count, other))
                count += 1
    return best


def _told(board: _Board, table: Table, less: Table) -> Iterator[Fight]:
    """`less`: the table with one box less."""
    for boxes, many in table.items():
        cells = tuple(board.cells(boxes))
        subsets = [less.get(boxes ^ board.bit(cell), []) for cell in cells]
        least = min((cost for cost, _ in many), default=DEAD)
        if least > max((min(cost for cost, _ in sides) for sides in subsets if sides), default=0):
            yield Fight(cells, (), least)
        for cost, side in many:
            low = side & -side
            known = max((cost for sides in subsets for cost, other in sides if other & low), default=0)
            if cost > max(least, known):
                yield Fight(cells, tuple(board.cells(side)), cost)
