"""A level: the board of a puzzle, frozen, and checked once when it is made.

Comes in:  cells of each kind, from a format.     Goes out: `Level`, which every other part reads.

    ######      One type serves the three games; a kind of piece a game does not know is simply empty there.
    #@ $.#      Cells are (row, column) from the top left, from 0. Outside the board is wall.
    ######

What is checked here is what every game needs (one player, nothing inside a wall, no two things in one cell, enough
goals) and what its own game asks (`rules/checks.py`). What a *text* must obey, such as a closed border, is left to
its format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from sokoplan.errors import InputError

if TYPE_CHECKING:
    from sokoplan.puzzle.rules import Law

Cell = tuple[int, int]
Key = Literal["u", "d", "l", "r"]
# How the goal of Sokoban is read: all boxes on goals at the end, or each box on a goal at some time.
Reading = Literal["end", "each-once"]
READINGS: tuple[Reading, ...] = ("end", "each-once")
MORE_BOXES = "Every box needs a goal of its own, unless each has only to stand on one at some time (goal: each-once)."

KEYS: tuple[Key, ...] = ("u", "d", "l", "r")
STEP: dict[str, Cell] = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}
DIRECTION: dict[str, str] = {"u": "up", "d": "down", "l": "left", "r": "right"}
NOWHERE: Cell = (-1, -1)  # the player of a draft that has none yet


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


def places_of(level: Level, cells: Iterable[Cell]) -> str:
    """Cells of a level in a sentence; on a sink level also as its plans write them, (column, row) from 0."""
    cells = sorted(cells)
    in_plans = ", ".join(f"({column}, {row})" for row, column in cells)
    return f"{places(cells)}{f' (in plans {in_plans})' if level.sinks else ''}"


@dataclass(frozen=True)
class Solution:
    """A plan that came with the level's file, as written there; it has not been checked."""

    keys: str
    note: str = ""


class Drawn(Protocol):
    """The board of a plain level, as its format has read it."""

    def cells(self, kind: str) -> frozenset[Cell]: ...

    def rows(self) -> list[str]:
        """Of equal length, in Sokoban's letters."""


@dataclass(frozen=True)
class Level:
    """One puzzle. Equal levels have equal boards and equal words."""

    height: int
    width: int
    player: Cell
    game: str = "sokoban"  # a name in `rules.LAWS`
    reading: Reading = "end"
    # These three may wait in the drawing until they are asked for: see `drawn`.
    walls: frozenset[Cell] = field(default_factory=frozenset)
    boxes: frozenset[Cell] = field(default_factory=frozenset)  # boulders, crates, stones; in Helltaker the blocks
    goals: frozenset[Cell] = field(default_factory=frozenset)  # Sokoban
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
    snapshots: tuple[Solution, ...] = ()  # games that were left off before the end
    options: tuple[tuple[str, str], ...] = field(default=())  # the NetHack solver's `option=value` lines

    def __post_init__(self) -> None:
        for problem in _problems(self):
            raise problem

    @classmethod
    def from_text(cls, text: str, *, format: str | None = None, reading: Reading = "end") -> Level:
        """The one level that a text draws, in any format that we read; common indentation does not count.

        Raises InputError if there is no level, or several.

        >>> Level.from_text("#####\\n#@$.#\\n#####").boxes
        frozenset({(1, 2)})
        """
        from sokoplan.puzzle.formats import read  # formats make levels, so they are imported when one is wanted

        if not isinstance(text, str):
            raise TypeError(f"expected the text of a level, not {type(text).__name__}")
        from textwrap import dedent

        levels = read(dedent(text), format=format, reading=reading)
        if len(levels) > 1:
            raise InputError(f"this text holds {len(levels)} levels, not one", "Give the text of one of them.")
        return levels[0]

    drawing: ClassVar[Drawn | None] = None  # of a level that `drawn` made

    @classmethod
    def made_of(cls, values: dict[str, Any]) -> Level:
        """A level from a drawing, in which nothing is off the board or in a wall and every cell has one letter: only
        what its game asks is left to be checked."""
        level = object.__new__(cls)
        level.__dict__.update(_EMPTY | values)
        if level.game != "sokoban" or not level.boxes:
            level.__post_init__()
        else:
            for problem in level.law.problems(level):
                raise problem
        return level

    @classmethod
    def drawn(cls, drawing: Drawn, values: dict[str, Any]) -> Level:
        """The same for a drawing of plain Sokoban that has boxes and as many goals: nothing is left to be checked,
        and its sets of cells are made when somebody asks for them. Collections are made of very many of these."""
        level = object.__new__(cls)
        values["drawing"] = drawing
        level.__dict__.update(values)
        return level

    if not TYPE_CHECKING:  # or every name would be an attribute to the type checker

        def __getattr__(self, name: str) -> frozenset[Cell]:
            """Called only where there is no such attribute: it may still be in the drawing."""
            if name not in _EMPTY or self.drawing is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            found = self.__dict__[name] = self.drawing.cells(name)
            return found

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied: what the level is, not how it was made."""
        return {name: getattr(self, name) for name in _FIELDS}

    # --- asking ---------------------------------------------------------------------------------------------------

    def inside(self, cell: Cell) -> bool:
        """Whether the cell is on the board at all."""
        return 0 <= cell[0] < self.height and 0 <= cell[1] < self.width

    def wall(self, cell: Cell) -> bool:
        """Whether nothing can ever be in this cell; outside the board is wall."""
        return cell in self.walls or not self.inside(cell)

    @property
    def law(self) -> Law:
        """The rules of the level's game, and its traits."""
        from sokoplan.puzzle.rules import LAWS  # laws are written in terms of levels

        if self.game not in LAWS:
            raise InputError(f"there is no game {self.game!r}", f"Choose one of: {', '.join(LAWS)}.")
        return LAWS[self.game]

    @property
    def every_box_goes_home(self) -> bool:
        """Whether a win needs every box on a goal or in a sink, by plain pushes; then no box may be lost."""
        return self.law.plain_pushes and not self.holes and self.reading == "end"

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
        found = list(self.law.remarks(self))
        if sealed := _sealed_floor(self):
            found.append(f"The player can never reach {count(sealed, 'floor cell')} inside the walls: decoration.")
        return tuple(found)

    def __str__(self) -> str:
        """The level, drawn: as text that `from_text` reads where its game has such a format."""
        from sokoplan.puzzle.formats.picture import picture

        return picture(self)

    def _repr_svg_(self) -> str:
        """The level as a notebook shows it."""
        from sokoplan.views.svg import picture  # only a notebook asks for it

        return picture(self)

    def same_board(self, other: Level) -> bool:
        """Whether two levels are the same puzzle, whatever their words."""
        return all(getattr(self, name) == getattr(other, name) for name in BOARD_FIELDS)


@dataclass(frozen=True)
class Piece:
    """A kind of thing on a board. Two things that are both solid, both moving or both ground cannot share a cell.

    A mob is moving and not solid, because it may be kicked onto a lock or a demoness. The player shares a cell only
    with ground.
    """

    field: str  # of Level; also its name in JSON
    word: str
    plural: str
    solid: bool = False
    moving: bool = False
    ground: bool = False


PIECES = (
    Piece("boxes", "box", "boxes", solid=True, moving=True),
    Piece("goals", "goal", "goals", ground=True),
    Piece("sinks", "sink", "sinks", ground=True),
    Piece("holes", "hole", "holes", solid=True, ground=True),
    Piece("demonesses", "demoness", "demonesses", solid=True),
    Piece("mobs", "mob", "mobs", moving=True),
    Piece("keys", "key", "keys", ground=True),
    Piece("locks", "lock", "locks", solid=True),
    Piece("spikes", "spikes", "spikes", ground=True),
    Piece("traps_down", "safe trap", "safe traps", ground=True),
    Piece("traps_up", "unsafe trap", "unsafe traps", ground=True),
)
CELL_FIELDS = ("walls", *(piece.field for piece in PIECES), "settled")  # the fields of a Level that are sets of cells
WORDS = ("title", "author", "collection", "comments", "solutions", "snapshots", "options")
_FIELDS = tuple(item.name for item in fields(Level))
_EMPTY: dict[str, frozenset[Cell]] = {"walls": frozenset(), "boxes": frozenset(), "goals": frozenset()}
BOARD_FIELDS = tuple(item.name for item in fields(Level) if item.name not in WORDS)


def must_be_level(value: object) -> Level:
    """The value itself; TypeError if it is not a level, which says how to get one."""
    if isinstance(value, Level):
        return value
    hint = ""
    if isinstance(value, str):
        hint = "; sokoplan.level(...) makes a Level of text, a file name or the name of a bundled level"
    elif isinstance(value, list):
        hint = "; sokoplan.read returns a list of levels, sokoplan.level one of them"
    raise TypeError(f"expected a Level, not {type(value).__name__}{hint}")


# --- checking -------------------------------------------------------------------------------------------------------


def problems_of(**fields_of_level: Any) -> list[InputError]:
    """Everything that is wrong with a level that is still being drawn; without a player it is NOWHERE."""
    draft = object.__new__(Level)
    for item in fields(Level):
        default = _EMPTY.get(item.name) if item.default is MISSING else item.default
        object.__setattr__(draft, item.name, fields_of_level.get(item.name, default))
    return list(_problems(draft))


def _problems(level: Level) -> Iterator[InputError]:
    """Every rule a level must obey: what all games ask, then what its own game asks."""
    law = level.law
    if level.height < 1 or level.width < 1:
        yield InputError("the board is empty", "A board has at least one row with one cell.")
    if level.player == NOWHERE:
        yield InputError("there is no player", "Exactly one cell is where the player starts.")
    elif level.wall(level.player):
        yield InputError(f"the player is in a wall or off the board, at {place(level.player)}", cell=level.player)
    there = [(piece, cells) for piece in PIECES if (cells := getattr(level, piece.field))]
    for piece, cells in there:
        if not cells.isdisjoint(level.walls) or not all(map(level.inside, cells)):
            for cell in sorted(filter(level.wall, cells)):
                yield InputError(f"{piece.word} in a wall or off the board, at {place(cell)}", cell=cell)
    yield from _sharing(there)
    for piece, cells in there:
        if (piece.solid or piece.moving) and level.player in cells:
            yield InputError(f"player and {piece.word} cannot share {place(level.player)}", cell=level.player)
        if piece.field not in law.pieces:
            yield InputError(f"there are no {piece.plural} in {law.name}", cell=min(cells))
    if level.has_key and "keys" not in law.pieces:
        yield InputError(f"there are no keys in {law.name}")
    if level.limit is not None and not law.has_limit:
        yield InputError(f"there is no move limit in {law.name}")
    if law.has_limit and (level.limit is None or level.limit < 0):
        yield InputError("there is no move limit", f"A level of {law.name} says how much a plan may cost: 0 or more.")
    if level.reading not in law.readings:
        yield InputError(f"the goal of {law.name} cannot be read as `{level.reading}`")
    if level.settled and level.reading != "each-once":
        yield InputError("`settled` boxes only make sense if the goal is read as `each-once`")
    if not level.settled <= level.boxes:
        cell = min(level.settled - level.boxes)
        yield InputError(f"`settled` says there is a box at {place(cell)}, but there is none", cell=cell)
    yield from law.problems(level)


def _sharing(there: Sequence[tuple[Piece, frozenset[Cell]]]) -> Iterator[InputError]:
    """Two things in one cell that cannot both be there."""
    for together in ("solid", "moving", "ground"):
        several = [(piece, cells) for piece, cells in there if getattr(piece, together)]
        seen: dict[Cell, str] = {}
        for piece, cells in several if len(several) > 1 else ():
            for cell in sorted(cells):
                if cell in seen:
                    yield InputError(f"{seen[cell]} and {piece.word} cannot share {place(cell)}", cell=cell)
                seen[cell] = piece.word


# --- words ----------------------------------------------------------------------------------------------------------

_PLURALS = {"push": "pushes", "entry": "entries", **{piece.word: piece.plural for piece in PIECES}}


def count(things: Iterable[object] | int, word: str) -> str:
    """`1 box`, `2 boxes`: a number and its word."""
    number = things if isinstance(things, int) else sum(1 for _ in things)
    return f"{number} {word if number == 1 else plural(word)}"


def plural(word: str) -> str:
    return _PLURALS.get(word, word + "s")


def _sealed_floor(level: Level) -> frozenset[Cell]:
    """Unreachable floor that is closed in by walls, so it was drawn on purpose.

    Floor that a row of text leaves outside the walls touches the edge of the board; a sealed room does not.
    """
    rest = {cell for cell in level.floor() if cell not in level.reachable()}
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
