"""One leg at a time: learn how many keys a position needs, until the start itself is known to need them.

    #######     A leg is a walk and the push at its end, and the formula is of one leg only (`planning.cnf.legs`).
    #.$$  #     "From this position, with so many keys: which leg leads to one that is not known to need more than
    #. @  #     are left?" If there is one, the same is asked there. If there is none, as many boxes as possible are
    #######     taken away, as many keys as possible are added, and what still has no leg is learned: these boxes,
                wherever the others are, need more keys than that.

As `patterns`, this is property-directed reachability (Bradley 2011; Suda 2014). What some boxes need alone on the
board they need in company too, since the pushes of the others can be taken for steps. Raising the keys as far as the
refutation holds is the backup of real-time search (Korf 1990): a position is hardly ever refuted twice.

Tables of up to three boxes (`remaining`) are looked up where a leg leads, and what they say against it is learned.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from sokoplan.engines.sat.learner import Boxes, Learner
from sokoplan.planning.cnf.legs import Leg, encode
from sokoplan.planning.proved.remaining import DEAD, Remaining
from sokoplan.puzzle.level import KEYS, Cell, ahead_of

if TYPE_CHECKING:
    from sokoplan.engines.sat.problem import Problem
    from sokoplan.engines.sat.watch import Watch

Walks = Mapping[Cell, int]  # how far the player has to walk
_FIRST_COUNT = 40  # keys beyond the first bound that the first solver can count
# What is learned with the player in one place is told of other places too, where that is at most so many keys less.
_LESS = 2


class Position(NamedTuple):
    boxes: Boxes
    player: Cell
    walks: Walks
    keys: str  # of the leg that led here


class Legs(Learner):
    """What is known of a level, and the solver that knows it."""

    def __init__(self, problem: Problem, watch: Watch) -> None:
        super().__init__(problem, watch)
        self.tables = problem.tables
        self.learned: list[Remaining] = []
        self.root = problem.first  # no plan has fewer keys
        self._near = {
            cell: [other for key in KEYS if (other := ahead_of(cell, key)) in self.player] for cell in self.player
        }
        self._behind: dict[Cell, set[Cell]] = defaultdict(set)  # for a cell with a box: where it is pushed from
        for operator in self.task.operators:
            if operator.deed == "push":
                (box,), (place,) = self._cells(operator.deletes, "box"), self._cells(operator.needs, "player")
                self._behind[box].add(place)
        self._begin(problem.first + _FIRST_COUNT)

    def _cells(self, facts: Iterable[int], layer: str) -> list[Cell]:
        named = map(self.task.facts.__getitem__, facts)
        return [cell for name, cell in named if name == layer and isinstance(cell, tuple)]

    def _begin(self, most_left: int) -> None:
        """A solver that can count so many keys; what was learned stays."""
        self.leg: Leg = encode(self.task, self.problem.parts, most_left)
        self.stride, self.left = self.leg.stride, self.leg.left
        self.restart(self.leg.clauses)
        self._tell(self.learned)

    def _tell(self, many: list[Remaining]) -> None:
        sets = ((one.boxes, one.players, one.keys if one.keys < DEAD else None) for one in many)
        self.tell_after(sets, self.left)

    def _learned(self, many: list[Remaining]) -> None:
        self.learned += many
        self._tell(many)

    def plan_of(self, most: int) -> str | None:
        """A plan with at most so many keys; None: there is none, and `root` says how many there are at least."""
        if most + 1 >= len(self.left):
            self._begin(2 * (most + 1))
        level = self.problem.level
        start = frozenset(level.boxes)
        way = [Position(start, level.player, self._walks(start, level.player), "")]
        left, needed = most, 0
        while way:
            here = way[-1]
            if not self._leg(here.boxes, here.walks, left):
                needed = self._learn(here, left)
                way.pop()
                left += len(here.keys)
                continue
            model = self.solver.model()
            if model[self.leg.idle - 1] > 0:
                return "".join(position.keys for position in way)
            boxes, keys = self.boxes_after(model), self._keys(here, model)
            (player,) = here.boxes - boxes
            rest = left - len(keys)
            known = self.tables.more_than(rest, boxes, player) if self.tables is not None else None
            if known is not None:
                self._learned([known])
            else:
                way.append(Position(boxes, player, self._walks(boxes, player), keys))
                left = rest
        self.root = needed
        return None

    def _walks(self, boxes: Boxes, player: Cell) -> Walks:
        walks = {player: 0}
        queue = [player]
        for cell in queue:
            for other in self._near[cell]:
                if other not in walks and other not in boxes:
                    walks[other] = walks[cell] + 1
                    queue.append(other)
        return walks

    def _leg(self, boxes: Boxes, walks: Walks, keys: int) -> bool:
        """Whether these boxes, alone on the board, have a leg to where no more keys are needed than are left."""
        leg = self.leg
        literals = [-self.left[keys]]
        for place in sorted({place for box in boxes for place in self._behind[box]}):
            steps = walks.get(place)
            if steps is None:
                literals.append(leg.shut[place])
            elif steps:
                literals.append(leg.far[place][min(steps, len(leg.far[place])) - 1])
        return self.answer(boxes, literals)

    def _keys(self, here: Position, model: list[int]) -> str:
        """The walk and the push."""
        place = next(cell for cell, variable in self.leg.origin.items() if model[variable - 1] > 0)
        keys = [next(key for variable, key in self.leg.keys.items() if model[variable - 1] > 0)]
        while place != here.player:
            nearer = here.walks[place] - 1
            key, place = next(
                (key, before) for key in KEYS if here.walks.get(before := ahead_of(place, key, -1)) == nearer
            )
            keys.append(key)
        return "".join(reversed(keys))

    # --- learning ---------------------------------------------------------------------------------------------------

    def _learn(self, here: Position, keys: int) -> int:
        """Just refuted: all these boxes with so many keys. With fewer of them? With more keys? Returns how many they
        need at least."""
        boxes, dead = here.boxes, self._is_dead(keys)
        core = set(self.solver.core())
        largest = self.tables.largest if self.tables is not None else 0
        fewer = frozenset(cell for cell in boxes if self.box[cell] in core)
        # What so few boxes need is looked up. The core knows the walks with all boxes, so it has to be asked.
        tries = [boxes - fewer, *({cell} for cell in sorted(fewer))]
        for gone in tries:
            some = boxes - gone
            if largest < len(some) < len(boxes) and not self._leg(some, self._walks(some, here.player), keys):
                boxes, dead = some, self._is_dead(keys)
        walks = self._walks(boxes, here.player)
        needed = DEAD if dead else self._most_refuted(boxes, walks, keys) + 1
        self._learned(list(self._elsewhere(boxes, walks, needed)))
        return needed

    def _is_dead(self, keys: int) -> bool:
        """Whether the last refutation holds for any number of keys: every leg leads to where no plan is."""
        return -self.left[keys] not in self.solver.core()

    def _most_refuted(self, boxes: Boxes, walks: Walks, keys: int) -> int:
        """The most keys, from so many on, with which there is no leg: first in strides that double, then halve."""
        stride = 1
        while keys + stride < len(self.left) and not self._leg(boxes, walks, keys + stride):
            keys += stride
            stride *= 2
        while stride > 1:
            stride //= 2
            if keys + stride < len(self.left) and not self._leg(boxes, walks, keys + stride):
                keys += stride
        return keys

    def _elsewhere(self, boxes: Boxes, walks: Walks, needed: int) -> Iterable[Remaining]:
        """The same with the player elsewhere on his side of the boxes. Every leg begins beside a box: where none of
        those places is nearer than from here, as many keys are needed; where one is, as many less as it is nearer."""
        ordered = tuple(sorted(boxes))
        if needed >= DEAD:
            yield Remaining(ordered, tuple(sorted(walks)), DEAD)
            return
        ends = {place for box in boxes for place in self._behind[box] if place in walks}
        back = [(walks[place], self._walks(boxes, place)) for place in sorted(ends)]
        by_loss: dict[int, list[Cell]] = defaultdict(list)
        for player in walks:
            loss = max((far - near[player] for far, near in back), default=0)
            by_loss[max(loss, 0)].append(player)
        players: list[Cell] = []
        for loss, more in sorted(by_loss.items()):
            if loss > _LESS or needed <= loss:
                return
            players += more
            yield Remaining(ordered, tuple(sorted(players)), needed - loss)


def fewest_keys(problem: Problem, watch: Watch) -> tuple[int, str] | None:
    """The number of keys of a shortest plan, and the keys; None if none is within the longest horizon."""
    horizon = problem.first
    if horizon > problem.last:  # so it is if a table says that the start is lost
        return None
    legs = Legs(problem, watch)
    while horizon <= problem.last:
        watch.bound = horizon
        watch.begin(horizon)
        keys = legs.plan_of(horizon)
        legs.count()
        watch.end(keys is not None)
        watch.pause()
        if keys is not None:
            return horizon, keys
        if legs.root >= DEAD:
            problem.dead = True
            return None
        # The refutation of one horizon is often that of the next ones too.
        for refuted in range(horizon + 1, min(legs.root, problem.last + 1)):
            watch.begin(refuted)
            watch.end(False, asked=False)
        horizon = legs.root
    return None
