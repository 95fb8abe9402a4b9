"""What can be chosen for an environment, checked once: levels, observation, actions, reward.

Comes in:  the arguments of `gymnasium.make`.     Goes out: `Choices`, or an InputError that says what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.rules import LAWS
from sokoplan.puzzle.sources import Source, read_levels

Observation = Literal["planes", "rgb", "ascii"]
Actions = Literal["keys", "pushes", "gym-sokoban"]
Levels = Source | Level | Sequence[Source | Level] | None

# What each thing is worth. `step`: every action; `illegal`: one that is not allowed and does nothing; `move`: every
# key, the walk to a push included (in Helltaker, what the key costs); `on_goal`, `off_goal`: a box comes or leaves.
WORTH = ("step", "illegal", "move", "push", "on_goal", "off_goal", "win")
REWARDS: dict[str, dict[str, float]] = {
    "sparse": {"win": 1.0},
    "moves": {"move": -1.0, "illegal": -1.0},  # the return of a best plan is minus its moves
    "pushes": {"push": -1.0, "illegal": -1.0},
    "gym-sokoban": {"step": -0.1, "on_goal": 1.0, "off_goal": -1.0, "win": 10.0},
}

# The planes of each game, by what Level calls them; `has_key` and `left` fill their plane.
PLANES: dict[str, tuple[str, ...]] = {
    "sokoban": ("walls", "goals", "boxes", "player"),
    "sink": ("walls", "sinks", "holes", "boxes", "player"),
    "helltaker": (
        *("walls", "demonesses", "spikes", "traps_down", "traps_up", "keys", "locks", "boxes", "mobs", "player"),
        *("has_key", "left"),
    ),
}


@dataclass(frozen=True)
class Choices:
    game: str
    levels: tuple[Level, ...]
    observation: Observation
    actions: Actions
    reward: Mapping[str, float]
    max_steps: int
    end_when_lost: bool
    cell_pixels: int

    @property
    def height(self) -> int:
        """Of the grid that all levels share."""
        return max(level.height for level in self.levels)

    @property
    def width(self) -> int:
        return max(level.width for level in self.levels)

    @property
    def planes(self) -> tuple[str, ...]:
        """Those of the game, and the boxes that have never been on a goal where that is what counts."""
        owed = any(level.reading == "each-once" for level in self.levels)
        return (*PLANES[self.game], "owed") if owed else PLANES[self.game]

    @property
    def action_count(self) -> int:
        return {"keys": 4, "pushes": 4 * self.height * self.width, "gym-sokoban": 9}[self.actions]


def choices(
    game: str = "sokoban",
    levels: Levels = None,
    observation: str = "planes",
    actions: str = "keys",
    reward: str | Mapping[str, float] = "sparse",
    max_steps: int = 200,
    end_when_lost: bool = False,
    cell_pixels: int = 16,
) -> Choices:
    if game not in PLANES:
        raise InputError(f"there is no environment for the game {game!r}", f"Choose one of: {', '.join(PLANES)}.")
    _one_of("observation", observation, get_args(Observation))
    _one_of("actions", actions, get_args(Actions))
    if actions != "keys" and not LAWS[game].plain_pushes:
        raise InputError(
            f"{LAWS[game].name} has no actions {actions!r}", "Nothing is pushed there; use actions='keys'."
        )
    for name, value, least in (("max_steps", max_steps, 1), ("cell_pixels", cell_pixels, 4)):
        if not isinstance(value, int) or value < least:
            raise InputError(f"{name} must be a whole number from {least}, not {value!r}")
    return Choices(
        game,
        _levels(levels, game),
        observation,  # type: ignore[arg-type]
        actions,  # type: ignore[arg-type]
        _reward(reward),
        max_steps,
        end_when_lost,
        cell_pixels,
    )


def check_render_mode(mode: str | None, known: Sequence[str]) -> None:
    if mode is not None:
        _one_of("render mode", mode, known)


def _one_of(name: str, value: object, known: Sequence[str]) -> None:
    if value not in known:
        raise InputError(f"there is no {name} {value!r}", f"Choose one of: {', '.join(known)}.")


def _reward(reward: str | Mapping[str, float]) -> Mapping[str, float]:
    if isinstance(reward, str):
        _one_of("reward", reward, tuple(REWARDS))
        return REWARDS[reward]
    for name, value in reward.items():
        _one_of("reward for", name, WORTH)
        if not isinstance(value, int | float):
            raise InputError(f"the reward for {name!r} must be a number, not {value!r}")
    return {name: float(value) for name, value in reward.items()}


def _levels(levels: Levels, game: str) -> tuple[Level, ...]:
    found: list[Level] = []
    if levels is None:
        from sokoplan.puzzle.library import bundled

        found = [level for entry in bundled().values() if (level := entry.level()).game == game]
    elif isinstance(levels, Level):
        found = [levels]
    elif isinstance(levels, Sequence) and not isinstance(levels, str | bytes):
        for one in levels:
            found += [one] if isinstance(one, Level) else read_levels(one)
    else:
        found = read_levels(levels)
    if not found:
        raise InputError("there are no levels to play", "Give a file, its text, a Level, or a list of these.")
    for level in found:
        if level.game != game:
            raise InputError(
                f"{level.title or 'a level'} is a level of {level.game}, not of {game}",
                f"Use the environment of its game: {', '.join(PLANES)}.",
            )
    return tuple(found)
