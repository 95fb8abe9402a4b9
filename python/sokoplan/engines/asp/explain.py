"""Why a level has no plan, by clingo: the few boxes or tiles that already make it impossible.

    #######     The box on the left can never leave the wall, and there is no goal along it. The other box has nothing
    #$  @ #     to do with that: the level without it is just as impossible.
    #  $ .#
    #.    #
    #######

Each piece is an assumption. If the program has no answer set under all of them, clingo names a core: assumptions that
contradict each other. Leaving out one after the other, as long as there is still no answer set, makes it minimal:
every piece of it is needed. For Sokoban the program is a relaxation (reason.lp), so a reason is not always found. For
Helltaker it is the game itself with the limit as the horizon (reason-kick.lp), so it always is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sokoplan.engines.answer import Budget, Cancelled, Explanation
from sokoplan.engines.asp.program import Program
from sokoplan.engines.clock import Clock
from sokoplan.planning.asp.encodings import encoding_of
from sokoplan.planning.asp.facts import facts
from sokoplan.puzzle.level import Cell, Level, count, places, places_of

# The relaxation has about cells x cells x boxes atoms. Past this size the engine, which has no time to lose, does not
# ask.
_LARGE = 100_000
# Kinds of pieces in reason-kick.lp, and the fields of Level that hold them.
_FIELDS = {
    "box": "boxes", "mob": "mobs", "lock": "locks", "spikes": "spikes", "down": "traps_down", "up": "traps_up",
}  # fmt: skip
# The program grows with the limit; past this, grounding alone would take minutes.
_LONGEST = 300
_MOVERS = ("box", "mob", "lock")


def impossible(level: Level, clock: Clock) -> bool:
    """Whether a level of Sokoban, sinks or holes has a reason that is quickly found; False proves nothing."""
    if len(level.reachable()) ** 2 * len(level.boxes) > _LARGE:
        return False
    kept = _kept(level)
    return Program(["reason.lp"], facts(level), clock, whole=True).first(assume=list(kept)) is None


def explain(level: Level, budget: Budget) -> Explanation:
    """A minimal reason: nothing can be left out of it."""
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
        return Explanation("No small reason was found, which proves nothing.", reason="horizon")
    cells = frozenset(kept[atom] for atom in core)
    if level.holes:
        return Explanation(_of_holes(cells), replace(level, holes=cells), proved=True)
    part = replace(level, boxes=cells, settled=level.settled & cells)
    return Explanation(_of_boxes(level, cells), part, proved=True)


def _of_holes(cells: frozenset[Cell]) -> str:
    if len(cells) == 1:
        return f"No box can ever reach the hole at {places(cells)}."
    return f"The holes at {places(cells)} cannot all be filled: too few boxes can reach them."


def _of_boxes(level: Level, cells: frozenset[Cell]) -> str:
    where = "a sink" if level.sinks else "a goal"
    if len(cells) == 1:
        return f"The box at {places_of(level, cells)} can never reach {where}, even if it were the only box."
    own = "" if level.sinks or level.reading == "each-once" else " of their own"
    return f"The boxes at {places_of(level, cells)} cannot all reach {where}{own}, even without the other boxes."


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
        words = f"The limit of {limit} steps is too large to look for a reason, which proves nothing."
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
        return Explanation(f"Even on an empty board no demoness can be reached {within}.", part, proved=True)
    words = f"No demoness can be reached {within}, even with only {count(len(core), 'thing')} on the board."
    return Explanation(words, part, proved=True)


def _minimal(program: Program, assumptions: Iterable[str]) -> list[str] | None:
    """A minimal part of the assumptions under which there is no answer set; None if there is one under all."""
    if program.first(assume=list(assumptions)) is not None:
        return None
    needed = sorted(program.core)
    for atom in list(needed):
        if atom not in needed:
            continue  # clingo found out by itself that it is not needed
        without = [other for other in needed if other != atom]
        if program.first(assume=without) is None:
            needed = [other for other in without if other in program.core]
    return needed
