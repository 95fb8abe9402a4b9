"""What two boxes cost together: pushes that must be wasted because they are in each other's way.

Comes in:  a Level of Sokoban, its Task and its Bound.     Goes out: for two boxes and where the player is, a waste.

    #######     The bound (`bounds`) brings home every box as if it were alone. Here two boxes are alone on the board
    #.$$  #     with the player, and the cheapest way to bring both home is looked for, where a push costs what it
    #. @  #     wastes. What a plan does with these two boxes is such a way: it wastes at least as much from here on,
    #######     whatever it does with the others.

All positions of two boxes are gone through once: pair and side of the player are a state, pushes lead from state to
state, and Dijkstra's method runs backwards from the states with both boxes on goals. Walks are floods on bit sets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from sokoplan.planning.cnf.bounds import Bound
from sokoplan.planning.task import Task
from sokoplan.puzzle.level import Cell, Level

# With more pairs of cells than this the table takes longer than it saves.
MOST_PAIRS = 12_000
DEAD = 1 << 20
Pair = tuple[int, int]  # bits of two cells, the smaller first
State = tuple[Pair, int]  # and the cells of the player's side, as a bit set


@dataclass(frozen=True)
class PairWaste:
    """Boxes on both cells, the player anywhere (no cells) or in one of these: so much will be wasted."""

    one: Cell
    two: Cell
    players: tuple[Cell, ...]
    waste: int  # DEAD: they cannot both be brought home


class _Board:
    """Cells as bits, row by row, with a column of wall between the rows."""

    def __init__(self, level: Level, task: Task, bound: Bound) -> None:
        self.width = level.width + 1
        cells = [(layer, self.bit(cell)) for layer, cell in task.facts if isinstance(cell, tuple)]
        self.players = sum(bit for layer, bit in cells if layer == "player")
        self.boxes = [bit for layer, bit in cells if layer == "box"]
        self.goals = sum(map(self.bit, level.goals))
        self.pushes: dict[int, list[tuple[int, int, int]]] = defaultdict(list)  # box: from, to, waste
        for operator, waste in bound.waste.items():
            if waste is not None:
                place, box = self._only(task, operator.needs, "player"), self._only(task, operator.deletes, "box")
                self.pushes[box].append((place, self._only(task, operator.adds, "box"), waste))

    def bit(self, cell: Cell) -> int:
        return 1 << cell[0] * self.width + cell[1]

    def cells(self, bits: int) -> Iterator[Cell]:
        while bits:
            low = bits & -bits
            yield divmod(low.bit_length() - 1, self.width)
            bits ^= low

    def _only(self, task: Task, facts: frozenset[int], layer: str) -> int:
        (cell,) = (where for name, where in map(task.facts.__getitem__, facts) if name == layer)
        assert isinstance(cell, tuple)
        return self.bit(cell)

    def side(self, player: int, free: int) -> int:
        """The cells that the player can walk to."""
        width, seen = self.width, player
        while (more := (seen | seen << 1 | seen >> 1 | seen << width | seen >> width) & free) != seen:
            seen = more
        return seen


def pair_wastes(level: Level, task: Task, bound: Bound) -> list[PairWaste]:
    if level.sinks:
        return []
    board = _Board(level, task, bound)
    if len(board.boxes) * (len(board.boxes) - 1) // 2 > MOST_PAIRS:
        return []
    sides, back = _graph(board)
    waste = _cheapest(back, [(pair, side) for pair in sides for side in sides[pair] if not sum(pair) & ~board.goals])
    return list(_told(board, sides, waste))


def _graph(board: _Board) -> tuple[dict[Pair, list[int]], dict[State, list[tuple[State, int]]]]:
    """For each pair the player's sides, and for each state those that lead to it, with what that wastes."""
    sides: dict[Pair, list[int]] = {}
    ordered = sorted(board.boxes)
    for index, one in enumerate(ordered):
        for two in ordered[index + 1 :]:
            sides[one, two] = list(_sides(board, board.players & ~(one | two)))
    back: dict[State, list[tuple[State, int]]] = defaultdict(list)
    for pair, many in sides.items():
        for box, other in (pair, pair[::-1]):
            for place, target, waste in board.pushes[box]:
                if target == other:
                    continue
                after = (target, other) if target < other else (other, target)
                from_ = next((side for side in many if side & place), 0)
                if from_ and after in sides:
                    to = next(side for side in sides[after] if side & box)
                    back[after, to].append(((pair, from_), waste))
    return sides, back


def _sides(board: _Board, free: int) -> Iterator[int]:
    while free:
        side = board.side(free & -free, free)
        yield side
        free &= ~side


def _cheapest(back: dict[State, list[tuple[State, int]]], ends: list[State]) -> dict[State, int]:
    best = dict.fromkeys(ends, 0)
    queue = [(0, index, state) for index, state in enumerate(ends)]
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


def _told(board: _Board, sides: dict[Pair, list[int]], waste: dict[State, int]) -> Iterator[PairWaste]:
    for pair, many in sides.items():
        (one,), (two,) = board.cells(pair[0]), board.cells(pair[1])
        costs = [(waste.get((pair, side), DEAD), side) for side in many]
        least = min((cost for cost, _ in costs), default=DEAD)
        if least:
            yield PairWaste(one, two, (), least)
        for cost, side in costs:
            if cost > least:
                yield PairWaste(one, two, tuple(board.cells(side)), cost)
