"""One push at a time: learn which boxes must waste how much, until the start itself is known to.

    #######     The formula is of one push only. "From this position, with at most so much to waste: which push leads
    #.$$  #     to a position that is not known to need more?" If there is one, the same is asked there. If there is
    #. @  #     none, the solver says which boxes it takes to see that (its core), and for those boxes, wherever the
    #######     others are, a new clause says: so much is wasted from here on.

This is property-directed reachability (Bradley 2011; for planning Suda 2014), with the waste of `proved.bounds` in
the place of the number of steps. The waste is a sum over single pushes, so what some boxes waste alone on the board
they waste in company too: a plan's pushes of just these boxes are a plan of theirs, if the pushes of the others are
taken for steps. So it is enough to refute the pushes of some boxes alone on the board, and each such *pattern* is
true of every position, every step and every horizon. A long formula must learn the same again for each of its steps.

Instead of a push there may be nothing, which only a position with all boxes on goals allows: then that is the end of
a plan. Tables of a few boxes (`fights`) are patterns too, and larger tables are made when the questions have cost
more than the table will.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import count
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from sokoplan.engines.sat.learner import Boxes, Learner
from sokoplan.planning.proved.fights import DEAD, Fight, Sides, fights_of
from sokoplan.puzzle.level import Cell

if TYPE_CHECKING:
    from sokoplan.engines.sat.problem import Problem
    from sokoplan.engines.sat.watch import Watch
    from sokoplan.planning.cnf.encoding import Encoding

# A table is made once there were this many questions for each of its sets, and not at all if it has more sets.
_QUESTIONS_A_SET, _MOST_SETS = 0.3, 100_000
# A solver that was told so many patterns, and so many times as many as there still are, is replaced by a new one.
_MANY, _STALE = 1000, 1.2
_FIRST_COUNT = 32  # grains of waste that the first solver can count


class Position(NamedTuple):
    boxes: Boxes
    player: Cell
    model: list[int]  # of the formula that led here


class Patterns(Learner):
    """What is known of a level, and the solver that knows it."""

    def __init__(self, problem: Problem, watch: Watch) -> None:
        super().__init__(problem, watch)
        assert problem.parts.bound is not None
        self.bound = problem.parts.bound
        self.sides = Sides(problem.level, self.task)
        self.learned: dict[tuple[tuple[Cell, ...], tuple[Cell, ...]], Fight] = {}  # by boxes and players
        self.told = 0  # to the solver
        self.complete = max((len(fight.boxes) for fight in problem.parts.fights), default=1)
        self._begin(_FIRST_COUNT)

    def _begin(self, most_waste: int) -> None:
        """A solver that can count so much; what was learned stays."""
        self.encoding: Encoding = self.problem.encoding(noop=True, most_waste=most_waste)
        self.stride, self.waste = self.encoding.stride, self.encoding.waste
        self.restart([*self.encoding.always.at(0), *self.encoding.moving.at(0), *self.encoding.always.at(1)])
        self.solver.add(self._at_the_end())
        self.told = 0
        self._tell(self.learned.values())

    def _at_the_end(self) -> Iterable[list[int]]:
        """Who does nothing more wastes what the boxes' potential is below what they are worth on their goals."""
        for (goal, player), amount in self.bound.below.items():
            if goal in self.box and player in self.player:
                yield [-self.encoding.idle, -self.box[goal], -self.player[player], self.waste[self._index(amount)]]

    def _index(self, waste: int) -> int:
        """Of the counter's variable that says that so much is wasted."""
        return min(-(-waste // self.bound.grain), len(self.waste)) - 1

    def _tell(self, fights: Collection[Fight]) -> None:
        sets = ((one.boxes, one.players, None if one.waste >= DEAD else self._index(one.waste) + 1) for one in fights)
        self.tell_after(sets, self.waste)
        self.told += len(fights)

    def _learned(self, fights: Collection[Fight]) -> None:
        """Of the same boxes only what was learned last, which is more."""
        self.learned.update(((one.boxes, one.players), one) for one in fights)
        self._tell(fights)

    def plan_wasting(self, most: int) -> str | None:
        """The keys of a plan that wastes at most so many grains; None: there is none."""
        if most + 1 >= len(self.waste):
            self._begin(2 * len(self.waste))
        elif self.told > _MANY and self.told > _STALE * len(self.learned):
            self._begin(len(self.waste))
        level = self.problem.level
        way = [(Position(frozenset(level.boxes), level.player, []), most)]
        while way:
            position, left = way[-1]
            if self._push(position.boxes, position.player, left):
                model = self.solver.model()
                if model[self.encoding.idle - 1] > 0:
                    return "".join(map(self._keys, [step.model for step, _ in way[1:]]))
                wasted = (amount for one, amount in self.encoding.wastes.items() if model[one - 1] > 0)
                way.append((self._after(model), left - max(wasted, default=0)))
            else:
                self._learn(position, left)
                way.pop()
        return None

    def _push(self, boxes: Boxes, player: Cell, left: int) -> bool:
        """Whether these boxes, alone on the board, have a push to where no more need be wasted than is left."""
        return self.answer(boxes, [self.player[player], -self.waste[left]])

    def _after(self, model: list[int]) -> Position:
        """Where the push of a model leads."""
        player = next(cell for cell, fact in self.player.items() if model[fact + self.stride - 1] > 0)
        return Position(self.boxes_after(model), player, model)

    def _keys(self, model: list[int]) -> str:
        """The walk and the push."""
        return self.encoding.decoder(self.encoding, frozenset(literal for literal in model if literal > 0), 1)

    def _core(self, boxes: Boxes, player: Cell) -> tuple[Boxes, bool]:
        """The boxes that the last refutation needed, and whether it needed to know where the player is."""
        core = set(self.solver.core())
        return frozenset(cell for cell in boxes if self.box[cell] in core), self.player[player] in core

    def _learn(self, position: Position, left: int) -> None:
        """Just refuted: with all these boxes. With fewer of them?"""
        boxes, sided = self._core(position.boxes, position.player)
        for cell in sorted(boxes):
            # What so few boxes waste is known already.
            if (
                cell in boxes
                and len(boxes) > self.complete + 1
                and not self._push(boxes - {cell}, position.player, left)
            ):
                boxes, sided = self._core(boxes - {cell}, position.player)
        players = tuple(self.sides.of(boxes, position.player)) if sided else ()
        pattern = Fight(tuple(sorted(boxes)), players, (left + 1) * self.bound.grain)
        self._learned([pattern])
        self._perhaps_a_table()

    def _perhaps_a_table(self) -> None:
        size = self.complete + 1
        sets = comb(len(self.box), size)
        level = self.problem.level
        if size < len(level.boxes) and sets <= _MOST_SETS and self.questions > _QUESTIONS_A_SET * sets:
            if not level.sinks and "fights" not in self.problem.options.without:
                known = fights_of(level, self.task, self.bound, size, self.watch.pause)
                self._learned(known)
            self.complete = size


def fewest_pushes(problem: Problem, watch: Watch) -> tuple[int, str] | None:
    """The horizon and the keys of a plan with the fewest pushes; None if none is within the longest horizon."""
    patterns = Patterns(problem, watch)
    for grains in count():
        horizon = problem.first + grains * patterns.bound.grain
        if horizon > problem.last:
            return None
        watch.bound = horizon
        watch.begin(horizon)
        keys = patterns.plan_wasting(grains)
        patterns.count()
        watch.end(keys is not None)
        watch.pause()
        if keys is not None:
            return horizon, keys
    return None
