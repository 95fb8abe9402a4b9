"""The checker: plays a plan by the rules and says what it is worth.

Comes in:  a Level and a Plan.     Goes out: a `Verdict`.

Imports the level, the rules and the plan, never an engine or a task: a checker that shares code with what it checks
proves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from sokoplan.puzzle.level import Cell, Level, ahead_of, must_be_level
from sokoplan.puzzle.plan import Counts, Plan
from sokoplan.puzzle.replay import Replay, Step, not_allowed
from sokoplan.puzzle.rules import No, Snapshot


@dataclass(frozen=True)
class Verdict:
    """`legal`: every key was allowed. `solved`: legal, and the goal is met at the end.

    `why` says in a sentence what is wrong, if anything is. `at` is the number of the first key that is not allowed,
    from 1. `position` is where the plan ended or broke off; `lurd` are the keys up to there, pushes as capitals.

    >>> import sokoplan as sp
    >>> verdict = sp.verify(sp.level("#######|#@ $ .#|#######"), "rru")
    >>> verdict.legal, verdict.at, verdict.why
    (False, 3, 'key 3 (up) is not allowed: a wall is in the way')
    """

    legal: bool
    solved: bool
    why: str
    at: int | None
    position: Snapshot
    lurd: str
    counts: Counts

    def __bool__(self) -> bool:
        """`if verify(level, plan): ...` asks whether the plan solves the level."""
        return self.solved


def verify(level: Level, plan: Plan) -> Verdict:
    """Play the plan from the start of the level."""
    game = Replay(must_be_level(level))
    if not isinstance(plan, Plan):
        raise TypeError(f"expected a Plan, not {type(plan).__name__}")
    lines = _Lines(level)
    lurd: list[str] = []

    def verdict(why: str, *, legal: bool, at: int | None = None) -> Verdict:
        counts = Counts(game.moves, game.pushes, lines.box_lines, lines.box_changes, lines.player_lines, game.cost)
        return Verdict(legal, legal and not why, why, at, game.state.snapshot(), "".join(lurd), counts)

    for number, key in enumerate(plan.keys, start=1):
        if level.law.ends_at_win and game.won:
            return verdict(f"key {number} comes after the win", legal=False, at=number)
        step = game.press(key)
        if isinstance(step, No):
            return verdict(not_allowed(number, key, step), legal=False, at=number)
        lines.add(step)
        lurd.append(step.letter)
    if not game.won:
        return verdict(level.law.missing(level, game.state), legal=True)
    if level.limit is not None and game.cost > level.limit:
        return verdict(f"it costs {game.cost}, and the limit is {level.limit}", legal=True)
    return verdict("", legal=True)


class _Lines:
    """Counts lines and changes while the plan runs; see `Counts` for what they are."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.swallows = level.sinks | level.holes
        self.box_lines = self.box_changes = self.player_lines = 0
        self.last_key = ""
        self.last_push: tuple[str, Cell] | None = None  # direction, and where the box came to rest

    def add(self, step: Step) -> None:
        self.player_lines += step.key != self.last_key
        self.last_key = step.key
        if step.is_push:
            box = ahead_of(step.player, step.key)
            same_box = self.last_push is not None and self.last_push[1] == box
            self.box_changes += not same_box
            self.box_lines += not (same_box and self.last_push is not None and self.last_push[0] == step.key)
            self.last_push = step.key, self._resting_place(step, box)

    def _resting_place(self, step: Step, box: Cell) -> Cell:
        """Where what was pushed is now: one cell further; where it was, if a kick moved nothing; or where it slid."""
        if step.state.box[box]:
            return box
        cell = ahead_of(box, step.key)
        while step.deed == "push" and not (step.state.box[cell] or cell in self.swallows or self.level.wall(cell)):
            cell = ahead_of(cell, step.key)
        return cell
