"""Helltaker: rooms, hero, demoness and pieces are changed a little at a time until the least cost is hard to reach.

A kick cannot always be taken back (a mob dies, a trap turns), so there is no unravelling from the end as in Sokoban:
every candidate is solved from its start, with all its best plans counted. The limit of a level is its least cost, as
in the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from sokoplan import native
from sokoplan.lab.generate.climb import CLIMBS, climb
from sokoplan.lab.generate.figures import HELLTAKER, Figures
from sokoplan.lab.generate.generated import GeneratedLevel, proved
from sokoplan.lab.generate.recipe import Recipe
from sokoplan.lab.generate.sketch import Room, changed_room, random_room
from sokoplan.puzzle.level import KEYS, PIECES, Cell, Level, ahead_of
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import replay
from sokoplan.solving.failure import InternalError

# While a level is being designed, a plan may cost so much.
_LIMIT = 99
_MOST_POSITIONS = 200_000
_KICKED = ("boxes", "mobs")
_GROUND = ("spikes", "traps_down", "traps_up")


@dataclass(frozen=True)
class Design:
    level: Level
    figures: Figures


def make(recipe: Recipe, random: Random) -> Iterator[GeneratedLevel | None]:
    """None after every climb that led nowhere, at last the level; it just ends if there were too many of those."""
    for _ in range(CLIMBS):
        made = climb(
            _measured(_random_level(random, recipe)),
            lambda design: _measured(_changed(random, recipe, design.level)),
            lambda design: _finished(recipe, design),
            HELLTAKER,
            recipe.difficulty,
        )
        yield made
        if made is not None:
            return


# --- measuring ------------------------------------------------------------------------------------------------------


def _measured(level: Level | None) -> Design | None:
    if level is None or any(ahead_of(level.player, key) in level.demonesses for key in KEYS):
        return None
    board = native.Board(level.height, level.width, sorted(level.walls))
    pieces = {piece: sorted(getattr(level, piece)) for piece in level.law.pieces}
    found = native.solve_kick(board, level.player, pieces, most=_MOST_POSITIONS)
    if found is None or found[1] > _LIMIT:
        return None
    keys, cost, plans, positions = found
    changes, away = _along(level, Plan(keys))
    return Design(level, Figures(cost, changes, away, positions, plans))


def _along(level: Level, plan: Plan) -> tuple[int, int]:
    """How often the plan turns to another piece, and how many steps lead away from the demoness."""
    distance = _distances(level)
    changes = away = 0
    held: Cell | None = None  # where the piece that was kicked last stands
    for step in replay(level, plan):
        ahead = ahead_of(step.player, step.key)
        if step.is_push:
            changes += held != ahead
            beyond = ahead_of(ahead, step.key)
            moved = beyond in step.state.cells("box") or beyond in step.state.cells("mob")
            held = beyond if moved and ahead not in step.state.cells("box") else ahead
        else:
            away += distance.get(ahead, 0) > distance.get(step.player, 0)
    return changes, away


def _distances(level: Level) -> dict[Cell, int]:
    """Steps to the nearest demoness if nothing stood in the way."""
    found = dict.fromkeys(level.demonesses, 0)
    layer = sorted(found)
    while layer:
        beside = {(ahead_of(cell, key), found[cell] + 1) for cell in layer for key in KEYS}
        layer = sorted(cell for cell, _ in beside if cell not in found and not level.wall(cell))
        found |= {cell: steps for cell, steps in beside if cell in layer}
    return found


# --- designing ------------------------------------------------------------------------------------------------------


def _random_level(random: Random, recipe: Recipe) -> Level | None:
    room = random_room(random, recipe)
    free = sorted(room.floor)
    random.shuffle(free)
    number = random.randint(*recipe.boxes)
    if len(free) < number + 8:
        return None
    player, demoness = free.pop(), free.pop()
    pieces: dict[str, set[Cell]] = {}
    for _ in range(number):
        pieces.setdefault(random.choice(_KICKED), set()).add(free.pop())
    for _ in range(random.randint(0, 3)):
        pieces.setdefault(random.choice(_GROUND), set()).add(free.pop())
    if random.random() < 0.4:
        pieces |= {"keys": {free.pop()}, "locks": {free.pop()}}
    return _level(room, player, demoness, {name: frozenset(cells) for name, cells in pieces.items()})


def _level(room: Room, player: Cell, demoness: Cell, pieces: dict[str, Any]) -> Level:
    return Level(
        room.height,
        room.width,
        player,
        game="helltaker",
        limit=_LIMIT,
        walls=room.walls,
        demonesses=frozenset({demoness}),
        **pieces,
    )


def _room(level: Level) -> Room:
    return Room(level.height, level.width, frozenset(level.floor()))


def _there(level: Level) -> list[tuple[str, Cell]]:
    """Everything that could be left out, in order."""
    names = (*_KICKED, *_GROUND, "locks", "keys")
    return [(name, cell) for name in names for cell in sorted(getattr(level, name))]


def _kicked(level: Level) -> int:
    return len(level.boxes) + len(level.mobs)


def _changed(random: Random, recipe: Recipe, level: Level) -> Level | None:
    """Walls, or one piece added, moved or taken away, or hero or demoness moved."""
    taken = {level.player}.union(*(getattr(level, piece.field) for piece in PIECES))
    room = _room(level)
    free = sorted(room.floor - taken)
    dice = random.random()
    if dice < 0.45 or not free:
        for _ in range(random.randint(1, 2)):
            room = changed_room(random, room, frozenset(taken))
        return replace(level, walls=room.walls)
    cell = random.choice(free)
    if dice < 0.53:
        return replace(level, player=cell)
    if dice < 0.58:
        return replace(level, demonesses=frozenset({cell}))
    low, high = recipe.boxes
    if dice < 0.72 and _kicked(level) < high:
        return _with(level, random.choice(_KICKED), cell)
    if dice < 0.8:
        return _with(level, random.choice((*_GROUND, "locks", "keys")), cell)
    there = _there(level)
    if not there:
        return None
    name, old = random.choice(there)
    if dice < 0.9:
        return _with(_without(level, name, old), name, cell)
    return None if name in _KICKED and _kicked(level) <= low else _without(level, name, old)


def _with(level: Level, name: str, cell: Cell) -> Level:
    return replace(level, **{name: getattr(level, name) | {cell}})


def _without(level: Level, name: str, cell: Cell) -> Level:
    return replace(level, **{name: getattr(level, name) - {cell}})


# --- finishing ------------------------------------------------------------------------------------------------------


def _finished(recipe: Recipe, design: Design) -> GeneratedLevel | Design:
    """The design without pieces and walls that do nothing, solved and proved; or just so, if too little is left."""
    low, high = recipe.boxes
    if _kicked(design.level) < low:
        return design
    design = _stripped(design, low)
    if not (low <= _kicked(design.level) <= high and HELLTAKER.fits(design.figures, recipe.difficulty)):
        return design
    level = replace(design.level, limit=design.figures.length)
    result = proved(level, "moves", all_plans=True)
    if not result.optimal or (result.cost, result.answer.plans) != (level.limit, design.figures.plans):
        found = f"{result.answer.plans} of cost {result.cost}"
        raise InternalError(f"expected {design.figures.plans} plans of cost {level.limit}, not {found}", level)
    return GeneratedLevel(level, result, design.figures, HELLTAKER)


def _stripped(design: Design, least: int) -> Design:
    """Without every piece and every wall whose absence changes neither the least cost nor the number of best plans.

    One that mattered may matter no more when another is gone, so this ends only after a round that changed nothing,
    or when fewer than the `least` things to kick are left.
    """
    while True:
        before = design
        for piece in _there(design.level):
            design = _if_same(design, _without(design.level, *piece))
        if _kicked(design.level) < least:
            return design
        for cell in _room(design.level).edge():
            design = _if_same(design, replace(design.level, walls=design.level.walls - {cell}))
        if design is before:
            return design


def _if_same(design: Design, level: Level) -> Design:
    """The simpler level, if it is the same puzzle."""
    found = _measured(level)
    if found is None:
        return design
    one, other = found.figures, design.figures
    return found if (one.length, one.plans) == (other.length, other.plans) else design
