"""Labelled levels as a Minari data set, for offline reinforcement learning. The only file that imports Minari.

Each level is one episode: the labels are played in our own environment, so observations, rewards and ends are what an
agent would have seen, and the plan is checked once more on the way.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from sokoplan.errors import InputError
from sokoplan.lab.dataset.files import Grid, Labelled
from sokoplan.system.extras import need

NAME = "sokoplan/optimal-v0"


def write_minari(grid: Grid, folder: Path) -> Path:
    minari, buffers = need_minari()
    from sokoplan.lab.gym.env import PuzzleEnv

    # Minari does not write over a data set; the one of an earlier run stays until the new one is whole.
    # It joins a relative path to itself, so it is given a whole one.
    path, draft = folder / "minari", folder.resolve() / "minari.draft"
    rmtree(draft, ignore_errors=True)
    solved = [one for one in grid.levels if one.labels.rows]
    if not solved:
        raise InputError("no level has a plan, so there is no episode to write")
    env = PuzzleEnv(
        solved[0].level.game,
        levels=[one.level for one in grid.levels],
        actions="pushes" if grid.by_pushes else "keys",
        reward="pushes" if grid.by_pushes else "moves",
        max_steps=1 + max(len(one.labels.rows) for one in solved),
    )
    episodes = [
        buffers.EpisodeBuffer(id=number, **_episode(env, grid, grid.levels.index(one), one))
        for number, one in enumerate(solved)
    ]
    with _datasets_in(draft), catch_warnings():
        simplefilter("ignore")  # it would like to know authors and addresses, which only our user could tell
        minari.create_dataset_from_buffers(
            NAME,
            episodes,
            action_space=env.action_space,
            observation_space=env.observation_space,
            algorithm_name="proved optimal plans (sokoplan)",
            description="One episode a level, along a plan that is proved best. See the data card beside it.",
            data_format="arrow",
        )
    if path.exists():
        rmtree(path)
    draft.rename(path)
    return path


def need_minari() -> tuple[Any, Any]:
    what = "a Minari data set"
    need("gymnasium", "minari", what)
    return need("minari", "minari", what), need("minari.data_collector.episode_buffer", "minari", what)


def _episode(env: Any, grid: Grid, number: int, one: Labelled) -> dict[str, Any]:
    board, _ = env.reset(options={"level": number})
    boards, actions, rewards, ends = [board], [], [], []
    for row in one.labels.rows:
        action = grid.action(row.row, row.column, row.direction)
        board, reward, terminated, _, _ = env.step(action)
        boards.append(board)
        actions.append(action)
        rewards.append(reward)
        ends.append(terminated)
    if not ends[-1]:
        raise AssertionError(f"{one.name}: the labels do not solve the level")
    return {
        "observations": np.array(boards),
        "actions": np.array(actions),
        "rewards": rewards,
        "terminations": ends,
        "truncations": [False] * len(ends),
    }


@contextmanager
def _datasets_in(path: Path) -> Iterator[None]:
    """Minari writes where this variable says, and has no other way to be told."""
    before = os.environ.get("MINARI_DATASETS_PATH")
    os.environ["MINARI_DATASETS_PATH"] = str(path)
    try:
        yield
    finally:
        if before is None:
            del os.environ["MINARI_DATASETS_PATH"]
        else:
            os.environ["MINARI_DATASETS_PATH"] = before
