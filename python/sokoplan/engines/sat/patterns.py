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

from collections.abc import Iterable
from itertools import count
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from sokoplan.engines.sat.pysat_solver import InProcess
from sokoplan.planning.cnf.parts import least_clauses
from sokoplan.planning.proved.fights import DEAD, Fight, Sides, fights_of
from sokoplan.puzzle.level import Cell

if TYPE_CHECKING:
    from sokoplan.engines.sat.problem import Problem
    from sokoplan.engines.sat.watch import Watch
    from sokoplan.planning.cnf.encoding import Encoding

Boxes = frozenset[Cell]
# A table is made once there were this many questions for each of its sets, and not at all if it has more sets.
_QUESTIONS_A_SET, _MOST_SETS = 0.3, 100_000
_FIRST_COUNT = 32  # grains of waste that the first solver can count
_LOOK = 32  # questions between two looks at the clock


class Position(NamedTuple):
    boxes: Boxes
    player: Cell
    model: list[int]  # of the formula that led here


class Patterns:
    """What is known of a level, and the solver that knows it."""

    def __init__(self, problem: Problem, watch: Watch) -> None:
        assert problem.task is not None
        assert problem.parts.bound is not None
        self.watch = watch
        self.problem, self.task, self.bound = problem, problem.task, problem.parts.bound
        self.sides = Sides(problem.level, self.task)
        self.learned: list[Fight] = []
        facts = self.task.facts
        cells = [(layer, cell) for layer, cell in facts if isinstance(cell, tuple)]
        self.box = {cell: self.task.number["box", cell] + 1 for layer, cell in cells if layer == "box"}
        self.player = {cell: self.task.number["player", cell] + 1 for layer, cell in cells if layer == "player"}
        self.complete = max((len(fight.boxes) for fight in problem.parts.fights), default=1)
        self.questions = 0
        self.earlier = 0  # conflicts of solvers that are gone
        self._begin(_FIRST_COUNT)

    def _begin(self, most_waste: int) -> None:
        """A solver that can count so much; what was learned stays."""
        self.encoding: Encoding = self.problem.encoding(noop=True, most_waste=most_waste)
        self.stride, self.waste = self.encoding.stride, self.encoding.waste
        self.solver = InProcess(self.problem.options.solver)
        for clauses in (self.encoding.always.at(0), self.encoding.moving.at(0), self.encoding.always.at(1)):
            self.solver.add(clauses)
        self.solver.add(self._at_the_end())
        self.tell(self.learned)

    def _at_the_end(self) -> Iterable[list[int]]:
        """Who does nothing more wastes what the boxes' potential is below what they are worth on their goals."""
        for (goal, player), amount in self.bound.below.items():
            if goal in self.box and player in self.player:
                yield [-self.encoding.idle, -self.box[goal], -self.player[player], self.waste[self._index(amount)]]

    def _index(self, waste: int) -> int:
        """Of the counter's variable that says that so much is wasted."""
        return min(-(-waste // self.encoding.grain), len(self.waste)) - 1

    def tell(self, fights: Iterable[Fight]) -> None:
        """The solver must know it of the position after the push. One long clause each: there are very many."""
        sets = ((one.boxes, one.players, None if one.waste >= DEAD else self._index(one.waste) + 1) for one in fights)
        after = (
            [literal + self.stride if literal > 0 else literal - self.stride for literal in clause]
            for clause in least_clauses(self.task, sets, self.waste, short=len(self.player))
        )
        self.solver.add(after)

    def plan_wasting(self, most: int) -> str | None:
        """The keys of a plan that wastes at most so many grains; None: there is none."""
        if most + 1 >= len(self.waste):
            self.earlier += self.solver.conflicts
            self.solver.close()
            self._begin(2 * len(self.waste))
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
        self.questions += 1
        if self.questions % _LOOK == 0:
            self.count()
            self.watch.pause()
        literals = [fact if cell in boxes else -fact for cell, fact in self.box.items()]
        return self.solver.answer([*literals, self.player[player], -self.waste[left]])

    def _after(self, model: list[int]) -> Position:
        """Where the push of a model leads."""
        next_ = self.stride - 1
        boxes = frozenset(cell for cell, fact in self.box.items() if model[fact + next_] > 0)
        player = next(cell for cell, fact in self.player.items() if model[fact + next_] > 0)
        return Position(boxes, player, model)

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
        pattern = Fight(tuple(sorted(boxes)), players, (left + 1) * self.encoding.grain)
        self.learned.append(pattern)
        self.tell([pattern])
        self._perhaps_a_table()

    def _perhaps_a_table(self) -> None:
        size = self.complete + 1
        sets = comb(len(self.box), size)
        level = self.problem.level
        if size < len(level.boxes) and sets <= _MOST_SETS and self.questions > _QUESTIONS_A_SET * sets:
            if not level.sinks and "fights" not in self.problem.options.without:
                known = fights_of(level, self.task, self.bound, size, self.watch.pause)
                self.learned += known
                self.tell(known)
            self.complete = size

    def count(self) -> None:
        self.watch.conflicts = self.earlier + self.solver.conflicts
        self.watch.variables, self.watch.clauses = 2 * self.stride, self.solver.clauses


def fewest_pushes(problem: Problem, watch: Watch) -> tuple[Encoding, int, str] | None:
    """The horizon and the keys of a plan with the fewest pushes; None if none is within the longest horizon."""
    patterns = Patterns(problem, watch)
    for grains in count():
        horizon = problem.first + grains * patterns.encoding.grain
        if horizon > problem.last:
            return None
        watch.bound = horizon
        watch.begin(horizon)
        watch.asked = patterns.encoding, horizon
        keys = patterns.plan_wasting(grains)
        patterns.count()
        watch.end(keys is not None)
        watch.pause()
        if keys is not None:
            return patterns.encoding, horizon, keys
    return None
