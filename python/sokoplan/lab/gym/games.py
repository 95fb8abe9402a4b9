"""Games in play: levels as grids of flags, the arrays that the Rust core writes, and positions to look at.

Comes in:  `Choices`, and how many games.     Goes out: `Games`, which an environment steps and shows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sokoplan.lab.gym.choices import Choices
from sokoplan.native import FLAGS, Stepper
from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.rules import Fact, State, begin
from sokoplan.views.raster import Board
from sokoplan.views.terminal import plain
from sokoplan.views.tiles import moving

Array = NDArray[Any]
# Facts of the rules that are flags of a cell.
_LAYERS = {"box": "boxes", "hole": "holes", "mob": "mobs", "lock": "locks", "owed": "owed"}


def flags_of(level: Level, height: int, width: int) -> list[int]:
    """Every cell of a grid of that size as a sum of flags, row by row; beyond the level there is wall."""
    grid = np.full((height, width), FLAGS["walls"], np.uint16)
    grid[: level.height, : level.width] = 0
    for name in ("walls", "goals", "sinks", "demonesses", "spikes", "traps_down", "traps_up"):
        _mark(grid, getattr(level, name), name)
    if not level.has_key:
        _mark(grid, level.keys, "keys")
    state = begin(level)
    for layer, name in _LAYERS.items():
        _mark(grid, state.cells(layer), name)
    _mark(grid, {level.player}, "player")
    found: list[int] = grid.ravel().tolist()
    return found


def _mark(grid: Array, cells: frozenset[Cell] | set[Cell], name: str) -> None:
    for cell in cells:
        grid[cell] |= FLAGS[name]


class Games:
    """So many games side by side. What an array holds is true until the next `step` or `begin`."""

    def __init__(self, choices: Choices, count: int) -> None:
        self.choices, self.count = choices, count
        height, width = choices.height, choices.width
        planes = choices.planes if choices.observation == "planes" else ()
        self.actions = np.zeros(count, np.int64)
        self.planes = np.zeros((count, len(planes), height, width), np.uint8)
        self.mask = np.zeros((count, choices.action_count), np.uint8)
        self.rewards = np.zeros(count, np.float64)
        # Rows of two arrays, which can be copied in one go each.
        self.flags = np.zeros((3, count), np.uint8)
        self.terminated, self.truncated, self.dead = self.flags
        self.numbers = np.zeros((5, count), np.int32)
        self.counts, self.bound = self.numbers[:4], self.numbers[4]  # level, moves, pushes, cost; bound
        # The level that each game plays when it begins again, for `begin_ended`.
        self.following = np.zeros(count, np.int64)
        names = (
            *("actions", "following", "planes", "mask", "rewards"),
            *("terminated", "truncated", "dead", "bound", "counts"),
        )
        self._core = Stepper(
            height,
            width,
            [
                (flags_of(level, height, width), level.has_key, level.limit, level.reading == "each-once")
                for level in choices.levels
            ],
            count,
            {name: getattr(self, name) for name in names},
            actions=choices.actions,
            planes=[FLAGS[name] for name in planes],
            rewards=dict(choices.reward),
            most_actions=choices.max_steps,
            kicks=not choices.levels[0].law.plain_pushes,
            ends_when_lost=choices.end_when_lost,
        )
        self.step = self._core.step  # plays `actions`; how many games are at an end
        self.begin = self._core.begin
        self.begin_ended = self._core.begin_ended
        self._boards: dict[int, tuple[int, Board]] = {}

    # --- positions ------------------------------------------------------------------------------------------------

    def level(self, game: int = 0) -> Level:
        """The level as it was at the start."""
        return self.choices.levels[int(self.counts[0, game])]

    def state(self, game: int = 0) -> State:
        """The position as the rules know it."""
        _, player, has_key, odd, _ = self._core.told(game)
        level = self.level(game)
        grid = np.array(self._core.look(game), np.uint16).reshape(self.choices.height, self.choices.width)
        facts: list[Fact] = []
        for layer, name in _LAYERS.items():
            rows, columns = np.nonzero(grid & FLAGS[name])
            facts += [(layer, cell) for cell in zip(rows.tolist(), columns.tolist(), strict=True)]
        if has_key:
            facts.append(("flag", "key"))
        if odd and (level.traps_down or level.traps_up):
            facts.append(("flag", "odd"))
        return State(player, facts)

    def won(self, game: int = 0) -> bool:
        return self._core.told(game)[4]

    # --- looks ----------------------------------------------------------------------------------------------------

    def text(self, game: int = 0) -> str:
        """The board in the letters of its game."""
        return plain(self.level(game), self.state(game).snapshot())

    def picture(self, game: int = 0, cell: int | None = None) -> NDArray[np.uint8]:
        """The board as rows of pixels; as large as the largest level."""
        choices, level = self.choices, self.level(game)
        number = int(self.counts[0, game])
        if cell is not None or game not in self._boards or self._boards[game][0] != number:
            frame = (0, 0, choices.height, choices.width)
            board = Board(level, "light", cell or choices.cell_pixels, frame)
            if cell is None:
                self._boards[game] = number, board
        else:
            board = self._boards[game][1]
        return np.array(board.show(moving(level, self.state(game))), np.uint8)
