"""The Rust core: boards and search.

Cells are (row, column) from the top left, from 0; outside the board is wall. Calls that take time release the GIL.
"""

from collections.abc import Sequence
from typing import final

__all__ = ["Board"]

@final
class Board:
    """Walls, goals, sinks and holes of a level: what does not move."""

    def __new__(
        cls,
        height: int,
        width: int,
        walls: Sequence[tuple[int, int]],
        goals: Sequence[tuple[int, int]] = ...,
        sinks: Sequence[tuple[int, int]] = ...,
        holes: Sequence[tuple[int, int]] = ...,
    ) -> Board:
        """Raises ValueError, with a sentence, where the cells do not make a board."""

    @property
    def height(self) -> int: ...
    @property
    def width(self) -> int: ...
    def reachable(self, player: tuple[int, int], boxes: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """The cells the player can walk to without pushing, its own included, row by row; holes count as open."""
