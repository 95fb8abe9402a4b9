"""One game as a Gymnasium environment.

>>> import gymnasium
>>> import sokoplan.lab.gym
>>> env = gymnasium.make("sokoplan/Sokoban-v0", levels="first-push")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["action_mask"], info["deadlock"], info["bound"]
((4, 3, 8), array([0, 0, 0, 1], dtype=int8), False, 3)
>>> env.unwrapped.optimal_plan()
Plan(keys='rrrr')
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np

from sokoplan.engines.answer import Objective
from sokoplan.errors import InputError
from sokoplan.lab.gym.choices import check_render_mode, choices
from sokoplan.lab.gym.games import Array, Games
from sokoplan.lab.gym.spaces import action_space, observation_space
from sokoplan.lab.gym.teacher import Teacher, action_of
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import level_at

_RENDER_MODES = ["rgb_array", "ansi", "human"]


class PuzzleEnv(gymnasium.Env[Any, Any]):
    """`game` is what the environment's name stands for; the other arguments are those of `choices.choices`.

    `terminated`: the level is solved; in Helltaker also, the limit is used up; with `end_when_lost` also,
    it is proved that the level cannot be solved any more. `truncated`: so many actions as `max_steps` were made.
    """

    metadata: dict[str, Any] = {"render_modes": _RENDER_MODES, "render_fps": 6}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, game: str = "sokoban", *, render_mode: str | None = None, **chosen: Any) -> None:
        check_render_mode(render_mode, _RENDER_MODES)
        self.render_mode = render_mode
        self.choices = choices(game, **chosen)
        self.observation_space = observation_space(self.choices)
        self.action_space = action_space(self.choices)
        self._games = Games(self.choices, 1)
        self._teacher = Teacher()

    # --- Gymnasium --------------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A level by chance, or the one that `options={"level": 3}` names (from 0)."""
        super().reset(seed=seed)
        count = len(self.choices.levels)
        level = wanted_level(count, options)
        self._games.begin(0, int(self.np_random.random() * count) if level is None else level)
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        games = self._games
        games.actions[0] = action
        games.step()
        if self.render_mode == "human":
            self.render()
        return (
            self._observation(),
            games.rewards.item(0),
            games.terminated.item(0) == 1,
            games.truncated.item(0) == 1,
            self._info(),
        )

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return self._games.picture(cell=32)
        if self.render_mode == "ansi":
            return self._games.text()
        if self.render_mode == "human":
            # A terminal shows one board in place of the last; anything else, one after the other.
            before = "\x1b[H\x1b[2J" if sys.stdout.isatty() else ""
            print(f"{before}{self._games.text()}\n", flush=True)
        return None

    def _observation(self) -> Any:
        if self.choices.observation == "planes":
            return self._games.planes[0].copy()
        return self._games.text() if self.choices.observation == "ascii" else self._games.picture()

    def _info(self) -> dict[str, Any]:
        games = self._games
        level, moves, pushes, cost = games.counts[:, 0].tolist()
        return {
            "action_mask": games.mask[0].astype(np.int8),
            "deadlock": games.dead.item(0) == 1,
            "bound": games.bound.item(0),
            "level": level,
            "moves": moves,
            "pushes": pushes,
            "cost": cost,
        }

    # --- what other environments do not have ------------------------------------------------------------------------

    @property
    def position(self) -> Level:
        """The position as a level of its own, which can be solved, drawn or kept."""
        return level_at(self._games.level(), self._games.state(), int(self._games.counts[3, 0]))

    def optimal_plan(self, objective: Objective | None = None, time: float | None = None) -> Plan | None:
        """A plan from here that is proved best: fewest moves, or fewest pushes where actions are pushes.

        None if it is proved that there is no plan. TimeoutError if neither was proved within `time` seconds.
        """
        if self._games.won():
            return Plan()
        games = self._games
        wanted = objective or ("pushes" if self.choices.actions == "pushes" else "moves")
        return self._teacher.plan(games.level(), games.state(), int(games.counts[3, 0]), wanted, time)

    def optimal_action(self, objective: Objective | None = None, time: float | None = None) -> int | None:
        """The first action of `optimal_plan`; None if there is no plan."""
        plan = self.optimal_plan(objective, time)
        if plan is None:
            return None
        position = self._games.level() if not plan.keys else self.position
        return action_of(position, plan, self.choices.actions, self.choices.width)

    @property
    def room_fixed(self) -> Array:
        """gym-sokoban's name for what never moves: 0 wall, 1 floor, 2 target."""
        return self._rooms(moving=False)

    @property
    def room_state(self) -> Array:
        """gym-sokoban's name for the position: as `room_fixed`, and 3 box on a target, 4 box, 5 player."""
        return self._rooms(moving=True)

    def _rooms(self, *, moving: bool) -> Array:
        if self.choices.game != "sokoban":
            raise InputError("gym-sokoban has rooms of Sokoban only")
        level, state = self._games.level(), self._games.state()
        room = np.zeros((self.choices.height, self.choices.width), np.uint8)
        for cell in level.floor():
            room[cell] = 2 if cell in level.goals else 1
        if moving:
            for cell in state.cells("box"):
                room[cell] = 3 if cell in level.goals else 4
            room[state.player] = 5
        return room


def wanted_level(count: int, options: dict[str, Any] | None) -> int | None:
    """The number of the level that the options of a reset name; None if it is left to chance."""
    wanted = (options or {}).get("level")
    if wanted is None:
        return None
    if not isinstance(wanted, int) or not 0 <= wanted < count:
        raise InputError(f"there is no level {wanted!r}", f"There are {count}; the first is 0.")
    return wanted
