"""The climb that all games share: keep a change unless it leads away from the difficulty that is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from sokoplan.lab.generate.figures import Figures, Scale
from sokoplan.lab.generate.generated import GeneratedLevel

# So many changes in a row that do not help, and it is better to begin anew elsewhere.
_PATIENCE = 30
# So many climbs that lead nowhere, and the recipe is too much to ask.
CLIMBS = 150


class Measured(Protocol):
    @property
    def figures(self) -> Figures: ...


Design = TypeVar("Design", bound=Measured)


def climb(
    best: Design | None,
    changed: Callable[[Design], Design | None],
    finished: Callable[[Design], GeneratedLevel | Design | None],
    scale: Scale,
    difficulty: int,
) -> GeneratedLevel | None:
    """`changed` makes a neighbour, or None if that is no level. `finished` makes the level; if it is no good,
    None or a design to go on from."""
    idle = 0
    while best is not None and idle < _PATIENCE:
        if scale.fits(best.figures, difficulty):
            made = finished(best)
            if isinstance(made, GeneratedLevel):
                return made
            best = made or best
        idle += 1
        found = changed(best)
        if found is None:
            continue
        before, after = scale.off(best.figures, difficulty), scale.off(found.figures, difficulty)
        if after <= before:
            best = found
        if after < before:
            idle = 0
    return None
