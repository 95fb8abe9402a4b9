"""Small rooms in which every box is in the way of others: levels on which a solver has something to learn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from helpers.levels import drawn
from sokoplan.engines.answer import Answer, Budget, Objective, Request
from sokoplan.engines.search import engine as search
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify
from sokoplan.views.text import draw

# Four boxes that must all go out of their way: a long formula meets the same positions at many steps.
ROOM = drawn(
    """\
#########
#   #   #
#  $#   #
## .$.$##
 #  #  #
## .$ @##
#   # . #
#########
"""
)

# Six boxes: tables of two and three are not enough.
FULL_ROOM = drawn(
    """\
#########
# . # . #
# $ #$ .#
##  .  ##
 #$$# $#
##.  $@##
#.  #   #
#########
"""
)


def least(level: Level, objective: Objective) -> int | None:
    """As the native search says; None: there is no plan."""
    plan = search.solve(Request(level, objective), Budget(), lambda progress: None).plan
    return None if plan is None else _counted(level, plan, objective)


def proved(level: Level, answer: Answer, objective: Objective) -> int:
    """How many moves or pushes the proved plan of an answer has."""
    picture = "\n".join(draw(level))
    assert answer.status == "solved", picture
    assert answer.plan is not None
    assert answer.optimal
    assert verify(level, answer.plan).solved, picture
    return _counted(level, answer.plan, objective)


def _counted(level: Level, plan: Plan, objective: Objective) -> int:
    counts = verify(level, plan).counts
    return counts.moves if objective == "moves" else counts.pushes


def crowded(number: int, seed: str, boxes: int = 4) -> Iterator[Level]:
    """The room with its pieces elsewhere: levels that have a plan."""
    random = Random(seed)
    floor = sorted(ROOM.reachable())
    while number:
        on = random.sample(floor, boxes + 1)
        goals = frozenset(random.sample(floor, boxes))
        level = replace(ROOM, player=on[0], boxes=frozenset(on[1:]), goals=goals)
        if (least(level, "pushes") or 0) > 3:
            number -= 1
            yield level
