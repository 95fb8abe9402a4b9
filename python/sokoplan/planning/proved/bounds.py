"""How many pushes at least: boxes matched with goals, and what each push is worth.

Comes in:  a Level of Sokoban and its Task.     Goes out: a lower bound, and for each push how much of it is wasted.

    #########     A box's distance to a goal is counted in pushes on a board without other boxes, and it depends on
    #@ $ . .#     the side that the player is on: he may not get round the box. Only pushing this box can change the
    #  $    #     side, so side and cell together are the box's state. The cheapest matching of boxes with goals is a
    #########     lower bound h (the Hungarian method). Its dual prices v make a potential p(state) = min over goals g
                  of distance(state, g) - v(g): summed over the boxes, plus the sum of v, it is h at the start and at
                  most 0 at the end, and a push lowers it by at most one.

So a plan of T pushes can waste at most T - h: every push that does not lower the potential by one uses that up. That
is linear, so it can be counted inside a formula: this is where Hall's theorem enters the pushes encoding. A push into
a state from which no goal can be reached is hopeless.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import gcd

from sokoplan.planning.task import Operator, Task
from sokoplan.puzzle.level import Cell, Level

_FAR = 1 << 20  # further than any real distance
State = tuple[Cell, Cell]  # where a box is, and the first of the cells that the player can walk to beside it
_GONE: State = ((-1, -1), (-1, -1))  # in the sink, wherever that is


@dataclass(frozen=True)
class Bound:
    """`least` pushes at least; `even`: all plans have its parity; `waste`: how far a push falls short of lowering the
    potential by one, None for a hopeless one; `below`: for a goal with a box on it and a cell of the player, how far
    the box's potential is below what it is worth at the end, where that too is waste."""

    least: int
    even: bool
    waste: Mapping[Operator, int | None]
    below: Mapping[tuple[Cell, Cell], int] = field(default_factory=dict)

    @property
    def hopeless(self) -> bool:
        """Whether the boxes cannot be matched with goals that each of them could reach alone: there is no plan."""
        return self.least >= _FAR

    @cached_property
    def grain(self) -> int:
        """What every waste is a multiple of: two on most boards, where a push takes a box nearer or away."""
        return gcd(*(waste for waste in (*self.waste.values(), *self.below.values()) if waste)) or 1

    def without_hopeless(self, task: Task) -> Task:
        """The task without the pushes that no plan holds."""
        return replace(task, operators=tuple(op for op in task.operators if self.waste.get(op, 0) is not None))


def push_bound(level: Level, task: Task) -> Bound | None:
    """The bound for this (pruned) task; None where no box needs a goal of its own (holes, each-once, no boxes)."""
    if not level.every_box_goes_home or not level.boxes:
        return None
    sides = _Sides({where for layer, where in task.facts if layer == "player" and isinstance(where, tuple)})
    states = {
        operator: _before_and_after(operator, task, sides) for operator in task.operators if operator.deed == "push"
    }
    back: dict[State, set[State]] = {}
    for before, after in states.values():
        back.setdefault(after, set()).add(before)
    boxes = [(box, sides.of(box, level.player)) for box in sorted(level.boxes)]
    targets = [{_GONE}] if level.sinks else [_at(goal, states.values(), boxes) for goal in sorted(level.goals)]
    distances = [_distances(back, target) for target in targets]
    if level.sinks:  # it takes them all, so there is nothing to match
        prices, least = [0], sum(distances[0].get(box, _FAR) for box in boxes)
    else:
        prices, least = _matching([[table.get(box, _FAR) for table in distances] for box in boxes])
    potential = {
        state: min(table[state] - price for price, table in zip(prices, distances, strict=True) if state in table)
        for state in {state for table in distances for state in table}
    }
    waste = {
        operator: None if after not in potential else max(0, potential[after] - potential[before] + 1)
        for operator, (before, after) in states.items()
    }
    below = {
        (goal, player): -price - potential[goal, side]
        for goal, price in zip(sorted(level.goals), prices, strict=not level.sinks)
        for player in sides.floor - {goal}
        if (side := sides.of(goal, player)) and potential.get((goal, side), -price) < -price
    }
    even = len(level.sinks) == 1 if level.sinks else len(boxes) == len(level.goals)
    return Bound(least, even, waste, below)


class _Sides:
    """Where the player can walk when a box is in his way."""

    def __init__(self, floor: set[Cell]) -> None:
        self.floor = floor
        self._known: dict[Cell, dict[Cell, Cell]] = {}

    def of(self, box: Cell, player: Cell) -> Cell:
        """The name of the player's side of this box: the first cell of it."""
        if box not in self._known:
            self._known[box] = self._pieces(box)
        return self._known[box].get(player, player)

    def _pieces(self, box: Cell) -> dict[Cell, Cell]:
        name: dict[Cell, Cell] = {}
        for first in sorted(self.floor):
            if first in name or first == box:
                continue
            name[first] = first
            queue = deque([first])
            while queue:
                row, column = queue.popleft()
                for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                    if cell in self.floor and cell not in name and cell != box:
                        name[cell] = first
                        queue.append(cell)
        return name


def _before_and_after(operator: Operator, task: Task, sides: _Sides) -> tuple[State, State]:
    (gone,) = _cells(task, operator.deletes, "box")
    (here,) = _cells(task, operator.needs, "player")
    come = _cells(task, operator.adds, "box")
    # After the push the player stands where the box was.
    return (gone, sides.of(gone, here)), (come[0], sides.of(come[0], gone)) if come else _GONE


def _cells(task: Task, facts: frozenset[int], layer: str) -> list[Cell]:
    named = (task.facts[fact] for fact in sorted(facts))
    return [where for name, where in named if name == layer and isinstance(where, tuple)]


def _at(goal: Cell, pushes: Iterable[tuple[State, State]], boxes: list[State]) -> set[State]:
    """The states of a box that is on this goal."""
    states = {state for push in pushes for state in push} | set(boxes)
    return {state for state in states if state[0] == goal}


def _distances(back: dict[State, set[State]], targets: set[State]) -> dict[State, int]:
    far = dict.fromkeys(targets, 0)
    queue = deque(sorted(targets))
    while queue:
        state = queue.popleft()
        for other in back.get(state, ()):
            if other not in far:
                far[other] = far[state] + 1
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
