"""What a game is: its rules as functions, and its traits, which say what the rest of the code can rely on.

The rest of the code never asks which game a level is, only what its law says (`level.law`). Every trait has the
cautious value by default, so a new game is played, verified, grounded and solved from its `press` alone, and gains
speed with each trait it can promise. The laws themselves are in `push.py` and `kick.py`, the table of games in
`games.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level, Reading
from sokoplan.puzzle.objective import Objective
from sokoplan.puzzle.rules.state import AnyState, Deed, Fact, Goal, No, State


def no_forced_step(level: Level, state: AnyState) -> Deed | No:
    """The `rest` of a game in which nothing happens by itself."""
    return No("nothing is due")


@dataclass(frozen=True, kw_only=True)
class Law:
    """One game. `replace(law, press=...)` makes another one that differs in a rule."""

    name: str  # as people call it, in sentences

    # --- the rules ------------------------------------------------------------------------------------------------

    press: Callable[[Level, AnyState, str], Deed | No]  # one key: changes the state, or says why it is not allowed
    rest: Callable[[Level, AnyState], Deed | No] = no_forced_step  # the step that may follow a key by itself
    start: Callable[[Level], Iterator[Fact]]  # the facts of the first position
    possible: Callable[[Level], Iterator[Fact]]  # every fact that could ever hold, except where the player is
    goal: Callable[[Level], Goal]  # what must hold at the end
    groups: Callable[[Level], Iterator[frozenset[Fact]]]  # facts of which at most one holds at a time
    missing: Callable[[Level, State], str]  # in words: what keeps this position from being won
    level_at: Callable[[Level, State, int], Level]  # a position, and its cost so far, as a level of its own

    # --- what a level of this game looks like -----------------------------------------------------------------------

    pieces: tuple[str, ...]  # fields of Level that may hold something; the others stay empty
    problems: Callable[[Level], Iterator[InputError]]  # what is wrong with a level, besides what no game allows
    remarks: Callable[[Level], Iterator[str]]  # what is unusual about a level, a sentence each
    readings: tuple[Reading, ...] = ("end",)  # how its goal can be read
    has_limit: bool = False  # a level says how much a plan may cost

    # --- what its plans are like ------------------------------------------------------------------------------------

    objectives: tuple[Objective, ...] = ("moves",)  # what can be minimised; the first is what is meant by the others
    measure: Literal["moves", "cost"] = "moves"  # what `moves` counts: keys, or keys and forced steps
    push_word: Literal["push", "kick"] = "push"  # what a push is called, in sentences and by `press`
    actor: str = "sokoban"  # the player's name where plans are written as atoms
    capitals: bool = False  # plans are written with capitals for pushes
    ends_at_win: bool = False  # the first win ends the game; a key after it is not allowed
    # A walk changes nothing but where the player is, so only pushes matter and the walks between them follow.
    walking_is_free: bool = False
    # Walks are free, and a push moves one box by one cell, the player after it: what dead squares, frozen boxes,
    # matchings with goals and the native push search take for granted.
    plain_pushes: bool = False

    def measured(self, objective: str) -> str:
        """The word for what the objective counts: `moves`, `pushes`, `cost`."""
        return self.measure if objective == "moves" else objective
