"""PDDL: a level as a planning problem that any planner for classical planning can read.

Comes in:  a Level.     Goes out: domain.pddl and problem.pddl.

    #####     (define (problem level) (:domain sokoban)
    #@$.#       (:objects c1-1 c1-2 c1-3 - cell  box-1 - box)
    #####       (:init (player c1-1) (at box-1 c1-2) ...)  (:goal (and (on-goal box-1))))

The domains are files that people read (`*.pddl`, beside this one), written by hand: a statement of the laws that
shares no line with `rules`. Tests hold the two together, with real planners. A cell (2,3) is the object
`c2-3`; the first two cells of every action are the player's and the one ahead, which is all it takes to turn actions
into keys (`sokoplan.puzzle.notation.planner`).

    pyperplan domain.pddl problem.pddl                                      (not for Helltaker)
    fast-downward.py domain.pddl problem.pddl --search "astar(blind())"

Words of the level go into comments only, on one line and in ASCII: nothing a title says can become PDDL.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from itertools import groupby

from sokoplan.errors import InputError, printable
from sokoplan.puzzle.formats.picture import rows
from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of

_LONGEST_WORDS = 100
_WIDTH = 118


def files(level: Level) -> dict[str, str]:
    """The two files that a planner is called with."""
    name = domain_name(level)
    domain = resources.files("sokoplan.planning.pddl").joinpath(f"{name}.pddl").read_text(encoding="utf-8")
    return {"domain.pddl": domain, "problem.pddl": problem(level)}


def domain_name(level: Level) -> str:
    """The domain of the level's game; it is also the name of its file. Raises InputError if there is none."""
    if level.game not in _PARTS:
        raise InputError(f"there is no PDDL domain for {level.law.name}")
    return "sokoban-each-once" if level.reading == "each-once" else level.game


# --- the problem file -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Parts:
    """What differs between the games. Facts come in groups, each under a comment that says what they are."""

    cells: frozenset[Cell]
    objects: tuple[str, ...]  # besides the cells: "box-1 box-2 - box"
    facts: tuple[tuple[str, list[str]], ...]
    goals: list[str]


def problem(level: Level) -> str:
    """The level in the words of its domain."""
    domain = domain_name(level)
    parts = _PARTS[level.game](level)
    lines = [
        *_heading(level),
        "(define (problem level)",
        f"  (:domain {domain})",
        "  (:objects",
        *_rows_of_cells(parts.cells),
        *(f"    {line}" for line in parts.objects),
        "  )",
        "  (:init",
    ]
    for words, facts in parts.facts:
        if facts:
            lines += [f"    ; {words}", *_wrapped(facts)]
    lines += ["  )", "  (:goal (and", *_wrapped(parts.goals), "  )))"]
    return "\n".join(lines) + "\n"


def _heading(level: Level) -> Iterator[str]:
    for name in ("title", "author"):
        words = getattr(level, name)
        if words:
            yield f"; {name}: {_harmless(words)}"
    yield f"; {level.game}, {level.height} rows and {level.width} columns; c2-3 is row 2, column 3, counted from 0"
    yield from (f";   {row}".rstrip() for row in rows(level))
    if level.limit is not None:
        yield f"; limit: a plan has at most {level.limit} actions. PDDL cannot say so; tell the planner, for example"
        yield f';   fast-downward.py domain.pddl problem.pddl --search "astar(blind(),bound={level.limit + 1})"'


def _harmless(words: str) -> str:
    """One short line of printable ASCII."""
    line = printable(words).encode("ascii", "backslashreplace").decode("ascii")
    return line if len(line) <= _LONGEST_WORDS else f"{line[:_LONGEST_WORDS]}..."


def _pushing(level: Level) -> _Parts:
    """Sokoban, sinks and holes."""
    # Boxes and holes that the player never reaches stay in: they may be what makes a level unsolvable.
    cells = level.reachable() | level.boxes | level.holes
    boxes = {cell: f"box-{number}" for number, cell in enumerate(sorted(level.boxes), start=1)}
    taken = level.boxes | level.holes
    position = [
        f"(player {_name(level.player)})",
        *(f"(at {box} {_name(cell)})" for cell, box in boxes.items()),
        *_of_cells("open", level.holes),
    ]
    free = ("cells without a box" + (" or an open hole" if level.holes else ""), _of_cells("free", cells - taken))
    if level.sinks or level.holes:
        kinds = _of_cells("is-sink", level.sinks & cells) + _of_cells("is-firm", cells - level.sinks)
        goals = _of_cells("filled", level.holes) if level.holes else [f"(gone {box})" for box in boxes.values()]
    else:
        kinds = _of_cells("is-goal", level.goals & cells) + _of_cells("is-plain", cells - level.goals)
        reached = "been-on-goal" if level.reading == "each-once" else "on-goal"
        position += [f"({reached} {box})" for cell, box in boxes.items() if cell in level.goals | level.settled]
        goals = [f"({reached} {box})" for box in boxes.values()]
    return _Parts(
        cells=cells,
        objects=(" ".join(boxes.values()) + " - box",) if boxes else (),
        facts=(
            ("the position", position),
            free,
            ("the ground", kinds),
            ("neighbours", _neighbours(cells)),
            ("rows of three", _rows_of_three(cells)),
        ),
        goals=goals,
    )


def _helltaker(level: Level) -> _Parts:
    # What the hero never reaches cannot matter to him, so it is left out.
    cells = level.reachable()
    # Without traps every beat is like the other, and one will do.
    sharp_on = {"even": level.spikes | level.traps_up}
    if level.traps_down or level.traps_up:
        sharp_on["odd"] = level.spikes | level.traps_down
    beats = list(sharp_on)
    beside = frozenset(ahead_of(cell, key) for cell in level.demonesses for key in KEYS) & cells - level.demonesses
    position = [
        f"(hero {_name(level.player)})",
        "(on-beat even)",
        *_of_cells("block", level.boxes & cells),
        *_of_cells("mob", level.mobs & cells),
        *_of_cells("lock", level.locks & cells),
        *(["(has-key)"] if level.has_key else []),
        *(["(arrived)"] if level.player in beside else []),
    ]
    ground = [
        *_of_cells("is-demoness", level.demonesses & cells),
        *_of_cells("is-beside", beside),
        *_of_cells("is-key", level.keys & cells),
    ]
    sharp = [f"(is-sharp {_name(cell)} {beat})" for beat, where in sharp_on.items() for cell in sorted(where & cells)]
    return _Parts(
        cells=cells,
        objects=(f"{' '.join(beats)} - beat",),
        facts=(
            ("the position", position),
            ("the ground", ground),
            ("ground that hurts on a beat", sharp),
            ("the clock", [f"(follows {now} {then})" for now, then in zip(beats, beats[::-1], strict=True)]),
            ("neighbours", _neighbours(cells)),
            ("rows of three; the wall may be the third", _rows_of_three(cells, wall="wall")),
        ),
        goals=["(arrived)", "(not (hurt))"],
    )


# The games that have a domain, a file beside this one.
_PARTS: dict[str, Callable[[Level], _Parts]] = {"sokoban": _pushing, "sink": _pushing, "helltaker": _helltaker}


def _name(cell: Cell) -> str:
    return f"c{cell[0]}-{cell[1]}"


def _of_cells(predicate: str, cells: Iterable[Cell]) -> list[str]:
    return [f"({predicate} {_name(cell)})" for cell in sorted(cells)]


def _neighbours(cells: frozenset[Cell]) -> list[str]:
    pairs = ((cell, ahead_of(cell, key)) for cell in sorted(cells) for key in KEYS)
    return [f"(next {_name(cell)} {_name(ahead)})" for cell, ahead in pairs if ahead in cells]


def _rows_of_three(cells: frozenset[Cell], wall: str = "") -> list[str]:
    """Three cells side by side; with a name for the wall, also two cells and the wall behind them."""
    facts = []
    for cell in sorted(cells):
        for key in KEYS:
            ahead, beyond = ahead_of(cell, key), ahead_of(cell, key, 2)
            third = _name(beyond) if beyond in cells else wall
            if ahead in cells and third:
                facts.append(f"(line {_name(cell)} {_name(ahead)} {third})")
    return facts


def _rows_of_cells(cells: frozenset[Cell]) -> Iterator[str]:
    """The objects, a line for each row of the board."""
    for _, row in groupby(sorted(cells), key=lambda cell: cell[0]):
        yield from _wrapped([*map(_name, row), "- cell"])


def _wrapped(words: list[str]) -> Iterator[str]:
    """As many facts on a line as fit; none is broken in two, so that it can be searched for."""
    line = "   "
    for word in words:
        if len(line) + 1 + len(word) > _WIDTH and line.strip():
            yield line
            line = "   "
        line += f" {word}"
    if line.strip():
        yield line
