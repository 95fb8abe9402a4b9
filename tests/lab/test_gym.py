"""The environments as Gymnasium and those who train agents see them."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import sokoplan as sp
from helpers import levelgen
from sokoplan.errors import InputError
from sokoplan.lab.gym.choices import REWARDS
from sokoplan.lab.gym.registration import NAMES, register
from sokoplan.puzzle.level import KEYS

CORRIDOR = """
########
#@ $  .#
########
"""
ROOMS = """
#######
#.@ # #
#$* $ #
#   $.#
# ..  #
#  *  #
#######
"""
TWO = [sp.level(CORRIDOR), sp.level(ROOMS)]


def make(name: str = "Sokoban-v0", **chosen: Any) -> Any:
    return gymnasium.make(f"sokoplan/{name}", **chosen)


def test_gymnasium_finds_them() -> None:
    from importlib.metadata import entry_points

    [point] = [point for point in entry_points(group="gymnasium.envs") if point.name == "sokoplan"]
    assert point.load() is register
    code = (
        "import gymnasium; print(gymnasium.make('sokoplan.lab.gym:sokoplan/Helltaker-v0').observation_space.shape[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=100)
    assert done.stdout == "12\n"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("observation", ["planes", "rgb", "ascii"])
def test_gymnasium_checks_them(name: str, observation: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(make(name, observation=observation).unwrapped)
    assert "#" in capsys.readouterr().out  # the render mode `human` draws a board


@pytest.mark.parametrize("actions", ["pushes", "gym-sokoban"])
def test_gymnasium_checks_the_other_actions(actions: str) -> None:
    check_env(make(levels=TWO, actions=actions).unwrapped, skip_render_check=True)


@pytest.fixture
def stable_baselines_checker(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The checker of Stable-Baselines3 without its learners and their torch, which takes 5 GB.

    Its own file and the two modules it imports are the real ones; they name torch, but the checker never calls it.
    """
    spec = importlib.util.find_spec("stable_baselines3")
    assert spec is not None, "`make test` installs it"
    assert spec.submodule_search_locations
    for name in ("torch", "torch.nn"):
        monkeypatch.setitem(sys.modules, name, MagicMock())
    for name, folder in (("stable_baselines3", "."), ("stable_baselines3.common", "common")):
        package = ModuleType(name)
        package.__path__ = [str(Path(spec.submodule_search_locations[0], folder))]
        monkeypatch.setitem(sys.modules, name, package)
    return importlib.import_module("stable_baselines3.common.env_checker")


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("observation", ["planes", "rgb"])
def test_stable_baselines_checks_them(name: str, observation: str, stable_baselines_checker: Any) -> None:
    stable_baselines_checker.check_env(make(name, observation=observation).unwrapped, warn=False)


@pytest.mark.filterwarnings("default")
def test_stable_baselines_would_complain(stable_baselines_checker: Any) -> None:
    class Wrong(gymnasium.Wrapper):
        def step(self, action: Any) -> Any:
            return self.env.step(action)[:4]

    with pytest.raises(AssertionError, match="five values"):
        stable_baselines_checker.check_env(Wrong(make("Sokoban-v0")), warn=False)


def test_a_game_from_start_to_end() -> None:
    env = make(levels=CORRIDOR)
    planes, info = env.reset(seed=0)
    assert planes.shape == (4, 3, 8)
    assert [np.argwhere(plane).tolist() for plane in planes[1:]] == [[[1, 6]], [[1, 3]], [[1, 1]]]
    assert info["action_mask"].tolist() == [0, 0, 0, 1]
    assert (info["bound"], info["deadlock"]) == (3, False)
    rewards = [env.step(3)[1:4] for _ in range(4)]
    assert rewards == [(0.0, False, False)] * 3 + [(1.0, True, False)]


def test_an_action_that_is_not_allowed_changes_nothing_but_counts() -> None:
    env = make(levels=CORRIDOR, max_steps=2)
    first, _ = env.reset()
    again, _, terminated, truncated, info = env.step(0)
    assert (first == again).all()
    assert (terminated, truncated, info["moves"]) == (False, False, 0)
    assert env.step(0)[2:4] == (False, True)


def test_deadlocks_are_seen_and_can_end_the_game() -> None:
    level = "#######\n#  .  #\n# @$  #\n#     #\n#######\n"
    for ends in (False, True):
        env = make(levels=level, end_when_lost=ends)
        env.reset()
        told = [env.step(KEYS.index(key)) for key in "rrr"]
        assert [(one[4]["deadlock"], one[2]) for one in told] == [(False, False), (True, ends), (True, ends)]


def test_rewards_of_gym_sokoban() -> None:
    """Its figures: -0.1 a step, 1 and -1 for a box that comes to or leaves a target, 10 at the end."""
    level = "########\n#@$. $.#\n#      #\n########\n"
    env = make(levels=level, reward="gym-sokoban", actions="gym-sokoban")
    env.reset()
    rewards = [round(env.step(1 + KEYS.index(key))[1], 6) for key in "rdrrur"]
    assert rewards == [0.9, -0.1, -0.1, -0.1, -0.1, 10.9]
    env.reset()
    assert env.step(8)[4]["moves"] == 0  # a box is there, and this action does not push
    assert env.step(0)[1] == -0.1
    off = [round(env.step(4)[1], 6) for _ in range(2)]
    assert off == [0.9, -1.1]
    assert env.unwrapped.room_state.tolist()[1] == [0, 1, 1, 5, 4, 4, 2, 0]
    assert env.unwrapped.room_fixed.tolist()[1] == [0, 1, 1, 2, 1, 1, 2, 0]


@pytest.mark.parametrize(("actions", "reward"), [("keys", "moves"), ("pushes", "pushes"), ("gym-sokoban", "moves")])
def test_the_teacher_plays_the_best_plan(actions: str, reward: str) -> None:
    best = sp.solve(TWO[1], reward)  # type: ignore[arg-type]
    env = make(levels=TWO[1], actions=actions, reward=reward)
    _, info = env.reset()
    total, over = 0.0, False
    while not over:
        action = env.unwrapped.optimal_action()
        assert info["action_mask"][action] == 1
        assert info["bound"] <= sum(step.is_push for step in _steps(env))
        _, gained, over, truncated, info = env.step(action)
        total += gained
        assert not truncated
    assert -total == getattr(best, reward)
    assert env.unwrapped.optimal_plan() == sp.Plan()
    with pytest.raises(InputError, match="won already"):
        env.unwrapped.optimal_action()


def _steps(env: Any) -> list[Any]:
    from sokoplan.puzzle.replay import replay

    return list(replay(env.unwrapped.position, env.unwrapped.optimal_plan("pushes")))


def test_the_teacher_knows_when_all_is_lost() -> None:
    env = make(levels="#######\n#  .  #\n# $@  #\n#     #\n#######\n")
    env.reset()
    env.step(KEYS.index("l"))
    assert env.unwrapped.optimal_action() is None


def test_the_teacher_plays_helltaker_within_the_limit() -> None:
    for name, level in sp.levels().items():
        if level.game != "helltaker" or (level.limit or 0) > 25:
            continue
        env = make("Helltaker-v0", levels=level)
        env.reset()
        if name == "one-move-short":
            assert env.unwrapped.optimal_plan() is None
            continue
        over, won = False, 0.0
        while not over:
            _, won, over, _, info = env.step(env.unwrapped.optimal_action())
        assert (won, info["cost"] <= (level.limit or 0)) == (1.0, True), name


def test_text_and_pictures() -> None:
    env = make(levels=TWO, observation="ascii", render_mode="rgb_array")
    text, _ = env.reset(options={"level": 1})
    assert text == "\n".join(line.rstrip() for line in ROOMS.strip().splitlines())
    assert env.render().shape == (7 * 32, 8 * 32, 3)
    env = make(levels=TWO, observation="rgb", cell_pixels=8)
    first, _ = env.reset(options={"level": 0})
    moved = env.step(3)[0]
    changed = np.argwhere((first != moved).any(axis=2)) // 8
    assert {tuple(cell) for cell in changed.tolist()} == {(1, 1), (1, 2)}


def test_the_same_seed_plays_the_same_levels_alone_and_in_a_vector() -> None:
    random = Random(3)
    levels = [levelgen.sokoban(random) for _ in range(20)]
    actions = np.random.default_rng(4).integers(0, 4, (300, 3))
    vector = gymnasium.make_vec("sokoplan/Sokoban-v0", num_envs=3, levels=levels, max_steps=40)
    singles = [make(levels=levels, max_steps=40) for _ in range(3)]
    together, told = vector.reset(seed=11)
    alone = [env.reset(seed=11 + number) for number, env in enumerate(singles)]
    over = [False] * 3
    games = 0
    for row in actions:
        for number, (observation, info) in enumerate(alone):
            assert (together[number] == observation).all()
            assert {name: told[name][number].tolist() for name in info} == {
                name: np.asarray(value).tolist() for name, value in info.items()
            }
        together, rewards, terminated, truncated, told = vector.step(row)
        for number, env in enumerate(singles):
            if over[number]:
                alone[number], expected = env.reset(), (0.0, False, False)
                games += 1
            else:
                observation, *outcome, info = env.step(row[number])
                alone[number], expected = (observation, info), tuple(outcome)
            assert (rewards[number], terminated[number], truncated[number]) == expected
            over[number] = expected[1] or expected[2]
    assert games > 15


def test_the_step_that_ends_a_game_can_begin_the_next() -> None:
    vector = gymnasium.make_vec("sokoplan/Sokoban-v0", num_envs=2, levels=CORRIDOR, autoreset="same-step")
    assert vector.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    start, _ = vector.reset(seed=1)
    for _ in range(4):
        observations, rewards, terminated, _, told = vector.step(np.array([3, 0]))
    assert (rewards.tolist(), terminated.tolist()) == ([1.0, 0.0], [True, False])
    assert (observations == start).all()
    assert told["_final_obs"].tolist() == [True, False]
    assert told["final_obs"][0, 2, 1, 6] == 1  # the box is on its goal
    assert told["final_info"]["moves"][0] == 4
    assert told["moves"].tolist() == [0, 0]


def test_what_a_step_returned_is_not_written_again_unless_asked_for() -> None:
    for copy in (True, False):
        vector = gymnasium.make_vec("sokoplan/Sokoban-v0", num_envs=2, levels=CORRIDOR, copy=copy)
        first, _ = vector.reset(seed=1)
        second = vector.step(np.array([3, 3]))[0]
        assert np.shares_memory(first, second) != copy


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"observation": "smell"}, "there is no observation 'smell'"),
        ({"actions": "thoughts"}, "there is no actions 'thoughts'"),
        ({"reward": "gold"}, "there is no reward 'gold'"),
        ({"reward": {"gold": 1}}, "there is no reward for 'gold'"),
        ({"reward": {"win": "much"}}, "the reward for 'win' must be a number"),
        ({"max_steps": 0}, "max_steps must be a whole number from 1"),
        ({"levels": []}, "there are no levels to play"),
        ({"levels": "no-such-level"}, "no-such-level"),
        ({"levels": "first-push", "game": "helltaker"}, "is a level of sokoban, not of helltaker"),
        ({"game": "helltaker", "actions": "pushes"}, "Helltaker has no actions 'pushes'"),
    ],
)
def test_what_cannot_be_chosen_is_said_in_a_sentence(chosen: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        make(**chosen)


def test_actions_and_levels_that_do_not_exist_are_refused() -> None:
    env = make(levels=CORRIDOR, disable_env_checker=True)
    with pytest.raises(InputError, match="there is no level 1"):
        env.reset(options={"level": 1})
    env.reset()
    with pytest.raises(ValueError, match="there is no action 4: use 0 to 3"):
        env.step(4)
    vector = gymnasium.make_vec("sokoplan/Sokoban-v0", num_envs=2, levels=CORRIDOR)
    vector.reset()
    with pytest.raises(ValueError, match="there is no action -1: use 0 to 3"):
        vector.step([0, -1])


def test_every_reward_is_known_to_the_core() -> None:
    for reward in REWARDS:
        make(levels=CORRIDOR, reward=reward).reset()


def test_the_example_learns() -> None:
    """A shorter run of docs/examples/train.py: solving more than a player who presses keys by chance."""
    example = Path(__file__).parents[2] / "docs" / "examples" / "train.py"
    done = subprocess.run(
        [sys.executable, str(example), "1000"], capture_output=True, text=True, check=True, timeout=100
    )
    before, after = (float(line.split()[-1].rstrip("%")) for line in done.stdout.splitlines())
    assert after > before + 20
