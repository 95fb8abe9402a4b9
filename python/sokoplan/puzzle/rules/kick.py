"""Helltaker: walk to the demoness; kick what stands in the way; mind the clock and the spikes.

Comes in:  a Level, a state, one key.     Goes out: what the key did (the state is changed), or why it does nothing.

    ##########     Kicking leaves the hero where he is. Traps toggle with every key. On spikes, or on a trap that
    #H  MS  D#     is up after a key, a mob dies; a hero is hurt, and a forced step without a key (`rest`) is due,
    ##########     which costs one more and does not toggle the traps.

The cases are tried in the order written: a lock without the key stops the hero even when a mob stands on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of
from sokoplan.puzzle.rules.state import AnyState, Deed, Fact, Goal, No, State

KEY, HURT, ODD = "key", "hurt", "odd"  # the hero has the key; a forced step is due; the number of keys is odd


def press(level: Level, state: AnyState, key: str) -> Deed | No:
    if state.flag[HURT]:
        return No("the hero is hurt first")
    ahead, beyond = ahead_of(state.player, key), ahead_of(state.player, key, 2)
    if level.wall(ahead):
        return No("a wall is in the way")
    if ahead in level.demonesses:
        return No("the demoness is in the way")
    if state.lock[ahead] and not state.flag[KEY]:
        return No("a lock is in the way, and the hero has no key")
    deed: Deed = "kick"
    if state.box[ahead]:
        blocked = level.wall(beyond) or beyond in level.demonesses
        if not (blocked or state.box[beyond] or state.mob[beyond] or state.lock[beyond]):
            state.box[ahead] = False
            state.box[beyond] = True
    elif state.mob[ahead]:
        state.mob[ahead] = False
        if not (level.wall(beyond) or state.box[beyond] or state.mob[beyond]):
            state.mob[beyond] = True
    else:
        deed = "move"
        state.player = ahead
        state.lock[ahead] = False
        if ahead in level.keys:
            state.flag[KEY] = True
    _clock(level, state)
    return deed


def _clock(level: Level, state: AnyState) -> None:
    """The traps toggle; then whatever stands on sharp ground feels it."""
    odd = False
    if level.traps_down or level.traps_up:
        odd = not state.flag[ODD]
        state.flag[ODD] = odd
    sharp = sharp_ground(level, odd)
    for cell in sharp:
        state.mob[cell] = False
    state.flag[HURT] = state.player in sharp


def sharp_ground(level: Level, odd: bool) -> frozenset[Cell]:
    """Spikes, and the traps that are up after an odd or even number of keys."""
    return level.spikes | (level.traps_down if odd else level.traps_up)


def rest(level: Level, state: AnyState) -> Deed | No:
    """The forced step: it only costs."""
    if not state.flag[HURT]:
        return No("nothing is due")
    state.flag[HURT] = False
    return "hurt"


def start(level: Level) -> Iterator[Fact]:
    """The facts of the first position."""
    for layer, cells in (("box", level.boxes), ("mob", level.mobs), ("lock", level.locks)):
        for cell in cells:
            yield layer, cell
    if level.has_key:
        yield "flag", KEY


def possible(level: Level) -> Iterator[Fact]:
    """Every fact that could ever hold, the player's cells left out."""
    reachable = level.reachable()
    for cell in (reachable - level.demonesses) | level.boxes if level.boxes else ():
        yield "box", cell
    for cell in reachable | level.mobs if level.mobs else ():
        yield "mob", cell
    for cell in level.locks:
        yield "lock", cell
    if level.keys or level.has_key:
        yield "flag", KEY
    if level.traps_down or level.traps_up:
        yield "flag", ODD
    if level.traps_down or level.traps_up or level.spikes:
        yield "flag", HURT


def goal(level: Level) -> Goal:
    """What must hold at the end: next to a demoness, and the last step paid for."""
    reachable = level.reachable()
    beside = {ahead_of(cell, key) for cell in level.demonesses for key in KEYS}
    cells = sorted((beside & reachable) - level.demonesses)
    paid = ((("flag", HURT), False),)
    return (tuple((("player", cell), True) for cell in cells), paid)


def missing(level: Level, state: State) -> str:
    """In words: what keeps this position from being won."""
    return "the hero is not next to a demoness at the end"


def level_at(level: Level, state: State, spent: int) -> Level:
    """The position as a level of its own, with what is left of the limit."""
    down, up = level.traps_down, level.traps_up
    if state.flag[ODD]:
        down, up = up, down
    return replace(
        level,
        player=state.player,
        boxes=state.cells("box"),
        mobs=state.cells("mob"),
        locks=state.cells("lock"),
        traps_down=down,
        traps_up=up,
        has_key=state.flag[KEY],
        limit=(level.limit or 0) - spent,
    )


def groups(level: Level) -> Iterator[frozenset[Fact]]:
    """Facts of which at most one holds at a time: one place for the hero, one thing in a cell."""
    reachable = level.reachable()
    yield frozenset(("player", cell) for cell in reachable)
    for cell in sorted(reachable):
        yield frozenset((layer, cell) for layer in ("player", "box", "mob"))
        yield frozenset((layer, cell) for layer in ("player", "box", "lock"))
