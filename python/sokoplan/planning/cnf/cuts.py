"""A box that cuts the board in two: the player stays on his side of it.

Comes in:  where the player can walk, and what bars a place.     Goes out: clauses for steps of a walk and a push.

    ########     With a box in the doorway the player pushes from a cell on his own side. The walk of a step says so
    #  #   #     already (`pushes`), but a solver is slow to see it: that a walk has an end here and none there is a
    # @$ . #     matter of counting, so it tries one walk after the other. Said of the sides it is one clause.
    ########

Whether the player is on a side is a variable, put together from those of smaller sides: along a corridor each has one
cell more than the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sokoplan.planning.cnf.stamp import Clause

Places = frozenset[int]
Graph = Mapping[int, set[int]]


def cut_clauses(
    graph: Graph,
    barriers: Mapping[int, set[int]],
    player: Mapping[int, int],
    origin: Mapping[int, int],
    new: Callable[[], int],
) -> list[Clause]:
    """Where a fact bars a place, the player pushes from the side that he is on. `player` and `origin` are, for each
    place, the variables "he is here" and "he pushes from here"."""
    starts, ends = _Within(player, new), _Within(origin, new)
    clauses: list[Clause] = []
    for side, place in sorted(_cuts(graph), key=lambda cut: (len(cut[0]), cut[1])):
        here, there = starts.variable(side), ends.variable(side)
        for fact in sorted(barriers[place]):
            clauses += [[-(fact + 1), -here, there], [-(fact + 1), here, -there]]
    return clauses + starts.clauses + ends.clauses


def _cuts(graph: Graph) -> Iterator[tuple[Places, int]]:
    """Places without which the rest falls apart, each with every side but the largest: that one follows."""
    for place in sorted(graph):
        for side in sorted(_sides(graph, place), key=len)[:-1]:
            yield side, place


def _sides(graph: Graph, shut: int) -> list[Places]:
    found, left = [], set(graph) - {shut}
    while left:
        first = min(left)
        side, todo = {first}, [first]
        while todo:
            more = (graph[todo.pop()] & left) - side
            side |= more
            todo += more
        found.append(frozenset(side))
        left -= side
    return found


class _Within:
    """Variables "it is one of these places", where it is always exactly one. Ask for small sets first."""

    def __init__(self, places: Mapping[int, int], new: Callable[[], int]) -> None:
        self._places, self._new = places, new
        self._known: dict[Places, int] = {}
        self.clauses: list[Clause] = []

    def variable(self, places: Places) -> int:
        if places not in self._known:
            self._known[places] = self._made(places)
        return self._known[places]

    def _made(self, places: Places) -> int:
        left, parts = places, []
        for smaller, variable in reversed(self._known.items()):
            if smaller <= left:
                parts.append(variable)
                left -= smaller
        parts += [self._places[place] for place in sorted(left)]
        if len(parts) == 1:
            return parts[0]
        within = self._new()
        self.clauses += [[-part, within] for part in parts]
        self.clauses.append([-within, *parts])
        return within
