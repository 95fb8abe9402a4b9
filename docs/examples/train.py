"""Trains a small agent for a minute: Q-learning with a table, 64 games at a time; prints how often it solves a level.

python docs/examples/train.py [STEPS]
"""

import sys
from collections import defaultdict

import gymnasium
import numpy as np

import sokoplan.lab.gym  # noqa: F401 - registers the environments

LEVELS = ["two-yardsticks", "off-the-wall", "shoulder-to-shoulder", "sample-map-1"]
games = gymnasium.make_vec("sokoplan/Sokoban-v0", num_envs=64, levels=LEVELS, max_steps=60, end_when_lost=True)
values: dict[bytes, np.ndarray] = defaultdict(lambda: np.zeros(4))
random = np.random.default_rng(1)


def play(steps: int, explore: float) -> float:
    """Plays and learns; which share of the games was won."""
    boards, info = games.reset(seed=7)
    won = ended = 0
    begins = np.zeros(64, bool)  # the step after an end only begins the next game
    for _ in range(steps):
        before = [values[board.tobytes()] for board in boards]
        liking = np.array(before) + random.random((64, 4)) * np.where(random.random((64, 1)) < explore, 9, 1e-6)
        keys = np.where(info["action_mask"], liking, -9).argmax(axis=1)
        boards, rewards, terminated, truncated, info = games.step(keys)
        for game in np.flatnonzero(~begins):
            later = 0.0 if terminated[game] else 0.97 * values[boards[game].tobytes()].max()
            before[game][keys[game]] += 0.5 * (rewards[game] + later - before[game][keys[game]])
        won, begins = won + (rewards > 0).sum(), terminated | truncated
        ended += begins.sum()
    return won / max(ended, 1)


print(f"by chance: {play(200, explore=1.0):.0%}")
play(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000, explore=0.2)
print(f"trained: {play(200, explore=0.0):.0%}")
