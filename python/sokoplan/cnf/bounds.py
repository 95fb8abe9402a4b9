"""How many pushes at least: boxes matched with goals, and what each push is worth.

Comes in:  a Level of Sokoban and its Task.     Goes out: a lower bound, and for each push how much of it is wasted.

    #########     A box's distance to a goal is counted in pushes on the empty board. The cheapest matching of boxes
    #@ $ . .#     with goals is a lower bound h (the Hungarian method). Its dual prices v make a potential
    #  $    #     p(cell) = min over goals g of distance(cell, g) - v(g): summed over the boxes, plus the sum of v, it
    #########     is h at the start and at most 0 at the end, and a push lowers it by at most one.

So a plan of T pushes can waste at most T - h: every push that does not lower the potential by one uses that up. That
is linear, so it can be counted inside a formula: this is where Hall's theorem enters the pushes encoding.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from sokoplan.level import Cell, Level
from sokoplan.task import Operator, Task

_FAR = 1 << 20  # further than any real distance


@dataclass(frozen=True)
class Bound:
    """`least` pushes at least; `potential` of each cell that a box may be in; `even`: all plans have its parity."""

    least: int
    potential: dict[Cell, int]
    even: bool

    def wasted(self, operator: Operator, task: Task) -> int:
        """How far this push falls short of lowering the potential by one."""
        (gone,) = (where for where in _cells(task, operator.deletes, "box"))
        come = _cells(task, operator.adds, "box")
        before = self.potential.get(gone, 0)
        # A box that a sink swallows is done with: nothing is left of its potential.
        after = self.potential.get(come[0], 0) if come else 0
        return max(0, after - before + 1)


def _cells(task: Task, facts: frozenset[int], layer: str) -> list[Cell]:
    named = (task.facts[fact] for fact in sorted(facts))
    return [where for name, where in named if name == layer and isinstance(where, tuple)]


def push_bound(level: Level, task: Task) -> Bound | None:
    """The bound for this (pruned) task; None where no box needs a goal of its own (holes, each-once, no boxes)."""
    if level.game == "helltaker" or level.holes or level.reading != "end" or not level.boxes:
        return None
    back: dict[Cell, set[Cell]] = {}
    for operator in task.operators:
        if operator.deed == "push":
            (gone,) = _cells(task, operator.deletes, "box")
            come = _cells(task, operator.adds, "box")
            target = come[0] if come else (-1, -1)  # the sink, wherever it is
            back.setdefault(target, set()).add(gone)
    boxes = sorted(level.boxes)
    if level.sinks:
        potential = _distances(back, (-1, -1))
        return Bound(sum(potential.get(box, _FAR) for box in boxes), potential, even=len(level.sinks) == 1)
    goals = sorted(level.goals)
    distance = {goal: _distances(back, goal) for goal in goals}
    prices, least = _matching([[distance[goal].get(box, _FAR) for goal in goals] for box in boxes])
    cells = {cell for table in distance.values() for cell in table}
    potential = {
        cell: min(table[cell] - prices[goal] for goal, table in enumerate(distance.values()) if cell in table)
        for cell in cells
    }
    return Bound(least, potential, even=len(boxes) == len(goals))


def _distances(back: dict[Cell, set[Cell]], goal: Cell) -> dict[Cell, int]:
    far = {goal: 0}
    queue = deque([goal])
    while queue:
        cell = queue.popleft()
        for other in sorted(back.get(cell, ())):
            if other not in far:
                far[other] = far[cell] + 1
                queue.append(other)
    return far


def _matching(cost: list[list[int]]) -> tuple[list[int], int]:
    """The prices of the columns and the cost of the cheapest matching of all rows (Kuhn and Munkres)."""
    rows, columns = len(cost), len(cost[0]) if cost else 0
    row_price, price = [0] * (rows + 1), [0] * (columns + 1)
    owner = [0] * (columns + 1)  # the row that has this column; rows and columns from 1
    for row in range(1, rows + 1):
        owner[0] = row
        slack = [_FAR * 4] * (columns + 1)
        came = [0] * (columns + 1)
        done = [False] * (columns + 1)
        at = 0
        while owner[at]:
            done[at] = True
            best, step = -1, _FAR * 8
            for column in range(1, columns + 1):
                if not done[column]:
                    rest = cost[owner[at] - 1][column - 1] - row_price[owner[at]] - price[column]
                    if rest < slack[column]:
                        slack[column], came[column] = rest, at
                    if slack[column] < step:
                        best, step = column, slack[column]
            for column in range(columns + 1):
                if done[column]:
                    row_price[owner[column]] += step
                    price[column] -= step
                else:
                    slack[column] -= step
            at = best
        while at:
            owner[at] = owner[came[at]]
            at = came[at]
    total = sum(cost[owner[column] - 1][column - 1] for column in range(1, columns + 1) if owner[column])
    return price[1:], total
