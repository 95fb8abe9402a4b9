"""What an encoding is made of, switch by switch; every encoding takes these and uses those that it knows.

Each part is sound: with it or without it, the same horizons have plans. A certificate uses only those that a checker
can follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sokoplan.planning.cnf.amo import AtMostOne, ladder
from sokoplan.planning.cnf.bounds import Bound
from sokoplan.planning.cnf.fights import Fight
from sokoplan.planning.cnf.stamp import Clause
from sokoplan.planning.task import Task
from sokoplan.puzzle.level import Cell

DeadPair = tuple[Cell, Cell, tuple[Cell, ...]]  # two cells, and the player's; no cell for the player: anywhere


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
    # Where a step is a push:
    cuts: bool = False  # a box in a doorway: the player pushes from the side that he is on
    bound: Bound | None = None  # count the pushes that do not lower it
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
