"""A level: the board of a puzzle, frozen, and checked once when it is made.

Comes in:  cells of each kind, from a format.     Goes out: `Level`, which every other part reads.

    ######      One type serves the three games; a kind of piece a game does not know is simply empty there.
    #@ $.#      Cells are (row, column) from the top left, from 0. Outside the board is wall.
    ######

What is checked here is what every game needs (one player, nothing inside a wall, no two things in one cell, enough
goals). What a *text* must obey besides, such as a closed border, is the business of its format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal

from sokoplan.errors import InputError

Cell = tuple[int, int]
Key = Literal["u", "d", "l", "r"]
Game = Literal["sokoban", "sink", "helltaker"]
# How the goal of Sokoban is read: all boxes on goals at the end, or each box on a goal at some time.
Reading = Literal["end", "each-once"]
READINGS: tuple[Reading, ...] = ("end", "each-once")
MORE_BOXES = "Every box needs a goal of its own, unless each has only to stand on one at some time (goal: each-once)."

KEYS: tuple[Key, ...] = ("u", "d", "l", "r")
STEP: dict[str, Cell] = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}
DIRECTION: dict[str, str] = {"u": "up", "d": "down", "l": "left", "r": "right"}
NOWHERE: Cell = (-1, -1)  # where a player is who has not been drawn yet
GAMES: tuple[Game, ...] = ("sokoban", "sink", "helltaker")


def ahead_of(cell: Cell, key: str, distance: int = 1) -> Cell:
    """The cell `distance` steps from `cell` in the direction of `key`."""
    row, column = STEP[key]
    return cell[0] + distance * row, cell[1] + distance * column


def place(cell: Cell) -> str:
    """A cell in a sentence: people count rows and columns from 1."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def places(cells: Iterable[Cell]) -> str:
    """Several cells in a sentence: `row 2, column 3 and row 2, column 5`."""
    *others, last = (place(cell) for cell in sorted(cells))
    return f"{'; '.join(others)} and {last}" if others else last


@dataclass(frozen=True)
class Solution:
    """A plan that came with the level's file, as it stood there; nobody has judged it yet."""

    keys: str
    note: str = ""


@dataclass(frozen=True)
class Level:
    """One puzzle. Equal levels have equal boards and equal words."""

    height: int
    width: int
    player: Cell
    game: Game = "sokoban"
    reading: Reading = "end"
    walls: frozenset[Cell] = frozenset()
    boxes: frozenset[Cell] = frozenset()  # boulders, crates, stones; in Helltaker the blocks
    goals: frozenset[Cell] = frozenset()  # Sokoban
    sinks: frozenset[Cell] = frozenset()  # sink: swallows every box
    holes: frozenset[Cell] = frozenset()  # sink: swallows one box, then is floor
    # Helltaker
    limit: int | None = None  # the most a plan may cost
    demonesses: frozenset[Cell] = frozenset()
    mobs: frozenset[Cell] = frozenset()
    keys: frozenset[Cell] = frozenset()
    locks: frozenset[Cell] = frozenset()
    spikes: frozenset[Cell] = frozenset()
    traps_down: frozenset[Cell] = frozenset()  # drawn safe (T): up after the first key
    traps_up: frozenset[Cell] = frozenset()  # drawn unsafe (U): down after the first key
    # A position in the middle of a game is a level too; these two say what a board does not show.
    has_key: bool = False  # Helltaker: the hero has the key already
    settled: frozenset[Cell] = frozenset()  # each-once: boxes that have stood on a goal before
    # Words
    title: str = ""
    author: str = ""
    collection: str = ""
    comments: tuple[str, ...] = ()
    solutions: tuple[Solution, ...] = ()
    options: tuple[tuple[str, str], ...] = field(default=())  # the NetHack solver's `option=value` lines

    def __post_init__(self) -> None:
        _check(self)

    @classmethod
    def from_text(cls, text: str, *, format: str | None = None, reading: Reading = "end") -> Level:
        """The one level in this text."""
        from sokoplan.puzzle.formats import read

        levels = read(text, format=format, reading=reading)
        if len(levels) > 1:
            raise InputError(f"this text holds {len(levels)} levels, not one", "Give the text of one of them.")
        return levels[0]

    def __str__(self) -> str:
        """The board, drawn."""
        from sokoplan.puzzle.formats import FORMATS, refusal, write

        plain = replace(self, title="", author="", collection="", comments=(), solutions=(), options=())
        for name, format in reversed(FORMATS.items()):
            if not refusal([plain], format):
                return write([plain], name).rstrip("\n")
        return repr(self)

    # --- asking ---------------------------------------------------------------------------------------------------

    def inside(self, cell: Cell) -> bool:
        """Whether the cell is on the board at all."""
        return 0 <= cell[0] < self.height and 0 <= cell[1] < self.width

    def wall(self, cell: Cell) -> bool:
        """Whether nothing can ever be in this cell; outside the board is wall."""
        return cell in self.walls or not self.inside(cell)

    @property
    def push_word(self) -> str:
        """What a push is called in this game."""
        return "kick" if self.game == "helltaker" else "push"

    def floor(self) -> Iterator[Cell]:
        """Every cell that is not wall, row by row."""
        for row in range(self.height):
            for column in range(self.width):
                if (row, column) not in self.walls:
                    yield row, column

    def reachable(self) -> frozenset[Cell]:
        """The cells that the player could ever stand on, if every movable thing were out of the way."""
        return self._reachable

    @cached_property
    def _reachable(self) -> frozenset[Cell]:
        seen = {self.player}
        todo = [self.player]
        while todo:
            cell = todo.pop()
            for key in KEYS:
                other = ahead_of(cell, key)
                if other not in seen and not self.wall(other):
                    seen.add(other)
                    todo.append(other)
        return frozenset(seen)

    # --- describing -----------------------------------------------------------------------------------------------

    def remarks(self) -> tuple[str, ...]:
        """What is unusual but legal about the level, a sentence each."""
        return tuple(_remarks(self))

    def same_board(self, other: Level) -> bool:
        """Whether two levels are the same puzzle, whatever their words."""
        return all(getattr(self, name) == getattr(other, name) for name in BOARD_FIELDS)


WORDS = ("title", "author", "collection", "comments", "solutions", "options")
BOARD_FIELDS = tuple(item.name for item in fields(Level) if item.name not in WORDS)
PIECES = (
    "boxes", "goals", "sinks", "holes", "demonesses", "mobs", "keys", "locks", "spikes", "traps_down", "traps_up",
)  # fmt: skip
CELL_FIELDS = ("walls", *PIECES, "settled")  # every field of a Level that is a set of cells
# Things that no two of may share a cell. A mob has a line of its own: it may be kicked onto a lock or a demoness.
_SOLID = ("boxes", "locks", "demonesses", "holes")
_MOVING = ("boxes", "mobs")
_GROUND = ("goals", "sinks", "holes", "spikes", "traps_down", "traps_up", "keys")


def _check(level: Level) -> None:
    for problem in _problems(level):
        raise problem


def problems_of(**fields_of_level: Any) -> list[InputError]:
    """Everything that is wrong with a level that is still being drawn; without a player it is NOWHERE."""
    draft = object.__new__(Level)
    for item in fields(Level):
        default = None if item.default is MISSING else item.default
        object.__setattr__(draft, item.name, fields_of_level.get(item.name, default))
    return list(_problems(draft))


def _problems(level: Level) -> Iterator[InputError]:
    """Every rule a level must obey, in one place."""
    if level.height < 1 or level.width < 1:
        yield InputError("the board is empty", "A board has at least one row with one cell.")
    if level.player == NOWHERE:
        yield InputError("there is no player", "Exactly one cell is where the player starts.")
    elif not level.inside(level.player) or level.player in level.walls:
        yield InputError(f"the player stands outside the floor, at {level.player}", cell=level.player)
    for name in PIECES:
        for cell in sorted(getattr(level, name)):
            if level.wall(cell):
                yield InputError(f"there is a wall where {name} has a cell, at {cell}", cell=cell)
    for names in (_SOLID, _MOVING, _GROUND):
        seen: dict[Cell, str] = {}
        for name in names:
            for cell in sorted(getattr(level, name)):
                if cell in seen:
                    yield InputError(f"{seen[cell]} and {name} share the cell {cell}", cell=cell)
                seen[cell] = name
    for name in ("boxes", "mobs", "demonesses", "locks", "holes"):
        if level.player in getattr(level, name):
            yield InputError(f"the player shares the cell {level.player} with {name}", cell=level.player)
    if level.settled and level.reading != "each-once":
        yield InputError("only under the reading `each-once` does it matter which boxes have stood on a goal")
    if level.has_key and level.game != "helltaker":
        yield InputError(f"a level of {level.game} has no key")
    if not level.settled <= level.boxes:
        yield InputError("a cell is said to hold a settled box and holds none", cell=min(level.settled - level.boxes))
    yield from _CHECKS[level.game](level)


def _check_sokoban(level: Level) -> Iterator[InputError]:
    yield from _only(level, {"boxes", "goals"})
    if level.reading == "end" and len(level.boxes) > len(level.goals):
        yield InputError(
            f"there are more boxes than goals: {count(level.boxes, 'box')} and {count(level.goals, 'goal')}",
            MORE_BOXES,
        )
    if level.reading == "each-once" and level.boxes and not level.goals:
        yield InputError("there are boxes but no goal", "At least one cell must be a goal.")


def _check_sink(level: Level) -> Iterator[InputError]:
    yield from _only(level, {"boxes", "sinks", "holes"})
    if level.reading != "end":
        yield InputError("`each-once` is a reading of Sokoban's goal; this is a level with sinks or holes")
    if not level.sinks and not level.holes:
        yield InputError("there is no sink and no hole", "Boxes need one to vanish in.")
    if level.sinks and level.holes:
        yield InputError(
            "there are both sinks and holes", "A level has one kind: a sink for all, or a hole for each."
        )
    for cell in sorted(level.boxes & (level.sinks | level.holes)):
        yield InputError("a box starts on a sink or a hole", "It would have vanished already.", cell=cell)
    if level.holes and len(level.boxes) < len(level.holes):
        yield InputError(
            f"there are more holes than boxes: {count(level.holes, 'hole')} and {count(level.boxes, 'box')}",
            "Every hole needs a box to fill it.",
        )


def _check_helltaker(level: Level) -> Iterator[InputError]:
    yield from _only(level, set(PIECES) - {"goals", "sinks", "holes"})
    if level.reading != "end":
        yield InputError("`each-once` is a reading of Sokoban's goal; this is a Helltaker level")
    if level.limit is None or level.limit < 0:
        yield InputError("the level has no limit of moves", "Line 2 of a Helltaker level is a whole number.")
    if not level.demonesses:
        yield InputError("there is no demoness", "Exactly one player `H` and at least one demoness `D`.")


def _only(level: Level, allowed: set[str]) -> Iterator[InputError]:
    for name in PIECES:
        if name not in allowed and getattr(level, name):
            yield InputError(f"a level of {level.game} has no {name}", cell=min(getattr(level, name)))
    if level.game != "helltaker" and level.limit is not None:
        yield InputError(f"a level of {level.game} has no limit of moves")


_CHECKS = {"sokoban": _check_sokoban, "sink": _check_sink, "helltaker": _check_helltaker}

_PLURALS = {"box": "boxes", "push": "pushes", "entry": "entries", "demoness": "demonesses"}


def count(things: Iterable[object] | int, word: str) -> str:
    """`1 box`, `2 boxes`: a number and its word."""
    number = things if isinstance(things, int) else sum(1 for _ in things)
    return f"{number} {word if number == 1 else plural(word)}"


def plural(word: str) -> str:
    return _PLURALS.get(word, word + "s")


def _remarks(level: Level) -> Iterator[str]:
    reachable = level.reachable()
    if level.game == "sokoban" and level.boxes <= level.goals | level.settled:
        yield "It is already solved: no box is off a goal."
    if level.game == "sink" and (not level.boxes if level.sinks else not level.holes):
        yield "It is already solved: nothing is left to do."
    if level.game == "helltaker" and any(ahead_of(level.player, key) in level.demonesses for key in KEYS):
        yield "It is already solved: the hero stands next to a demoness."
    lost = sorted(level.boxes - reachable)
    off_goal = [cell for cell in lost if cell not in level.goals]
    if lost and level.game != "helltaker":
        where = ", ".join(map(str, lost))
        them, they = ("it", "it stands") if len(lost) == 1 else ("them", "they stand")
        tail = "" if level.holes else f"; no plan can move {them}" if off_goal else f"; {they} on goals already"
        yield f"The player can never reach {count(lost, 'box')}, at {where}{tail}."
    if level.holes - reachable:
        where = ", ".join(map(str, sorted(level.holes - reachable)))
        yield f"No box can ever be pushed into {count(level.holes - reachable, 'hole')}, at {where}."
    if level.game == "helltaker" and not any(
        ahead_of(cell, key) in reachable for cell in level.demonesses for key in KEYS
    ):
        yield "The hero can never stand next to a demoness."
    if level.game == "sokoban" and len(level.goals) > len(level.boxes) and level.boxes:
        yield f"There are spare goals: {count(level.goals, 'goal')} for {count(level.boxes, 'box')}."
    # Floor that a row of text leaves outside the walls touches the edge of the board; a sealed room does not.
    sealed = _sealed_floor(level, reachable)
    if sealed:
        yield f"There is decoration: {count(sealed, 'floor cell')} inside the walls that the player can never reach."


def _sealed_floor(level: Level, reachable: frozenset[Cell]) -> frozenset[Cell]:
    """Unreachable floor that is closed in by walls, so it was drawn on purpose."""
    rest = {cell for cell in level.floor() if cell not in reachable}
    outside = [cell for cell in rest if cell[0] in (0, level.height - 1) or cell[1] in (0, level.width - 1)]
    seen = set(outside)
    while outside:
        cell = outside.pop()
        for key in KEYS:
            other = ahead_of(cell, key)
            if other in rest and other not in seen:
                seen.add(other)
                outside.append(other)
    return frozenset(rest - seen)
