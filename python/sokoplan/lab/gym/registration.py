"""The names of the environments: importing `sokoplan.lab.gym` registers them.

So does `gymnasium.make("sokoplan.lab.gym:sokoplan/Sokoban-v0")` on its own. There is an entry point too, but
Gymnasium gave up reading those with its version 1.0.
"""

from __future__ import annotations

import gymnasium

# The last word of the name, and the game it stands for.
NAMES = {"Sokoban-v0": "sokoban", "Sink-v0": "sink", "Helltaker-v0": "helltaker"}


def register() -> None:
    """Registers every environment in the namespace `sokoplan`. Once is enough; a second time does nothing."""
    for name, game in NAMES.items():
        if f"sokoplan/{name}" not in gymnasium.registry:
            gymnasium.register(
                id=f"sokoplan/{name}",
                entry_point="sokoplan.lab.gym.env:PuzzleEnv",
                vector_entry_point="sokoplan.lab.gym.vector:PuzzleVectorEnv",
                kwargs={"game": game},
            )
