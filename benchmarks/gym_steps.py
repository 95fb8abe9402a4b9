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

# It makes its own rooms, which takes it seconds: only steps are measured, with the smallest picture it has.
GYM_SOKOBAN = """
import random, time, warnings
warnings.simplefilter("ignore")
import numpy as np
random.seed(1), np.random.seed(1)
from gym_sokoban.envs import SokobanEnv
env = SokobanEnv(dim_room=(10, 10), max_steps=10**9, num_boxes=2, num_gen_steps=20, reset=False)
env.reset()
for mode in ("tiny_rgb_array", "rgb_array"):
    actions = np.random.default_rng(0).integers(0, 9, 2000).tolist()
    started = time.process_time()
    for action in actions:
        env.step(action, observation_mode=mode)
    print(f"gym-sokoban, {mode}: {len(actions) / (time.process_time() - started):,.0f}", flush=True)
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
        subprocess.run([given.gym_sokoban, "-c", GYM_SOKOBAN], check=True, timeout=100)
    else:
        print("gym-sokoban: not measured; name a Python that has it with --gym-sokoban")


if __name__ == "__main__":
    main()
