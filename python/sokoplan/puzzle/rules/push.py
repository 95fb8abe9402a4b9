"""Sokoban, and its sink and hole variants: walk into a box and it moves, if there is room.

Comes in:  a Level, a state, one key.     Goes out: what the key did (the state is changed), or why it does nothing.

    #####     A box that reaches a sink vanishes. A hole swallows one box and is floor from then on; until
    #@$^#     then the player cannot walk over it. Whether a push is wise is not decided here.
    #####

Under the reading `each-once` a box owes a visit to a goal until it has stood on one; the debt travels with the box.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of, count
from sokoplan.puzzle.rules.state import AnyState, Deed, Fact, Goal, No, State


def press(level: Level, state: AnyState, key: str) -> Deed | No:
    ahead, beyond = ahead_of(state.player, key), ahead_of(state.player, key, 2)
    if level.wall(ahead):
        return No("a wall is in the way")
    if state.hole[ahead]:
        return No("an open hole is in the way")
    if not state.box[ahead]:
        state.player = ahead
        return "move"
    if level.wall(beyond):
        return No("the box ahead stands against a wall")
    if state.box[beyond]:
        return No("the box ahead stands against another box")
    state.box[ahead] = False
    if state.hole[beyond]:
        state.hole[beyond] = False
    else:
        state.box[beyond] = beyond not in level.sinks
        if state.owed[ahead]:
            state.owed[ahead] = False
            state.owed[beyond] = beyond not in level.goals
    state.player = ahead
    return "push"


def start(level: Level) -> Iterator[Fact]:
    """The facts of the first position."""
    for cell in level.boxes:
        yield "box", cell
    for cell in level.holes:
        yield "hole", cell
    if level.reading == "each-once":
        for cell in level.boxes - level.goals - level.settled:
            yield "owed", cell


def possible(level: Level) -> Iterator[Fact]:
    """Every fact that could ever hold, the player's cells left out."""
    cells = level.reachable() | level.boxes
    for cell in cells - level.sinks:
        yield "box", cell
    for cell in level.holes:
        yield "hole", cell
    if level.reading == "each-once":
        for cell in cells - level.goals:
            yield "owed", cell


def goal(level: Level) -> Goal:
    """What must hold at the end: no box off a goal; no box, no hole, no debt left."""
    layer = "owed" if level.reading == "each-once" else "hole" if level.holes else "box"
    allowed = level.goals if layer == "box" else frozenset[Cell]()
    facts = sorted(fact for fact in possible(level) if fact[0] == layer and fact[1] not in allowed)
    return tuple(((fact, False),) for fact in facts)


def groups(level: Level) -> Iterator[frozenset[Fact]]:
    """Facts of which at most one holds at a time: one place for the player, one thing in a cell."""
    reachable = level.reachable()
    yield frozenset(("player", cell) for cell in reachable)
    for cell in sorted(reachable):
        yield frozenset((layer, cell) for layer in ("player", "box", "hole"))


def missing(level: Level, state: State) -> str:
    """In words: what keeps this position from being won."""
    if level.reading == "each-once":
        return f"{_boxes(state.cells('owed'), 'has', 'have')} never been on a goal"
    if level.holes:
        return f"{count(state.cells('hole'), 'hole')} still open at the end"
    if level.sinks:
        return f"{_boxes(state.cells('box'), 'is', 'are')} left at the end"
    return f"{_boxes(state.cells('box') - level.goals, 'is', 'are')} off the goals at the end"


def _boxes(boxes: frozenset[Cell], one: str, more: str) -> str:
    return f"{count(boxes, 'box')} {one if len(boxes) == 1 else more}"


def level_at(level: Level, state: State, spent: int) -> Level:
    """The position as a level of its own. Not where the last hole is filled: nothing would be left to do."""
    if level.holes and not state.cells("hole"):
        raise ValueError("every hole is filled: the position is won")
    boxes = state.cells("box")
    settled = boxes - state.cells("owed") - level.goals if level.reading == "each-once" else frozenset()
    return replace(level, player=state.player, boxes=boxes, holes=state.cells("hole"), settled=settled)


def walks(level: Level, state: State) -> dict[Cell, str]:
    """Where the player can walk without pushing: each cell, and the last key of a shortest walk to it."""
    last = {state.player: ""}
    queue = deque([state.player])
    while queue:
        cell = queue.popleft()
        for key in KEYS:
            other = ahead_of(cell, key)
            if other not in last and not (level.wall(other) or state.box[other] or state.hole[other]):
                last[other] = key
                queue.append(other)
    return last
