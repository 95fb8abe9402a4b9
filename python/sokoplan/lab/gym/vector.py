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
from sokoplan.lab.gym.env import wanted_level
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
        self._draws = Draws(len(self.choices.levels), self._games.following)
        self._same_step = autoreset == "same-step"
        self._copy = copy or self._same_step
        self._all = np.ones(num_envs, np.bool_)
        self._ended = 0  # how many games are at an end
        # The same memory, as Gymnasium wants to see it.
        self._mask = self._games.mask.view(np.int8)
        self._flags = self._games.flags.view(np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if isinstance(seed, int):
            super().reset(seed=seed)
            seed = [seed + number for number in range(self.num_envs)]
        for number, one in enumerate(seed or ()):
            if one is not None:
                self._draws.seed(number, one)
        level = wanted_level(len(self.choices.levels), options)
        for game, drawn in enumerate(self._games.following.tolist()):
            self._games.begin(game, drawn if level is None else level)
        if level is None:
            self._draws.go_on(np.arange(self.num_envs))
        self._ended = 0
        return self._observations(), self._told()[3]

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        games = self._games
        if self._ended and not self._same_step:
            self._begin_ended(instead=True)
        games.actions[:] = actions
        self._ended = games.step()
        observations = self._observations()
        rewards, terminated, truncated, infos = self._told()
        if self._ended and self._same_step:
            over = terminated | truncated
            self._begin_ended()
            last = {"final_obs": observations, "_final_obs": over, "final_info": infos, "_final_info": over}
            observations, infos = self._observations(), self._told()[3] | last
        return observations, rewards, terminated, truncated, infos

    def render(self) -> Any:
        """A picture or a text of every game."""
        if self.render_mode == "rgb_array":
            return tuple(self._games.picture(game, 32) for game in range(self.num_envs))
        if self.render_mode == "ansi":
            return tuple(self._games.text(game) for game in range(self.num_envs))
        return None

    def _begin_ended(self, *, instead: bool = False) -> None:
        ended = np.flatnonzero(self._flags[0] | self._flags[1])
        self._games.begin_ended(instead=instead)
        self._draws.go_on(ended)
        self._ended = 0

    def _observations(self) -> Any:
        if self.choices.observation == "planes":
            return self._games.planes.copy() if self._copy else self._games.planes
        games = range(self.num_envs)
        if self.choices.observation == "ascii":
            return tuple(self._games.text(game) for game in games)
        return np.stack([self._games.picture(game) for game in games])

    def _told(self) -> tuple[Array, Array, Array, dict[str, Any]]:
        """Rewards, terminated, truncated and infos. At millions of steps a second, every array made is felt."""
        rewards, flags, numbers, mask = self._games.rewards, self._flags, self._games.numbers, self._mask
        if self._copy:
            rewards, flags, numbers, mask = rewards.copy(), flags.copy(), numbers.copy(), mask.copy()
        terminated, truncated, dead = flags
        level, moves, pushes, cost, bound = numbers
        every = self._all
        infos = {
            "action_mask": mask,
            "_action_mask": every,
            "deadlock": dead,
            "_deadlock": every,
            "bound": bound,
            "_bound": every,
            "level": level,
            "_level": every,
            "moves": moves,
            "_moves": every,
            "pushes": pushes,
            "_pushes": every,
            "cost": cost,
            "_cost": every,
        }
        return rewards, terminated, truncated, infos


class Draws:
    """Which level each game plays next, drawn ahead: a draw at a time would take longer than a thousand steps.

    Every game draws from a generator of its own, as an environment that is alone does.
    """

    AHEAD = 64

    def __init__(self, levels: int, following: Array) -> None:
        self._levels, self._following = levels, following
        self._randoms = [np.random.default_rng() for _ in following]
        self._drawn = np.zeros((len(following), self.AHEAD), np.int64)
        self._at = np.zeros(len(following), np.int64)
        for game in range(len(following)):
            self._draw(game)

    def seed(self, game: int, seed: int) -> None:
        self._randoms[game] = np.random.default_rng(seed)
        self._draw(game)

    def go_on(self, games: Array) -> None:
        """These games have begun the level that followed."""
        self._at[games] += 1
        for game in games[self._at[games] == self.AHEAD].tolist():
            self._draw(game)
        self._following[games] = self._drawn[games, self._at[games]]

    def _draw(self, game: int) -> None:
        self._drawn[game] = self._randoms[game].random(self.AHEAD) * self._levels
        self._at[game] = 0
        self._following[game] = self._drawn[game, 0]
