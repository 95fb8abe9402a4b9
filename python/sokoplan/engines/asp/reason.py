"""Why a level has no plan: the few boxes or tiles that already make it impossible.

Comes in:  a Level.     Goes out: an Explanation; or, for the engine, just whether there is a reason.

    #######     The left box can never leave the wall, and there is no goal along it. The other box has nothing to do
    #$  @ #     with it: the level without it is just as impossible.
    #  $ .#
    #.    #
    #######

Each piece is an assumption. If the program has no answer set under all of them, clingo names a core, assumptions that
do not go together; leaving out one after the other, as long as there still is no answer set, makes it minimal: no
piece of it can be missed. For Sokoban the program is a relaxation (reason.lp), so a reason is not always found. For
Helltaker it is the law itself with the limit as the horizon (reason-kick.lp), so it always is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sokoplan.engines.answer import Budget, Cancelled, Explanation
from sokoplan.engines.asp.program import Program
from sokoplan.engines.clock import Clock
from sokoplan.planning.asp.encodings import encoding_of
from sokoplan.planning.asp.facts import facts
from sokoplan.puzzle.level import Cell, Level, count

# The relaxation is about cells x cells x boxes atoms large. Past this size an engine that only wants to know quickly
# does not ask.
_LARGE = 100_000
# Kinds of pieces in reason-kick.lp, and the fields of Level that hold them.
_FIELDS = {
    "box": "boxes", "mob": "mobs", "lock": "locks", "spikes": "spikes", "down": "traps_down", "up": "traps_up",
}  # fmt: skip
# The program grows with the limit; past this one grounding alone would take minutes.
_LONGEST = 300
_MOVERS = ("box", "mob", "lock")


def impossible(level: Level, clock: Clock) -> bool:
    """Whether a reason is found that a level of Sokoban, sink or holes has no plan; quickly, or not at all."""
    if len(level.reachable()) ** 2 * len(level.boxes) > _LARGE:
        return False
    kept = _kept(level)
    return Program(["reason.lp"], facts(level), clock, whole=True).first(assume=list(kept)) is None


def explain(level: Level, budget: Budget) -> Explanation:
    """A smallest reason: nothing in it can be left out."""
    clock = Clock(budget)
    try:
        return _explain_kick(level, clock) if encoding_of(level) == "kick.lp" else _explain_push(level, clock)
    except Cancelled as stop:
        return Explanation("The search for a reason was stopped.", reason=stop.reason)


def _kept(level: Level) -> dict[str, Cell]:
    """The assumption of each piece."""
    return {f"kept(({row},{column}))": (row, column) for row, column in sorted(level.holes or level.boxes)}


def _explain_push(level: Level, clock: Clock) -> Explanation:
    kept = _kept(level)
    core = _minimal(Program(["reason.lp"], facts(level), clock, whole=True), kept)
    if core is None:
        return Explanation("No small reason was found; that proves nothing.", reason="horizon")
    cells = frozenset(kept[atom] for atom in core)
    if level.holes:
        return Explanation(_of_holes(cells), replace(level, holes=cells))
    return Explanation(_of_boxes(level, cells), replace(level, boxes=cells, settled=level.settled & cells))


def _of_holes(cells: frozenset[Cell]) -> str:
    if len(cells) == 1:
        return f"No box can ever be brought to the hole at {_list(cells)}."
    return f"The holes at {_list(cells)} cannot all be filled: too few boxes can be brought to them."


def _of_boxes(level: Level, cells: frozenset[Cell]) -> str:
    where = "a sink" if level.sinks else "a goal"
    if len(cells) == 1:
        return f"The box at {_list(cells)} can never be brought to {where}, even if it were the only one."
    every = "every one" if level.sinks or level.reading == "each-once" else "each one a goal of its own"
    return f"The boxes at {_list(cells)} cannot all be brought to {where}, {every}, even if no other box were there."


def _explain_kick(level: Level, clock: Clock) -> Explanation:
    pieces = {
        f"{'start' if kind in _MOVERS else 'ground'}({kind},({row},{column}))": (kind, (row, column))
        for kind, name in _FIELDS.items()
        for row, column in sorted(getattr(level, name))
    }
    bare = replace(level, **{name: frozenset[Cell]() for name in _FIELDS.values()})  # type: ignore[arg-type]
    optional = [f"piece({kind},({row},{column}))." for kind, (row, column) in pieces.values()]
    limit = level.limit or 0
    if limit > _LONGEST:
        words = f"The limit of {limit} steps is too large to look for a reason; that proves nothing."
        return Explanation(words, reason="horizon")
    encodings = ["reason-kick.lp", "mutex.lp"]
    program = Program(encodings, [*facts(bare), *optional], clock, constants={"horizon": limit}, whole=True)
    core = _minimal(program, pieces)
    within = f"within {count(limit, 'step')}"
    if core is None:
        return Explanation(f"There is a plan {within}.")
    chosen: dict[str, set[Cell]] = {name: set() for name in _FIELDS.values()}
    for atom in core:
        kind, cell = pieces[atom]
        chosen[_FIELDS[kind]].add(cell)
    part = replace(bare, **{name: frozenset(cells) for name, cells in chosen.items()})  # type: ignore[arg-type]
    if not core:
        return Explanation(f"Even on an empty board no demoness can be reached {within}.", part)
    words = f"No demoness can be reached {within}, already with {count(len(core), 'thing')} on the board."
    return Explanation(words, part)


def _minimal(program: Program, assumptions: Iterable[str]) -> list[str] | None:
    """A minimal part of the assumptions under which there is no answer set; None if there is one under all."""
    if program.first(assume=list(assumptions)) is not None:
        return None
    needed = sorted(program.core)
    for atom in list(needed):
        if atom not in needed:
            continue  # clingo found out by itself that it can be missed
        without = [other for other in needed if other != atom]
        if program.first(assume=without) is None:
            needed = [other for other in without if other in program.core]
    return needed


def _list(cells: Iterable[Cell]) -> str:
    words = [f"({row},{column})" for row, column in sorted(cells)]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
