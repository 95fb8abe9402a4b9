"""`solve --trace` and `--trace-picture`: what every horizon took, as a table and as a chart."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from sokoplan.cli.output import warn
from sokoplan.errors import printable
from sokoplan.puzzle.library import Entry
from sokoplan.system.files import discard, save

if TYPE_CHECKING:
    from rich.console import Console

    from sokoplan.solving.result import Result


def print_trace(console: Console, entry: Entry, result: Result) -> None:
    from sokoplan.cli.figures import Figures
    from sokoplan.solving.wording import figure
    from sokoplan.views.horizons import share_of_refuting

    if not result.horizons:
        _nothing(entry, result)
        return
    asp = result.engine == "asp"
    sizes = ("atoms", "rules") if asp else ("variables", "clauses")
    table = Figures(console, "horizon", "answer", "seconds", "conflicts", *sizes)
    for one in result.horizons:
        numbers = (one.conflicts, one.variables, one.clauses)
        table.add_figures(f"{one.horizon} {one.question}", one.answer, f"{one.seconds:.3f}", *map(figure, numbers))
    console.print(table)
    if words := share_of_refuting(map(asdict, result.horizons)):
        console.print(words)


def save_picture(path: Path, entry: Entry, result: Result) -> None:
    from sokoplan.views.horizons import chart

    if result.horizons:
        save(path, [chart(printable(entry.name), {result.engine: [asdict(one) for one in result.horizons]})])
    else:
        discard(path)
        _nothing(entry, result)


def _nothing(entry: Entry, result: Result) -> None:
    why = "tried no horizon" if result.engine in ("sat", "asp") else "tries no horizons; sat and asp do"
    warn(f"{entry.name}: there is nothing to trace, because {result.engine} {why}")
