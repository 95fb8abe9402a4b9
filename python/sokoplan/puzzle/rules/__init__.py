"""The laws of the games, and the one way to run them.

Comes in:  a Level and keys.     Goes out: positions, and whether they are won.

A law is a module with the functions `press`, `rest`, `start`, `possible`, `goal` and `groups`; a new game begins as
one file and one line in `LAWS` (what else it takes, ARCHITECTURE.md lists). Everybody who *plays* goes
through `begin`, `play` and `won` below: the verifier, the oracle, the terminal game. The grounder
*traces* the same `press` and `rest` (`sokoplan.planning.ground`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from sokoplan.puzzle.level import Game, Level
from sokoplan.puzzle.rules import kick, push
from sokoplan.puzzle.rules.state import AnyState, Deed, Fact, Goal, No, Snapshot, State

__all__ = [
    "LAWS",
    "Deed",
    "Fact",
    "Goal",
    "Law",
    "No",
    "Snapshot",
    "State",
    "begin",
    "law_of",
    "level_at",
    "play",
    "won",
]


class Law(Protocol):
    """What a game's module holds."""

    def press(self, level: Level, state: AnyState, key: str) -> Deed | No: ...
    def rest(self, level: Level, state: AnyState) -> Deed | No: ...
    def start(self, level: Level) -> Iterator[Fact]: ...
    def possible(self, level: Level) -> Iterator[Fact]: ...
    def goal(self, level: Level) -> Goal: ...
    def groups(self, level: Level) -> Iterator[frozenset[Fact]]: ...


LAWS: dict[Game, Law] = {"sokoban": push, "sink": push, "helltaker": kick}


def law_of(level: Level) -> Law:
    return LAWS[level.game]


def begin(level: Level) -> State:
    """The position the level starts with."""
    return State(level.player, law_of(level).start(level))


def play(level: Level, state: State, key: str) -> tuple[Deed | No, int]:
    """Press one key and take the forced step that it may bring: what was done, and what it cost."""
    law = law_of(level)
    deed = law.press(level, state, key)
    if not deed:
        return deed, 0
    return deed, 2 if law.rest(level, state) else 1


def level_at(level: Level, state: State, spent: int = 0) -> Level:
    """The position as a level of its own, so that it can be solved, drawn or kept; `spent` is its cost so far.

    Not for a position whose last hole is filled: it is won, and there is no level without something to do.
    """
    if level.holes and not state.cells("hole"):
        raise ValueError("every hole is filled: the position is won")
    if level.game != "helltaker":
        boxes = state.cells("box")
        settled = boxes - state.cells("owed") - level.goals if level.reading == "each-once" else frozenset()
        return replace(level, player=state.player, boxes=boxes, holes=state.cells("hole"), settled=settled)
    down, up = level.traps_down, level.traps_up
    if state.flag[kick.ODD]:
        down, up = up, down
    return replace(
        level,
        player=state.player,
        boxes=state.cells("box"),
        mobs=state.cells("mob"),
        locks=state.cells("lock"),
        traps_down=down,
        traps_up=up,
        has_key=state.flag[kick.KEY],
        limit=(level.limit or 0) - spent,
    )


def won(state: State, goal: Goal) -> bool:
    """Whether the position meets the goal (of `law_of(level).goal(level)`)."""
    return all(any(state.holds(fact) == wanted for fact, wanted in clause) for clause in goal)
