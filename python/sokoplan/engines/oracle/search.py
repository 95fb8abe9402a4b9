"""The oracle: plain uniform-cost search over the rules of the game. Slow, short, and right.

It uses nothing but `play` and `won`: no heuristic, no deadlock test, no move ordering. Tests compare all engines with
it. If every key costs one it is the breadth-first search of the textbook; other objectives only weigh the keys
differently.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from sokoplan.puzzle.level import KEYS, Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import Deed, Snapshot, begin, play, won

# Two costs in one number: the first decides, the second breaks ties. No plan we can search is this long.
_FIRST = 1 << 32

Weigh = Callable[[Deed, int], int]
Watch = Callable[[int, int], None]
WEIGHTS: dict[str, Weigh] = {
    "any": lambda deed, cost: cost,
    "moves": lambda deed, cost: cost,
    "pushes": lambda deed, cost: deed == "push",
    "moves-pushes": lambda deed, cost: cost * _FIRST + (deed == "push"),
    "pushes-moves": lambda deed, cost: (deed == "push") * _FIRST + cost,
}


@dataclass(frozen=True)
class Cheapest:
    """`plan` is None if there is none: every position was visited. `nodes` is how many were."""

    plan: Plan | None
    cost: int | None
    nodes: int


def successors(level: Level, position: Snapshot, weigh: Weigh) -> Iterator[tuple[str, Snapshot, int]]:
    """Each key that is allowed, where it leads, and its weight."""
    state = begin(level)
    for key in KEYS:
        state.restore(position)
        deed, cost = play(level, state, key)
        if deed:
            yield key, state.snapshot(), weigh(deed, cost)


def search(level: Level, objective: str = "moves", watch: Watch | None = None) -> Cheapest:
    """A plan of least weight. `watch(nodes, cost)` is called now and then; it may raise to stop the search."""
    weigh = WEIGHTS[objective]
    goal = level.law.goal(level)
    state = begin(level)
    start = state.snapshot()
    best = {start: 0}
    came: dict[Snapshot, tuple[str, Snapshot]] = {}
    queue: list[tuple[int, int, Snapshot]] = [(0, 0, start)]
    serial = nodes = 0
    while queue:
        cost, _, position = heapq.heappop(queue)
        if cost > best[position]:
            continue
        nodes += 1
        if watch is not None and nodes % 1000 == 0:
            watch(nodes, cost)
        state.restore(position)
        if won(state, goal):
            return Cheapest(Plan(_keys(came, position)), cost, nodes)
        for key, after, weight in successors(level, position, weigh):
            total = cost + weight
            # A position past Helltaker's limit is useless. Its only objective weighs what the limit counts.
            if level.limit is not None and total > level.limit:
                continue
            if total < best.get(after, total + 1):
                best[after] = total
                came[after] = key, position
                serial += 1
                heapq.heappush(queue, (total, serial, after))
    return Cheapest(None, None, nodes)


def _keys(came: dict[Snapshot, tuple[str, Snapshot]], position: Snapshot) -> str:
    keys = ""
    while position in came:
        key, position = came[position]
        keys += key
    return keys[::-1]


@dataclass(frozen=True)
class AllPlans:
    """How many plans there are, and the first few of them in the order of their keys."""

    count: int
    plans: tuple[Plan, ...]
    nodes: int


def all_plans(level: Level, objective: str = "moves", most: int = 0, watch: Watch | None = None) -> AllPlans:
    """All plans of least weight; for Helltaker all within the limit. Lists at most `most` of them, counts all.

    A plan is a string of keys that ends with its first win. Objectives that do not weigh walking have infinitely
    many plans, so they are refused.
    """
    if objective == "pushes":
        raise ValueError("walking is free under `pushes`, so there are infinitely many plans; use pushes-moves")
    weigh = WEIGHTS[objective]
    found = search(level, objective, watch)
    if found.cost is None:
        return AllPlans(0, (), found.nodes)
    bound = found.cost if level.limit is None else level.limit

    start = begin(level).snapshot()
    edges, wins = _graph(level, bound, weigh, watch)
    left = _distances(wins, edges)
    # A step is useful if what remains of the bound after it still pays for the rest of a plan.
    useful = _Useful(edges, left)
    return AllPlans(_count(start, bound, useful), tuple(islice(_list(start, bound, useful), most)), len(edges))


Edges = dict[Snapshot, list[tuple[str, Snapshot, int]]]


def _graph(level: Level, bound: int, weigh: Weigh, watch: Watch | None) -> tuple[Edges, list[Snapshot]]:
    """All positions that can be reached within the bound, with the keys between them; and those that are won."""
    goal = level.law.goal(level)
    state = begin(level)
    start = state.snapshot()
    edges: Edges = {}
    wins = []
    cheapest = {start: 0}
    queue: list[tuple[int, int, Snapshot]] = [(0, 0, start)]
    serial = 0
    while queue:
        cost, _, position = heapq.heappop(queue)
        if position in edges:
            continue
        if watch is not None and len(edges) % 1000 == 0:
            watch(len(edges), cost)
        edges[position] = []
        state.restore(position)
        if won(state, goal):
            wins.append(position)
            continue
        for key, after, weight in successors(level, position, weigh):
            if cost + weight <= bound:
                edges[position].append((key, after, weight))
                if cost + weight < cheapest.get(after, bound + 1):
                    cheapest[after] = cost + weight
                    serial += 1
                    heapq.heappush(queue, (cost + weight, serial, after))
    return edges, wins


@dataclass(frozen=True)
class _Useful:
    """The steps that can still be part of a plan, given a position and what may still be spent (the purse)."""

    edges: Edges
    left: dict[Snapshot, int]

    def steps(self, position: Snapshot, purse: int) -> list[tuple[str, Snapshot, int]]:
        return [
            (key, after, purse - weight)
            for key, after, weight in self.edges[position]
            if after in self.left and self.left[after] <= purse - weight
        ]


def _count(start: Snapshot, bound: int, useful: _Useful) -> int:
    """How many plans, by position and purse; without recursion, because plans can be long."""
    counts: dict[tuple[Snapshot, int], int] = {}
    todo = [(start, bound)]
    while todo:
        position, purse = todo[-1]
        if (position, purse) in counts:
            todo.pop()
        elif useful.left[position] == 0:
            counts[position, purse] = 1
        else:
            cases = [(after, rest) for _, after, rest in useful.steps(position, purse)]
            unknown = [case for case in cases if case not in counts]
            if unknown:
                todo += unknown
            else:
                counts[position, purse] = sum(counts[case] for case in cases)
    return counts[start, bound]


def _list(start: Snapshot, bound: int, useful: _Useful) -> Iterator[Plan]:
    """The plans one by one, in the order of their keys."""
    walks: list[tuple[Snapshot, int, str]] = [(start, bound, "")]
    while walks:
        position, purse, keys = walks.pop()
        if useful.left[position] == 0:
            yield Plan(keys)
        else:
            steps = useful.steps(position, purse)
            walks += [(after, rest, keys + key) for key, after, rest in reversed(steps)]


def _distances(wins: list[Snapshot], edges: Edges) -> dict[Snapshot, int]:
    """The least weight from each position to a win."""
    back: dict[Snapshot, list[tuple[Snapshot, int]]] = {}
    for before, steps in edges.items():
        for _, after, weight in steps:
            back.setdefault(after, []).append((before, weight))
    left = dict.fromkeys(wins, 0)
    queue = [(0, index, win) for index, win in enumerate(wins)]
    heapq.heapify(queue)
    serial = len(queue)
    while queue:
        cost, _, position = heapq.heappop(queue)
        if cost > left[position]:
            continue
        for before, weight in back.get(position, ()):
            if cost + weight < left.get(before, cost + weight + 1):
                left[before] = cost + weight
                serial += 1
                heapq.heappush(queue, (cost + weight, serial, before))
    return left
