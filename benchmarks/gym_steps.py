"""Steps a CPU second of the Gymnasium environments; gym-sokoban in the same run, where a Python has it.

    python benchmarks/gym_steps.py LEVELS [--steps 200000] [--gym-sokoban PYTHON]

LEVELS is a file of 10x10 levels, such as Boxoban's. PYTHON is an interpreter with gym-sokoban 0.0.6, which needs the
old gym and so a virtual environment of its own. Keys are pressed by chance, and games that end begin again.
"""

from __future__ import annotations

import argparse
import subprocess
import time

import gymnasium
import numpy as np

import sokoplan.lab.gym  # noqa: F401 - registers the environments

# It makes its own rooms, which takes it seconds to minutes each, so it is given the first of our levels: only steps
# are measured, with the smallest picture it has and with the usual one.
GYM_SOKOBAN = """
import sys, time, warnings
warnings.simplefilter("ignore")
import numpy as np
from gym_sokoban.envs import SokobanEnv
env = SokobanEnv(dim_room=(10, 10), max_steps=10**9, reset=False)
env.room_fixed, env.room_state = np.array(eval(sys.argv[1]))
env.num_boxes = int((env.room_fixed == 2).sum())
env.box_mapping = {}
for mode, steps in (("tiny_rgb_array", 2000), ("rgb_array", 50)):
    room = env.room_state.copy()
    env.player_position = np.argwhere(room == 5)[0]
    env.num_env_steps = env.reward_last = env.boxes_on_target = 0
    actions = np.random.default_rng(0).integers(0, 9, steps).tolist()
    started = time.process_time()
    for action in actions:
        env.step(action, observation_mode=mode)
    print(f"gym-sokoban, {mode}: {len(actions) / (time.process_time() - started):,.0f}", flush=True)
    env.room_state = room
"""


def single(levels: str, steps: int, observation: str) -> float:
    env = gymnasium.make(
        "sokoplan/Sokoban-v0",
        levels=levels,
        observation=observation,
        max_steps=120,
        disable_env_checker=True,
    )
    env.reset(seed=0)

    chosen = np.random.default_rng(0).integers(0, 4, steps).tolist()
    started = time.process_time()
    for action in chosen:
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            env.reset()
    return steps / (time.process_time() - started)


def vector(levels: str, steps: int, *, copy: bool) -> float:
    env = gymnasium.make_vec("sokoplan/Sokoban-v0", num_envs=256, levels=levels, max_steps=120, copy=copy)
    env.reset(seed=0)
    chosen = np.random.default_rng(0).integers(0, 4, (steps // 256, 256))
    for actions in chosen[:50]:
        env.step(actions)  # every level that comes up later has its tables by then, or gets them while we measure
    started = time.process_time()
    for actions in chosen:
        env.step(actions)
    return chosen.size / (time.process_time() - started)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("levels")
    asked.add_argument("--steps", type=int, default=200_000)
    asked.add_argument("--gym-sokoban", metavar="PYTHON")
    given = asked.parse_args()
    print(f"vector of 256, planes: {vector(given.levels, 10 * given.steps, copy=True):,.0f}")
    print(f"vector of 256, planes, copy=False: {vector(given.levels, 10 * given.steps, copy=False):,.0f}")
    print(f"single, planes: {single(given.levels, given.steps, 'planes'):,.0f}")
    print(f"single, rgb: {single(given.levels, given.steps // 50, 'rgb'):,.0f}")
    if given.gym_sokoban:
        env = gymnasium.make("sokoplan/Sokoban-v0", levels=given.levels).unwrapped
        env.reset(options={"level": 0})
        rooms = repr([env.room_fixed.tolist(), env.room_state.tolist()])
        subprocess.run([given.gym_sokoban, "-c", GYM_SOKOBAN, rooms], check=True, timeout=100)
    else:
        print("gym-sokoban: not measured; name a Python that has it with --gym-sokoban")


if __name__ == "__main__":
    main()
