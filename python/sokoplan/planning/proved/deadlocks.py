"""Pairs of boxes that cannot both be brought home, as the native tables tell them (`sokoplan.engines.dead_pairs`)."""

from __future__ import annotations

from sokoplan.puzzle.level import Cell

DeadPair = tuple[Cell, Cell, tuple[Cell, ...]]  # two cells, and the player's; no cell for the player: anywhere
