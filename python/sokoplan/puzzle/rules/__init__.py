"""The rules of the games, and the one way to run them.

Comes in:  a Level and keys.     Goes out: positions, and whether they are won.

    law.py      what a game is: `Law`, its rules as functions and its traits
    push.py     Sokoban, with sinks and holes too
    kick.py     Helltaker
    checks.py   what a level of each game must have
    games.py    `LAWS`, the table of games
    state.py    what a rule reads and writes

Everybody who *plays* goes through `begin`, `play` and `won` below: the verifier, the oracle, the terminal game. The
grounder *traces* the same `press` and `rest` (`sokoplan.planning.ground`).
"""

from __future__ import annotations

from sokoplan.puzzle.level import Level
from sokoplan.puzzle.rules.games import GAMES, LAWS
from sokoplan.puzzle.rules.law import Law
from sokoplan.puzzle.rules.state import Deed, Fact, Goal, No, Snapshot, State

__all__ = [
    "GAMES",
    "LAWS",
    "Deed",
    "Fact",
    "Goal",
    "Law",
    "No",
    "Snapshot",
    "State",
    "begin",
    "level_at",
    "play",
    "won",
]


def begin(level: Level) -> State:
    """The position the level starts with."""
    return State(level.player, level.law.start(level))


def play(level: Level, state: State, key: str) -> tuple[Deed | No, int]:
    """Press one key and take the forced step that it may bring: what was done, and what it cost."""
    law = LAWS[level.game]  # faster than `level.law`, and this is called for every position of a search
    deed = law.press(level, state, key)
    if not deed:
        return deed, 0
    return deed, 2 if law.rest(level, state) else 1


def level_at(level: Level, state: State, spent: int = 0) -> Level:
    """The position as a level of its own, so that it can be solved, drawn or kept; `spent` is its cost so far."""
    return level.law.level_at(level, state, spent)


def won(state: State, goal: Goal) -> bool:
    """Whether the position meets the goal (of `level.law.goal(level)`)."""
    return all(any(state.holds(fact) == wanted for fact, wanted in clause) for clause in goal)
