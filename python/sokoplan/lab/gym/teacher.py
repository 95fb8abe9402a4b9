"""Optimal plans and actions from any position of a game, proved by the engines.

A plan that was found stays known for the positions along it: the rest of a best plan is a best plan for what is left.
"""

from __future__ import annotations

from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import InputError
from sokoplan.lab.gym.choices import Actions
from sokoplan.puzzle.level import KEYS, Level, ahead_of
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import replay
from sokoplan.puzzle.rules import Snapshot, State, begin, level_at, play
from sokoplan.solving.solve import solve


class Teacher:
    """Remembers the last plan that it found."""

    def __init__(self) -> None:
        self._about: tuple[Level, Objective] | None = None
        self._rest: dict[Snapshot, str] = {}

    def plan(
        self, level: Level, state: State, spent: int, objective: Objective, seconds: float | None
    ) -> Plan | None:
        """A best plan from here; None if it is proved that there is none. TimeoutError if neither was proved."""
        if self._about != (level, objective):
            self._about, self._rest = (level, objective), {}
        here = state.snapshot()
        if here not in self._rest:
            position = level_at(level, state, spent)
            result = solve(position, "auto", objective, Budget(seconds=seconds))
            if result.status == "unsolvable":
                return None
            if result.plan is None or not result.optimal:
                raise TimeoutError(f"no plan was proved best: {result.status} ({result.reason or 'not proved'})")
            self._learn(level, here, result.plan.keys)
        return Plan(self._rest[here])

    def _learn(self, level: Level, here: Snapshot, keys: str) -> None:
        state = begin(level)
        state.restore(here)
        self._rest = {here: keys}
        for number, key in enumerate(keys, start=1):
            play(level, state, key)
            self._rest.setdefault(state.snapshot(), keys[number:])


def action_of(level: Level, plan: Plan, actions: Actions, width: int) -> int:
    """The first action of a plan, as a number that the environment takes."""
    if not plan.keys:
        raise InputError("the position is won already: there is nothing left to do")
    if actions != "pushes":
        return KEYS.index(plan.keys[0]) + (actions == "gym-sokoban")
    for step in replay(level, plan):
        if step.is_push:
            row, column = ahead_of(step.player, step.key)
            return 4 * (row * width + column) + KEYS.index(step.key)
    raise InputError("this plan pushes nothing")
