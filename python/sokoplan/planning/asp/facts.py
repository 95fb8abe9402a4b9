"""ASP facts: a level for clingo, to be run with the encodings beside this file.

Comes in:  a Level.     Goes out: level.lp.

    #####     floor((1,1)). floor((1,2)). floor((1,3)).
    #@$.#     goal((1,3)).  start(player,(1,1)).  start(box,(1,2)).  reading(end).
    #####

The default horizon is a line of this file, for it belongs to the level: Helltaker's limit, or what was asked for.

Only integers and a dozen fixed names are ever written. A title goes into a comment, on one line and in ASCII: nothing
that it says can become a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from sokoplan.errors import printable
from sokoplan.planning.asp.encodings import encoding_of
from sokoplan.puzzle.level import Cell, Level

_LONGEST_WORDS = 100
HORIZON = 20  # where neither the level nor the caller says one


def files(level: Level, horizon: int | None = None) -> dict[str, str]:
    """The one file of facts."""
    return {"level.lp": "\n".join([*_heading(level, horizon), *facts(level)]) + "\n"}


def horizon_of(level: Level, horizon: int | None = None) -> int:
    """The horizon that the file gives: the one asked for, or the level's limit."""
    return next((steps for steps in (horizon, level.limit) if steps is not None), HORIZON)


def title_of(level: Level) -> str:
    """The title as one short line of ASCII, or nothing."""
    return printable(level.title).encode("ascii", "replace").decode("ascii")[:_LONGEST_WORDS]


def facts(level: Level) -> Iterator[str]:
    """The level, one line for each row of facts. Floor that the player can never reach counts as wall."""
    yield from _rows("floor(({},{})).", level.reachable())
    for name, cells in (
        ("goal", level.goals),
        ("sink", level.sinks),
        ("demoness", level.demonesses),
        ("key", level.keys),
        ("spikes", level.spikes),
        ("settled", level.settled),
    ):
        yield from _rows(name + "(({},{})).", cells)
    yield from _rows("trap(({},{}),down).", level.traps_down)
    yield from _rows("trap(({},{}),up).", level.traps_up)
    for kind, cells in (
        ("player", frozenset({level.player})),
        ("box", level.boxes),
        ("hole", level.holes),
        ("mob", level.mobs),
        ("lock", level.locks),
    ):
        yield from _rows(f"start({kind},({{}},{{}})).", cells)
    if level.has_key:
        yield "holds_key."
    if level.limit is not None:
        yield f"limit({level.limit})."
    if encoding_of(level) == "push.lp":
        yield f"reading({level.reading.replace('-', '_')})."


def _rows(form: str, cells: Iterable[Cell]) -> Iterator[str]:
    for _, row in groupby(sorted(cells), key=lambda cell: cell[0]):
        yield " ".join(form.format(*cell) for cell in row)


def _heading(level: Level, horizon: int | None) -> Iterator[str]:
    if level.title:
        yield f"% title: {title_of(level)}"
    yield f"% {level.game}, {level.height} rows and {level.width} columns; (2,3) is row 2, column 3, counted from 0"
    yield f"% clingo {encoding_of(level)} level.lp"
    yield f"#const horizon = {horizon_of(level, horizon)}.  % another one: clingo ... -c horizon=N"
