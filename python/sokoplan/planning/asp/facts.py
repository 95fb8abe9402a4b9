"""ASP facts: a level for clingo, to be run with the encodings beside this file.

Comes in:  a Level.     Goes out: level.lp, and on request the encodings.

    #####     floor((1,1)). floor((1,2)). floor((1,3)).
    #@$.#     goal((1,3)).  start(player,(1,1)).  start(box,(1,2)).  reading(end).
    #####

    sokoplan export LEVEL --to asp --output folder      level.lp, and the encodings beside it
    cd folder && clingo push.lp level.lp -c horizon=20

Only integers and a dozen fixed names are ever written. A title goes into a comment, on one line and in ASCII: nothing
that it says can become a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from sokoplan.errors import printable
from sokoplan.planning.asp.encodings import encoding_of, names, text_of
from sokoplan.puzzle.level import Cell, Level

_LONGEST_WORDS = 100


def files(level: Level) -> dict[str, str]:
    """The one file of facts."""
    return {"level.lp": "\n".join([*_heading(level), *facts(level)]) + "\n"}


def files_and_encodings(level: Level) -> dict[str, str]:
    """The facts, and every encoding that can be run with them."""
    return {**files(level), **{name: text_of(name) for name in names()}}


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


def _heading(level: Level) -> Iterator[str]:
    if level.title:
        words = printable(level.title).encode("ascii", "replace").decode("ascii")
        yield f"% title: {words[:_LONGEST_WORDS]}"
    yield f"% {level.game}, {level.height} rows and {level.width} columns; (2,3) is row 2, column 3, counted from 0"
    yield f"% clingo {encoding_of(level)} level.lp -c horizon={20 if level.limit is None else level.limit}"
