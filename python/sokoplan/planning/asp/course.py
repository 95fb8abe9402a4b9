"""Facts in the words of the course's ASP project, so that its `sokoban.lp` runs on any level we can read.

Comes in:  a Sokoban level.     Goes out: level.lp.

    #####     wall(l0_0;l0_1;...).  isgoal(l1_3).  isnongoal(l1_1;l1_2).  leftOf(l1_1,l1_2).  below(l2_1,l1_1).
    #@$.#     sokoban(sokoban).  crate(crate_01).  at(sokoban,l1_1,0).  at(crate_01,l1_2,0).  clear(l1_3,0).
    #####     time(0..maxsteps).

    clingo sokoban.lp level.lp -c maxsteps=20

lROW_COLUMN counts from 0. Floor that the player can never reach is left out. The course's program asks that each
crate has been on a goal at some time, so a level may have fewer goals than crates (--goal each-once reads it so).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from sokoplan.errors import InputError
from sokoplan.planning.asp.facts import title_of
from sokoplan.puzzle.level import Cell, Level, ahead_of


def files(level: Level) -> dict[str, str]:
    """The one file of facts. Raises InputError for a game that the course's program does not play."""
    if level.game != "sokoban" or level.holes:
        raise InputError("the course's program plays only Sokoban, without sinks and holes")
    return {"level.lp": "\n".join(_lines(level)) + "\n"}


def _lines(level: Level) -> Iterator[str]:
    floor = level.reachable() | level.boxes
    cells = sorted(floor | level.walls)
    crates = {cell: f"crate_{number:02}" for number, cell in enumerate(sorted(level.boxes), start=1)}
    if level.title:
        yield f"% title: {title_of(level)}"
    yield "% clingo sokoban.lp level.lp -c maxsteps=20"
    yield "sokoban(sokoban)."
    yield from _pool("crate", crates.values())
    yield from _pool("location", map(_name, cells))
    yield from _pool("isgoal", map(_name, sorted(level.goals & floor)))
    yield from _pool("isnongoal", map(_name, sorted(floor - level.goals)))
    yield from _pool("wall", map(_name, sorted(level.walls)))
    for _, row in groupby(cells, key=lambda cell: cell[0]):
        yield from _relations(floor | level.walls, list(row))
    yield f"at(sokoban,{_name(level.player)},0)."
    yield from (f"at({crate},{_name(cell)},0)." for cell, crate in crates.items())
    yield from (f"clear({_name(cell)},0)." for cell in sorted(floor - level.boxes - {level.player}))
    yield "time(0..maxsteps)."


def _name(cell: Cell) -> str:
    return f"l{cell[0]}_{cell[1]}"


def _pool(predicate: str, names: Iterable[str]) -> Iterator[str]:
    """All facts of a predicate in one line; none where there are none."""
    together = ";".join(names)
    if together:
        yield f"{predicate}({together})."


def _relations(cells: frozenset[Cell], row: list[Cell]) -> Iterator[str]:
    """How the cells of a row lie to their neighbours."""
    for form, key in (("leftOf({0},{1}).", "r"), ("below({1},{0}).", "d")):
        pairs = ((cell, ahead_of(cell, key)) for cell in row)
        together = " ".join(form.format(_name(one), _name(two)) for one, two in pairs if two in cells)
        if together:
            yield together
