"""Many games as one Gymnasium vector environment, stepped together by the Rust core.

Game i of a vector that is seeded with s plays just what a single environment seeded with s + i plays.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from sokoplan.errors import InputError
from sokoplan.lab.gym.choices import check_render_mode, choices
from sokoplan.lab.gym.env import next_level
from sokoplan.lab.gym.games import Array, Games
from sokoplan.lab.gym.spaces import action_space, observation_space

_RENDER_MODES = ["rgb_array", "ansi"]
_AUTORESET = {"next-step": AutoresetMode.NEXT_STEP, "same-step": AutoresetMode.SAME_STEP}


class PuzzleVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """The arguments are those of `PuzzleEnv`, and:

    `autoreset`  `next-step`: the step after the end of a game begins the next, whatever the action; `same-step`: the
                 step that ends a game shows the first position of the next, and the last in `info["final_obs"]`.
    `copy`       False: the arrays that a step returns are written again by the next step. Quicker, for who copies.
    """

    def __init__(
        self,
        game: str = "sokoban",
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        autoreset: str = "next-step",
        copy: bool = True,
        **chosen: Any,
    ) -> None:
        check_render_mode(render_mode, _RENDER_MODES)
        if autoreset not in _AUTORESET:
            raise InputError(f"there is no autoreset {autoreset!r}", f"Choose one of: {', '.join(_AUTORESET)}.")
        if not isinstance(num_envs, int) or num_envs < 1:
            raise InputError(f"num_envs must be a whole number from 1, not {num_envs!r}")
        self.metadata = {
            "render_modes": _RENDER_MODES,
            "render_fps": 6,
            "autoreset_mode": _AUTORESET[autoreset],
        }
        self.num_envs, self.render_mode = num_envs, render_mode
        self.choices = choices(game, **chosen)
        self.single_observation_space = observation_space(self.choices)
        self.single_action_space = action_space(self.choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games = Games(self.choices, num_envs)
        self._same_step = autoreset == "same-step"
        self._copy = copy
        self._all = np.ones(num_envs, np.bool_)
        self._over = np.zeros(num_envs, np.bool_)
        self._randoms = [np.random.default_rng() for _ in range(num_envs)]
        # The same memory, as Gymnasium wants to see it.
        self._mask = self._games.mask.view(np.int8)
        self._terminated = self._games.terminated.view(np.bool_)
        self._truncated = self._games.truncated.view(np.bool_)
        self._dead = self._games.dead.view(np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if isinstance(seed, int):
            super().reset(seed=seed)
            seed = [seed + number for number in range(self.num_envs)]
        for number, one in enumerate(seed or ()):
            if one is not None:
                self._randoms[number] = np.random.default_rng(one)
        for game in range(self.num_envs):
            self._begin(game, options)
        self._over[:] = False
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        games = self._games
        if not self._same_step and self._over.any():
            for game in np.flatnonzero(self._over).tolist():
                self._begin(game, instead=True)
        games.actions[:] = actions
        games.step()
        np.logical_or(self._terminated, self._truncated, out=self._over)
        kept = (self._kept(games.rewards), self._kept(self._terminated), self._kept(self._truncated))
        if not self._same_step or not self._over.any():
            return self._observations(), *kept, self._infos()
        rewards, terminated, truncated = (array.copy() for array in kept)
        last, told = self._observations(), self._infos()
        over = self._over.copy()
        for game in np.flatnonzero(over).tolist():
            self._begin(game)
        infos = self._infos() | {"final_obs": last, "_final_obs": over, "final_info": told, "_final_info": over}
        return self._observations(), rewards, terminated, truncated, infos

    def render(self) -> Any:
        """A picture or a text of every game."""
        if self.render_mode == "rgb_array":
            return tuple(self._games.picture(game, 32) for game in range(self.num_envs))
        if self.render_mode == "ansi":
            return tuple(self._games.text(game) for game in range(self.num_envs))
        return None

    def _begin(self, game: int, options: dict[str, Any] | None = None, *, instead: bool = False) -> None:
        level = next_level(self._randoms[game], len(self.choices.levels), options)
        self._games.begin(game, level, instead=instead)

    def _kept(self, array: Array) -> Array:
        return array.copy() if self._copy and not self._same_step else array

    def _observations(self) -> Any:
        if self.choices.observation == "planes":
            planes = self._games.planes
            return planes.copy() if self._copy or self._same_step else planes
        games = range(self.num_envs)
        if self.choices.observation == "ascii":
            return tuple(self._games.text(game) for game in games)
        return np.stack([self._games.picture(game) for game in games])

    def _infos(self) -> dict[str, Any]:
        counts = self._games.counts
        told: dict[str, Any] = {
            "action_mask": self._mask,
            "deadlock": self._dead,
            "bound": self._games.bound,
            "level": counts[:, 0],
            "moves": counts[:, 1],
            "pushes": counts[:, 2],
            "cost": counts[:, 3],
        }
        if self._copy or self._same_step:
            told = {name: array.copy() for name, array in told.items()}
        return told | {f"_{name}": self._all for name in told}
