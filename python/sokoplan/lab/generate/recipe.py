"""What is asked of the generator, checked once."""

from __future__ import annotations

from dataclasses import dataclass

from sokoplan.errors import InputError

EASIEST, HARDEST = 1, 10
MOST_BOXES = 8
# A set of cells of the board is one number of 128 bits in the core, with one column more than there is floor.
_MOST_CELLS = 128
_LEAST_WIDTH, _LEAST_HEIGHT = 5, 4


@dataclass(frozen=True)
class Maker:
    """Who makes the levels of a game, and how they are written: several in one file, or one a file."""

    module: str  # in this folder
    together: str
    apart: str
    ending: str


MAKERS = {
    "sokoban": Maker("push", "xsb", "xsb", ".xsb"),
    "sink": Maker("push", "json", "nethack-solver", ".txt"),
    "helltaker": Maker("kick", "json", "helltaker", ".txt"),
}


@dataclass(frozen=True)
class Recipe:
    """One kind of level. `boxes` are the fewest and the most; in Helltaker, the things that can be kicked."""

    game: str = "sokoban"
    width: int = 9
    height: int = 8
    boxes: tuple[int, int] = (3, 5)
    difficulty: int = 5
    seed: int = 0

    def __post_init__(self) -> None:
        if self.game not in MAKERS:
            raise InputError(
                f"no levels can be made for the game {self.game!r}", f"Choose one of: {', '.join(MAKERS)}."
            )
        low, high = self.boxes
        if not 1 <= low <= high <= MOST_BOXES:
            raise InputError(
                f"{self.span} boxes are not possible",
                f"Give a number or a range from 1 to {MOST_BOXES}: 3-5.",
            )
        if not EASIEST <= self.difficulty <= HARDEST:
            raise InputError(
                f"there is no difficulty {self.difficulty}", f"Choose one from {EASIEST} (easy) to {HARDEST} (hard)."
            )
        if self.width < _LEAST_WIDTH or self.height < _LEAST_HEIGHT:
            raise InputError(
                f"a board of {self.size} is too small",
                f"With its walls it must be at least {_LEAST_WIDTH}x{_LEAST_HEIGHT}.",
            )
        if (self.width - 1) * (self.height - 2) > _MOST_CELLS:
            raise InputError(
                f"a board of {self.size} is too large",
                "All its positions have to be looked at: choose one such as 12x12, walls included.",
            )
        if low * 3 > (self.width - 2) * (self.height - 2):
            raise InputError(f"{low} boxes need a larger board than {self.size}", "Give --size or fewer --boxes.")

    @property
    def size(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def span(self) -> str:
        low, high = self.boxes
        return f"{low}" if low == high else f"{low}-{high}"
