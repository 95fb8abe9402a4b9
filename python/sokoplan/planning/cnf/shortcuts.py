"""Walks that a shortest plan can do without, where walking changes nothing but the player's cell.

Comes in:  the operators of a step, with their variables.     Goes out: clauses over two neighbouring steps.

    #####     Straight back (l after r): the same position was there two steps ago.
    #   #     Round a corner and back (r, u, l): the player ends beside where he began, and could have gone there in
    #@  #     one step, for the last cell is free.
    #####     Two ways round an open square (u, r and r, u): one of them is enough. The one that goes up or down
              first is kept, unless a box is in its way.

The first two are in no shortest plan. Of the plans that differ by the third only, the one that goes up or down first
wherever it can is kept, so a level has as many moves as before but fewer plans to refute. All of it is read off the
operators of the task, so a game in which the player moves otherwise gets only what is true there.
"""

from __future__ import annotations

from collections.abc import Iterator

from sokoplan.planning.cnf.encoding import FAR, OPPOSITE, Variables
from sokoplan.planning.cnf.operators import NOOP, Operators
from sokoplan.planning.cnf.stamp import Clause

# Of two ways round a square, the one that begins with one of these is kept.
_FIRST, _SECOND = ("u", "d"), ("l", "r")


class Shortcuts:
    def __init__(self, steps: Operators) -> None:
        self.steps = steps
        player = steps.player
        changed = [(used, used.operator.adds | used.operator.deletes) for used in steps.used]
        kinds = {used.kind for used, facts in changed if facts <= player}
        kinds -= {used.kind for used, facts in changed if not facts <= player}
        kinds.discard(steps.kinds.get(NOOP, 0))
        self.kinds = sorted(kinds)
        # For each place and key where it leads, and the facts that bar it.
        self.walks: dict[tuple[int, str], tuple[int, frozenset[int]]] = {}
        for used, _ in changed:
            operator = used.operator
            if (
                used.kind in kinds
                and operator.key in OPPOSITE
                and len(operator.adds) == 1
                and operator.needs <= player
            ):
                (here,), (there,) = operator.needs, operator.adds
                self.walks[here, operator.key] = there, operator.forbids

    def clauses(self, variables: Variables, *, one_way: bool) -> Iterator[Clause]:
        """`one_way`: of two ways round a square only one; not if every plan counts."""
        yield from self._straight_back()
        if len(self.kinds) == 1:
            yield from self._round_a_corner(variables)
            if one_way:
                yield from self._one_way()

    def _straight_back(self) -> Iterator[Clause]:
        keys = self.steps.keys
        for key, variable in keys.items():
            if OPPOSITE.get(key) in keys:
                back = keys[OPPOSITE[key]] + FAR
                yield from ([-variable, -kind, -back, -(other + FAR)] for kind in self.kinds for other in self.kinds)

    def _round_a_corner(self, variables: Variables) -> Iterator[Clause]:
        """Three steps, so that the first is remembered in a variable."""
        (walk,), keys = self.kinds, self.steps.keys
        for key in OPPOSITE:
            turns = [turn for turn in OPPOSITE if turn not in (key, OPPOSITE[key]) and self._is_detour(key, turn)]
            if not turns or not {key, OPPOSITE[key], *turns} <= keys.keys():
                continue
            walked = variables.new(f"walked_{key}({{t}})")
            yield [-keys[key], -walk, walked + FAR]
            yield from ([-walked, -keys[turn], -walk, -(keys[OPPOSITE[key]] + FAR), -(walk + FAR)] for turn in turns)

    def _is_detour(self, key: str, turn: str) -> bool:
        """Whether `key`, `turn` and the opposite of `key` lead, wherever they can be walked, where `turn` does."""
        for (_, pressed), (first, _) in self.walks.items():
            if pressed != key or (first, turn) not in self.walks:
                continue
            (second, _), here = self.walks[first, turn], self._behind(first, key)
            last = self.walks.get((second, OPPOSITE[key]))
            if last is None:
                continue
            straight = self.walks.get((here, turn)) if here is not None else None
            if straight is None or straight[0] != last[0] or not straight[1] <= last[1]:
                return False
        return True

    def _behind(self, place: int, key: str) -> int | None:
        """The one place from which the key leads to this one."""
        found = [here for (here, pressed), (there, _) in self.walks.items() if pressed == key and there == place]
        return found[0] if len(found) == 1 else None

    def _one_way(self) -> Iterator[Clause]:
        (walk,), steps = self.kinds, self.steps
        for (here, second), (corner, _) in sorted(self.walks.items()):
            for first in _FIRST if second in _SECOND else ():
                end, other = self.walks.get((corner, first)), self.walks.get((here, first))
                along = self.walks.get((other[0], second)) if other is not None else None
                if end is None or other is None or along is None or end[0] != along[0] or not along[1] <= end[1]:
                    continue
                bars = [steps.before(fact) for fact in sorted(other[1])]
                now = [-steps.before(here), -steps.keys[second], -walk]
                yield [*now, -(steps.keys[first] + FAR), -(walk + FAR), *bars]
