"""From atoms to keys: an answer set with do(right,3), or do(push((2,3),left),1), becomes a Plan.

A plan of pushes does not contain the walks between them; any shortest walk will do. The rules of the game move the
boxes, so that the next walk starts from where they are.
"""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Symbol

from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import State, begin, play

_KEY = {"up": "u", "down": "d", "left": "l", "right": "r"}


def actions(atoms: Iterable[Symbol]) -> list[Symbol]:
    """The first arguments of do(Action,Time), in the order of time."""
    done = [atom.arguments for atom in atoms if atom.name == "do"]
    return [action for action, _ in sorted(done, key=lambda pair: pair[1].number)]


def plan_of(level: Level, atoms: Iterable[Symbol]) -> Plan:
    """The plan that an answer set describes. Helltaker's forced step has no key."""
    state = begin(level)
    keys = ""
    for action in actions(atoms):
        if action.name == "push":
            place, direction = action.arguments
            row, column = (number.number for number in place.arguments)
            push = _KEY[direction.name]
            keys += _press(level, state, _walk(level, state, ahead_of((row, column), push, -1)) + push)
        elif action.name in _KEY:
            keys += _KEY[action.name]
    return Plan(keys)


def _press(level: Level, state: State, keys: str) -> str:
    for key in keys:
        play(level, state, key)
    return keys


def _walk(level: Level, state: State, goal: Cell) -> str:
    """A shortest walk to the cell; the answer set guarantees that there is one."""
    closed = state.cells("box") | state.cells("hole")
    ways = {state.player: ""}
    todo = [state.player]
    for cell in todo:
        if cell == goal:
            return ways[cell]
        for key in KEYS:
            other = ahead_of(cell, key)
            if other not in ways and other not in closed and not level.wall(other):
                ways[other] = ways[cell] + key
                todo.append(other)
    raise ValueError(f"there is no way from {state.player} to {goal}")
