"""Every engine, and every way it can work: who takes part in a comparison.

Comes in:  a Request.     Goes out: the contestants that can be asked it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sokoplan.engines.answer import Request
from sokoplan.engines.asp.options import STRATEGIES as ASP_STRATEGIES
from sokoplan.solving.race import able


def _always(request: Request) -> bool:
    return True


def _by_pushes(request: Request) -> bool:
    """Iterative deepening is over pushes. What the search cannot be asked at all, `able` has left out already."""
    return request.objective == "pushes"


@dataclass(frozen=True)
class Contestant:
    engine: str
    way: str  # of the engine's several; as its own option calls it
    options: dict[str, str] = field(default_factory=dict)
    fits: Callable[[Request], bool] = _always


# The first of an engine is its default.
CONTESTANTS = (
    Contestant("search", ""),
    Contestant("search", "ida", {"ida": "true"}, _by_pushes),
    *(Contestant("sat", way, {"strategy": way}) for way in ("deepen", "fresh", "binary", "ramp")),
    *(Contestant("asp", way, {"strategy": way}) for way in ASP_STRATEGIES),
    Contestant("oracle", ""),
)


def contestants(request: Request) -> list[Contestant]:
    engines = able(request)
    return [one for one in CONTESTANTS if one.engine in engines and one.fits(request)]
