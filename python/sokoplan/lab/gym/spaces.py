"""The spaces of an environment: what it shows and what can be done."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from sokoplan.lab.gym.choices import Choices
from sokoplan.views.text import LETTERS


def observation_space(choices: Choices) -> spaces.Space[Any]:
    height, width = choices.height, choices.width
    if choices.observation == "ascii":
        letters = frozenset("".join(LETTERS.values()) + "\n")
        # A board without a border is drawn with one.
        return spaces.Text(max_length=(height + 2) * (width + 3), min_length=0, charset=letters)
    if choices.observation == "rgb":
        size = choices.cell_pixels
        return spaces.Box(0, 255, (height * size, width * size, 3), np.uint8)
    high = np.ones((len(choices.planes), height, width), np.uint8)
    if "left" in choices.planes:
        high[choices.planes.index("left")] = 255  # what is left of the limit, or 255 if it is more
    return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)


def action_space(choices: Choices) -> spaces.Discrete:
    return spaces.Discrete(choices.action_count)
