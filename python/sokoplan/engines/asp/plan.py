"""From atoms to keys: an answer set with do(right,3), or do(push((2,3),left),1), becomes a Plan.

A plan of pushes does not contain the walks between them; any shortest walk will do. The rules of the game move the
boxes, so that the next walk starts from where they are.
"""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Symbol

from sokoplan.puzzle.level import Level, ahead_of
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import Replay, shortest_walk

_KEY = {"up": "u", "down": "d", "left": "l", "right": "r"}


def actions(atoms: Iterable[Symbol]) -> list[Symbol]:
    """The first arguments of do(Action,Time), in the order of time."""
    done = [atom.arguments for atom in atoms if atom.name == "do"]
    return [action for action, _ in sorted(done, key=lambda pair: pair[1].number)]


def plan_of(level: Level, atoms: Iterable[Symbol]) -> Plan:
    """The plan that an answer set describes. Helltaker's forced step has no key."""
    game = Replay(level)
    keys = ""
    for action in actions(atoms):
        if action.name == "push":
            place, direction = action.arguments
            row, column = (number.number for number in place.arguments)
            push = _KEY[direction.name]
            walk = shortest_walk(level, game.state, ahead_of((row, column), push, -1))
            assert walk is not None, "the answer set promises that there is a walk"
            for key in walk + push:
                game.press(key)
            keys += walk + push
        elif action.name in _KEY:
            keys += _KEY[action.name]
    return Plan(keys)
