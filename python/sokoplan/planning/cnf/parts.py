"""What an encoding is made of, switch by switch; every encoding takes these and uses those that it knows.

Each part is sound: with it or without it, the same horizons have plans. A certificate uses only those that a checker
can follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sokoplan.planning.cnf.amo import AtMostOne, ladder
from sokoplan.planning.cnf.stamp import Clause
from sokoplan.planning.proved.bounds import Bound
from sokoplan.planning.proved.deadlocks import DeadPair
from sokoplan.planning.proved.fights import Fight
from sokoplan.planning.proved.remaining import Remaining
from sokoplan.planning.task import Task
from sokoplan.puzzle.level import Cell

Cells = tuple[Cell, ...]


@dataclass(frozen=True)
class Parts:
    at_most_one: AtMostOne = ladder
    groups: bool = True  # mutex groups as at-most-one constraints
    forward: bool = True
    backward: bool = True
    noop: bool = False  # steps that do nothing, once the plan is over
    frozen: tuple[frozenset[Cell], ...] = ()  # cells that may not all hold boxes
    pairs: tuple[DeadPair, ...] = ()  # two cells that may not both, if the player is at one of these
    # Where a step is a key:
    no_undo: bool = True  # no step straight back: sound for shortest plans where walking changes nothing else
    one_way: bool = True  # of two walks round an open square only one; with no_undo
    named: bool = False  # a variable for each operator, as in textbooks
    most_pushes: int | None = None  # no plan with more pushes
    remaining: Sequence[Remaining] = ()  # keys that a few boxes need at least
    # Where a step is a push:
    cuts: bool = False  # a box in a doorway: the player pushes from the side that he is on
    bound: Bound | None = None  # count the pushes that do not lower it
    most_waste: int = 24  # counted up to this many grains; plans that waste more are still allowed
    fights: Sequence[Fight] = ()  # what boxes in each other's way cost; with a bound


def deadlock_clauses(task: Task, parts: Parts) -> list[Clause]:
    """Positions that no plan goes through; where one of the facts cannot hold anyway, there is nothing to say."""
    dead = [[("box", cell) for cell in sorted(cells)] for cells in parts.frozen]
    for one, two, players in parts.pairs:
        pair = [("box", one), ("box", two)]
        dead += [[*pair, ("player", cell)] for cell in players] if players else [pair]
    return [
        [-(task.number[fact] + 1) for fact in facts] for facts in dead if all(fact in task.number for fact in facts)
    ]


# A clause may name this many cells where the player is not.
SHORT = 8


def least_clauses(
    task: Task, sets: Iterable[tuple[Cells, Cells, int | None]], counter: Sequence[int], short: int = SHORT
) -> list[Clause]:
    """Boxes on all of these cells and the player in one of those (no cells: anywhere) need so much: that variable of
    a unary counter is true. None: they cannot all be brought home."""
    cells = {where: fact + 1 for (layer, where), fact in task.number.items() if layer == "player"}
    clauses: list[Clause] = []
    for boxes, players, amount in sets:
        there = [-(task.number["box", cell] + 1) for cell in boxes]
        least = [] if amount is None else [counter[min(amount, len(counter)) - 1]]
        if not players:
            clauses.append([*there, *least])
            continue
        # The player is in one of these cells, or, which is shorter said of most of the board, in none of the others.
        others = cells.keys() - {*players, *boxes}
        if len(others) <= short:
            clauses.append([*there, *(cells[cell] for cell in sorted(others)), *least])
        else:
            clauses += [[*there, -cells[cell], *least] for cell in players]
    return clauses
