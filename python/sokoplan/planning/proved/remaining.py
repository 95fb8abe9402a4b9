"""How many keys a few boxes need at least, alone on the board with the player.

Comes in:  a Level and its (pruned) Task.     Goes out: for one, two or three boxes and where the player is, a number
of keys.

    #######     Take away all boxes but two: what a plan does with these two, and all its walks, is a plan for them
    #.$@$.#     alone, because pushing another box is then a step. So a plan has at least as many keys left as the
    #######     two need alone.

All positions of so many boxes are gone through once, key by key, backwards from those with all of them on goals. The
boxes are never all boxes of the level: that would be its solution, and there would be nothing left to prove. Of three
boxes only that is told which no two of them say already. Of two or three, it is told without the player, except where
it depends on him whether they can be brought home at all; a strategy that asks about single positions looks it up.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

from sokoplan.planning.task import Task
from sokoplan.puzzle.level import Cell, Level

# With more positions than this the table takes longer than it saves.
MOST_POSITIONS = 150_000
DEAD = 1 << 20
Boxes = tuple[Cell, ...]  # sorted
Table = dict[tuple[Boxes, Cell], int]  # boxes and player: the keys they need; not there: they are dead


@dataclass(frozen=True)
class Remaining:
    """Boxes on all of these cells, the player anywhere (no cells) or in one of these: so many keys are left."""

    boxes: Boxes
    players: tuple[Cell, ...]
    keys: int  # DEAD: they cannot all be brought home


class Tables:
    """For one box, for two, and so on: the keys that they need from every position."""

    def __init__(self, level: Level, task: Task) -> None:
        self._board = _Board(level, task)
        self._tables: list[Table] = []
        board = self._board
        for size in (1, 2, 3):
            if size >= len(level.boxes) or comb(len(board.boxes), size) * len(board.players) > MOST_POSITIONS:
                break
            self._tables.append(_table(board, size))

    @property
    def largest(self) -> int:
        """How many boxes the last of them is of."""
        return len(self._tables)

    def told(self) -> Iterator[Remaining]:
        """What belongs into a formula: of three boxes not what two of them say."""
        less: Table = {((), player): 0 for player in self._board.players}
        for size, table in enumerate(self._tables, 1):
            yield from _told(self._board, size, table, less)
            less = table

    def more_than(self, keys: int, boxes: Iterable[Cell], player: Cell) -> Remaining | None:
        """A few of these boxes that need more keys than this, with all places of the player where they do."""
        ordered = sorted(boxes)
        for size, table in enumerate(self._tables, 1):
            for some in combinations(ordered, size):
                if table.get((some, player), DEAD) > keys:
                    places = [place for place in self._board.players if place not in some]
                    there = tuple(place for place in places if table.get((some, place), DEAD) > keys)
                    return Remaining(some, there if len(there) < len(places) else (), keys + 1)
        return None


def tables_of(level: Level, task: Task) -> Tables | None:
    """None where a box may be left where it is, or vanishes."""
    return Tables(level, task) if level.every_box_goes_home and not level.sinks else None


def remaining(level: Level, task: Task) -> list[Remaining]:
    tables = tables_of(level, task)
    return [] if tables is None else list(tables.told())


def at_the_start(level: Level, told: list[Remaining]) -> int:
    """How many keys a plan has at least."""
    here = (
        one.keys
        for one in told
        if level.boxes.issuperset(one.boxes) and (not one.players or level.player in one.players)
    )
    return max(here, default=0)


class _Board:
    """Walks and pushes backwards."""

    def __init__(self, level: Level, task: Task) -> None:
        self.players = sorted(where for layer, where in task.facts if layer == "player" and isinstance(where, tuple))
        self.boxes = sorted(where for layer, where in task.facts if layer == "box" and isinstance(where, tuple))
        self.goals = [cell for cell in self.boxes if cell in level.goals]
        self.walks: dict[Cell, list[Cell]] = defaultdict(list)  # player after: before
        self.pushes: dict[tuple[Cell, Cell], list[Cell]] = defaultdict(list)  # player and box after: player before
        for operator in task.operators:
            before, after = _only(task, operator.needs, "player"), _only(task, operator.adds, "player")
            if operator.deed == "move":
                self.walks[after].append(before)
            else:
                self.pushes[after, _only(task, operator.adds, "box")].append(before)

    def before(self, boxes: Boxes, player: Cell) -> Iterator[tuple[Boxes, Cell]]:
        for place in self.walks[player]:
            if place not in boxes:
                yield boxes, place
        for index, box in enumerate(boxes):
            for place in self.pushes.get((player, box), ()):
                if place not in boxes:
                    yield tuple(sorted((*boxes[:index], player, *boxes[index + 1 :]))), place


def _only(task: Task, facts: frozenset[int], layer: str) -> Cell:
    (cell,) = (where for name, where in map(task.facts.__getitem__, facts) if name == layer)
    assert isinstance(cell, tuple)
    return cell


def _table(board: _Board, size: int) -> Table:
    ends = (
        (boxes, player)
        for boxes in combinations(board.goals, size)
        for player in board.players
        if player not in boxes
    )
    keys = dict.fromkeys(ends, 0)
    queue = deque(keys)
    while queue:
        position = queue.popleft()
        more = keys[position] + 1
        for other in board.before(*position):
            if other not in keys:
                keys[other] = more
                queue.append(other)
    return keys


def _told(board: _Board, size: int, table: Table, less: Table) -> Iterator[Remaining]:
    """`less`: the table with one box less."""
    for boxes in combinations(board.boxes, size):
        subsets = [boxes[:index] + boxes[index + 1 :] for index in range(size)]
        places = [player for player in board.players if player not in boxes]
        if not places:
            continue
        keys = {player: table.get((boxes, player), DEAD) for player in places}
        known = {player: max(less.get((subset, player), DEAD) for subset in subsets) for player in places}
        least = min(keys.values())
        if least > max(min(less.get((subset, player), DEAD) for player in places) for subset in subsets):
            yield Remaining(boxes, (), least)
        exactly: dict[int, list[Cell]] = defaultdict(list)
        for player in places:
            if keys[player] > max(known[player], least) and (size == 1 or keys[player] == DEAD):
                exactly[keys[player]].append(player)
        for number, players in exactly.items():
            yield Remaining(boxes, tuple(players), number)
