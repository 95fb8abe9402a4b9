"""Every engine, and every way it can work: what a comparison runs.

An option's row says whether its values are ways to work (`Option.ways`), so a new strategy takes part at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Request
from sokoplan.engines.options import OPTIONS, rows_of
from sokoplan.engines.options.sat import AUTO
from sokoplan.solving.race import able


@dataclass(frozen=True)
class Variant:
    engine: str
    way: str = ""  # one of the engine's several, as its own option calls it
    options: dict[str, str] = field(default_factory=dict)
    objectives: tuple[str, ...] = ()  # only for these; empty: for all


def variants() -> list[Variant]:
    """All of them. The first of an engine that can be asked something is its default for that."""
    return [variant for engine in dict.fromkeys((*OPTIONS, *ENGINES)) for variant in _of_engine(engine)]


def variants_for(request: Request) -> list[Variant]:
    """Those that can be asked this, the default of an engine first."""
    engines = able(request)
    return [
        variant
        for variant in variants()
        if variant.engine in engines
        and (not variant.objectives or request.objective in variant.objectives)
        and not any(
            row.word_unless(request, variant.options[row.name])
            for row in rows_of(variant.engine)
            if row.name in variant.options
        )
    ]


def _of_engine(engine: str) -> Iterator[Variant]:
    rows = [row for row in rows_of(engine) if row.ways]
    if not any(row.kind == "choice" for row in rows):
        yield Variant(engine)
    for row in rows:
        if row.kind == "switch":
            yield Variant(engine, row.name, {row.name: "true"}, row.objectives)
        else:
            yield from (
                Variant(engine, value, {row.name: value}, row.objectives) for value in row.values if value != AUTO
            )
