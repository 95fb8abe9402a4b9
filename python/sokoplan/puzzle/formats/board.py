"""Rows of characters to a Level and back: the one place where a letter table meets a board.

Comes in:  rows that know their line in the file, and a table of letters.
Goes out:  a Level, or an InputError that points at the very character.

    ("#", walls)  ("@", player)  ("$", boxes)  ("*", boxes and goals)  (" ", nothing)  ...

A format only finds its rows and words; what a cell means, how many players there may be, whether the border
is closed and how large a board may grow is decided here, alike for all of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, compress
from typing import Any, NamedTuple, NoReturn

from sokoplan.errors import InputError
from sokoplan.puzzle.level import MORE_BOXES, PIECES, Cell, Level, Reading, count, place
from sokoplan.puzzle.rules import LAWS

Kinds = tuple[str, ...]
Letters = Mapping[str, Kinds]

# What stands comes before what it stands on: "box on goal".
_WORDS = {
    "walls": "wall",
    "player": "player",
    **{piece.field: piece.word for piece in sorted(PIECES, key=lambda piece: (not piece.moving, piece.ground))},
}
EXPANDED = " once expanded"
_USUAL = 256 * 256
_MARGIN, _FILLING = "\0", "\1"  # no letter table has them
_CLOSE_IT = "Draw a wall wherever the player could walk off the board."


@dataclass(frozen=True)
class Limits:
    """How much we are ready to read; a board beyond it is refused before it is built."""

    rows: int = 256
    columns: int = 256
    size: int = 200_000_000  # bytes of a file, and cells of all its boards together
    fixed: bool = False  # the reader of the refusal cannot raise them

    def too_many_rows(self) -> InputError:
        return InputError(f"the board has more than {count(self.rows, 'row')}", self._raise_board())

    def too_many_columns(self) -> InputError:
        return InputError(f"the board has more than {count(self.columns, 'column')}", self._raise_board())

    def too_large(self, what: str, when: str = "") -> InputError:
        """`when`: a text that is small itself may be too large once it is expanded."""
        right = "" if self.fixed else "Raise the limit with `--max-bytes N`."
        return InputError(f"{what} is larger than {self.size:,} bytes{when}", right)

    def _raise_board(self) -> str:
        right = f"The limit is {self.columns}x{self.rows}"
        return f"{right}." if self.fixed else f"{right}; raise it with `--max-board WIDTHxHEIGHT`."


@dataclass(slots=True)  # and never changed; frozen ones take three times as long to make
class Row:
    """One row of a board, and where it stands in the file."""

    cells: str
    line: int  # from 1
    text: str  # that line of the file, whole
    offset: int = 0  # the column of the first cell in `text`
    columns: Sequence[int] | None = None  # the column of every cell, where they are not side by side

    def column(self, index: int) -> int:
        if self.columns is None:
            return self.offset + index
        if index < len(self.columns):
            return self.columns[index]
        return self.columns[-1] + 1 + index - len(self.columns) if self.columns else self.offset

    def wrong(self, says: str, right: str = "", index: int = 0) -> InputError:
        """An error that points at one cell of this row."""
        return InputError(says, right, line=self.line, column=self.column(index), text=self.text)

    def unknown(self, index: int, letters: Letters) -> InputError:
        """An error about a character that the table does not have."""
        return self.wrong(f"unknown character {_named(self.cells[index])}", legend(letters), index)


def plain_rows(numbered: Iterable[tuple[int, str]]) -> list[Row]:
    """Rows that are lines of the file as they are."""
    return [Row(line, number, line) for number, line in numbered]


def check_size(rows: Sequence[Row], limits: Limits) -> None:
    """Refuse a board beyond the limits, pointing at where it passes them."""
    if not rows:
        return
    if len(rows) > limits.rows:
        row = rows[limits.rows]
        raise replace(limits.too_many_rows(), line=row.line, column=row.column(0), text=row.text)
    for row in rows:
        if len(row.cells) > limits.columns:
            at = row.column(limits.columns)
            raise replace(limits.too_many_columns(), line=row.line, column=at, text=row.text)
    # Ragged rows are filled up: with the limits raised, a small text could still mean a vast board.
    if len(rows) * max(len(row.cells) for row in rows) > max(limits.size, _USUAL):
        raise limits.too_large("the board", EXPANDED)


def level_of(
    rows: Sequence[Row],
    letters: Letters,
    limits: Limits,
    *,
    game: str = "sokoban",
    reading: Reading = "end",
    closed: bool = False,
    outside: Kinds = (),
    **words: Any,
) -> Level:
    """The level that these rows draw.

    `closed`   the player must not be able to walk off the drawing.
    `outside`  what fills short rows up to the longest: nothing (floor) or ("walls",).
    """
    if not rows:
        raise InputError("there is no board")
    drawing = Drawing([row.cells for row in rows], lambda: rows)
    return drawing.level(letters, limits, game, reading, closed, outside, words)


class Drawing:
    """Lines that draw a board. They become one string with a margin, so that reading it takes a few string
    operations and no loop over cells; `rows`, which know their place in the file, are asked for only by an error.

    `_MARGIN` stands where nothing is drawn: around the board, and behind short rows, unless these go on as
    something else: then `_FILLING` does.
    """

    __slots__ = ("drawn", "lines", "rows")
    drawn: Drawn

    def __init__(self, lines: Sequence[str], rows: Callable[[], Sequence[Row]]) -> None:
        self.lines, self.rows = lines, rows

    def level(
        self,
        letters: Letters,
        limits: Limits,
        game: str,
        reading: Reading,
        closed: bool,
        outside: Kinds,
        words: Mapping[str, Any],
    ) -> Level:
        lines = self.lines
        height, width = len(lines), max(map(len, lines)) or 1
        if height > limits.rows or width > limits.columns or height * width > _USUAL:
            check_size(self.rows(), limits)
        tables = _tables_of(letters, outside)
        stride = width + 1
        if outside:
            lines = [line.ljust(width, _FILLING) for line in lines]
        edge = _MARGIN * (stride + 1)
        text = "".join([edge, *[line.ljust(stride, _MARGIN) for line in lines], edge])
        if tables.high or not text.isascii():
            if not tables.known.issuperset("".join(self.lines)):
                self._unknown(letters)
            text = text.translate(tables.high)
        drawn = self.drawn = Drawn(text.encode("latin-1"), height, width, tables)
        if drawn.bytes.translate(None, tables.drawn):
            self._unknown(letters)
        player = drawn.only("player") or _no_player(self.rows(), letters, sorted(drawn.cells("player")))
        if closed and drawn.leaks(player):
            _find_leak(self.rows(), player, drawn.cells("walls"))
        values = {**words, "height": height, "width": width, "player": player, "game": game, "reading": reading}
        if tables.plain and game == "sokoban" and 0 < drawn.number("boxes") <= drawn.number("goals"):
            return Level.drawn(drawn, values)
        return self._in_full(values)

    def _in_full(self, values: dict[str, Any]) -> Level:
        """The level with all that is to be checked about it."""
        kinds = self.drawn.tables.of.keys() - {"player"}
        cells = {kind: found for kind in kinds if (found := self.drawn.cells(kind))}
        boxes, goals = cells.get("boxes", ()), cells.get("goals", ())
        if len(boxes) > len(goals) and "goals" in LAWS[values["game"]].pieces and values["reading"] == "end":
            _boxes_without_goals(self.rows(), sorted(boxes), goals)
        try:
            return Level.made_of(cells | values)
        except InputError as error:
            first = self.rows()[0]
            raise replace(error, line=first.line, column=first.column(0), text=first.text) from None

    def _unknown(self, letters: Letters) -> None:
        for row in self.rows():
            for index, char in enumerate(row.cells):
                if char not in letters:
                    raise row.unknown(index, letters)


class Drawn(NamedTuple):
    """A drawing as one string: what a `Level` of plain Sokoban keeps of it, to make its sets of cells when asked."""

    bytes: bytes
    height: int
    width: int
    tables: _Tables

    def cells(self, kind: str) -> frozenset[Cell]:
        return frozenset(compress(_grid(self.height, self.width), self.bytes.translate(self.tables.of[kind])))

    def number(self, kind: str) -> int:
        return self.bytes.translate(self.tables.of[kind]).count(1)

    def only(self, kind: str) -> Cell | None:
        """The cell of the only one there is."""
        there = self.bytes.translate(self.tables.of[kind])
        if there.count(1) != 1:
            return None
        row, column = divmod(there.index(1) - 1, self.width + 1)
        return row - 1, column

    def leaks(self, player: Cell) -> bool:
        """Whether the player could walk off the drawing: all cells are bits of one number, and the area that is open
        to the margin grows. (From the player it would take more steps: there is more inside than outside.)"""
        stride = self.width + 1
        free = int(self.bytes.translate(self.tables.free), 2)
        at = (player[0] + 1) * stride + player[1] + 1
        start = 1 << (len(self.bytes) - 1 - at)  # the first cell is the highest bit
        area, before = int(self.bytes.translate(_IS_MARGIN), 2), 0
        while area != before:
            before = area
            area |= (area << 1 | area >> 1) & free
            area |= (area << stride | area >> stride) & free
        return bool(area & start)

    def rows(self) -> list[str]:
        """Of equal length, in Sokoban's letters."""
        text, width = self.bytes.translate(self.tables.plain).decode("ascii"), self.width
        first, stride = width + 2, width + 1
        return [text[at : at + width] for at in range(first, first + self.height * stride, stride)]


@dataclass(frozen=True)
class _Tables:
    """A letter table as tables for `bytes.translate`."""

    known: frozenset[str]  # every sign of it
    high: dict[int, int]  # for str.translate: a byte for each sign beyond Latin-1
    of: dict[str, bytes]  # by kind: 1 where it is, 0 elsewhere
    free: bytes  # digits, for int(): 1 where there is no wall
    drawn: bytes  # every byte that a sign of it, the margin or the filling has
    plain: bytes  # the same board in Sokoban's letters; empty where these do not have all kinds


def _table(yes: Callable[[int], bool], signs: bytes = b"\0\1") -> bytes:
    return bytes(signs[yes(number)] for number in range(256))


_IS_MARGIN = _table(lambda number: number == ord(_MARGIN), b"01")
_made_tables: dict[tuple[int, Kinds], tuple[Letters, _Tables]] = {}


def _tables_of(letters: Letters, outside: Kinds) -> _Tables:
    """Made once for each letter table; kept with it, so that its identity is not given to another."""
    kept = _made_tables.get((id(letters), outside))
    if kept is None:
        kept = _made_tables[id(letters), outside] = letters, _make_tables(letters, outside)
    return kept[1]


def _make_tables(letters: Letters, outside: Kinds) -> _Tables:
    free = (number for number in range(2, 256) if chr(number) not in letters)
    high = {ord(sign): next(free) for sign in letters if ord(sign) > 255}
    drawn: dict[int, Kinds] = {high.get(ord(sign), ord(sign)): kinds for sign, kinds in letters.items()}
    walls = {number for number, kinds in drawn.items() if "walls" in kinds}
    drawn[ord(_FILLING)] = outside
    where: dict[str, set[int]] = {}
    for number, kinds in drawn.items():
        for kind in kinds:
            where.setdefault(kind, set()).add(number)
    return _Tables(
        known=frozenset(letters),
        high=high,
        of={kind: _table(numbers.__contains__) for kind, numbers in where.items()},
        free=_table(lambda number: number not in walls, b"01"),
        drawn=bytes({*drawn, ord(_MARGIN)}),
        plain=_plain(drawn),
    )


_SOKOBAN = {
    frozenset[str](): " ",
    frozenset({"walls"}): "#",
    frozenset({"player"}): "@",
    frozenset({"player", "goals"}): "+",
    frozenset({"boxes"}): "$",
    frozenset({"boxes", "goals"}): "*",
    frozenset({"goals"}): ".",
}


def _plain(drawn: Mapping[int, Kinds]) -> bytes:
    signs = {number: _SOKOBAN.get(frozenset(kinds)) for number, kinds in drawn.items()}
    if None in signs.values() or not {"walls", "player", "boxes", "goals"}.issubset(chain(*drawn.values())):
        return b""
    return "".join(signs.get(number) or " " for number in range(256)).encode("ascii")


@lru_cache(maxsize=256)
def _grid(height: int, width: int) -> tuple[Cell, ...]:
    """The cell of every place in the string: the same tuples for all boards of a size.

    One place of margin begins and ends it, and one follows each row; those are never asked for.
    """
    edge = [(-1, -1)] * (width + 2)
    return (*edge, *((row, column) for row in range(height) for column in range(width + 1)), *edge)


def _no_player(rows: Sequence[Row], letters: Letters, found: list[Cell]) -> NoReturn:
    signs = " or ".join(f"`{char}`" for char, kinds in letters.items() if "player" in kinds)
    right = f"Exactly one cell must be {signs}."
    if not found:
        raise rows[0].wrong("there is no player", right)
    row, index = found[1]
    raise rows[row].wrong("there is a second player", right, index)


def _boxes_without_goals(rows: Sequence[Row], boxes: Sequence[Cell], goals: Collection[Cell]) -> None:
    """Point at the first box that is one too many."""
    on_goal = set(boxes) & set(goals)
    off_goal = [cell for cell in boxes if cell not in on_goal]
    row, index = off_goal[len(goals) - len(on_goal)]
    raise rows[row].wrong(
        f"there are more boxes than goals: {count(boxes, 'box')} and {count(goals, 'goal')}",
        MORE_BOXES,
        index,
    )


def _find_leak(rows: Sequence[Row], player: Cell, walls: Iterable[Cell]) -> None:
    """Walk from the player through everything but walls, up to where that leads off the drawing."""
    height = len(rows)
    lengths = [len(row.cells) for row in rows]
    seen = {player, *walls}
    todo = deque([player])
    while todo:
        row, index = todo.popleft()
        for other in ((row - 1, index), (row + 1, index), (row, index - 1), (row, index + 1)):
            if other in seen:
                continue
            down, right = other
            if not 0 <= down < height or right < 0:
                raise rows[row].wrong("the border is open", _CLOSE_IT, index)
            if right >= lengths[down]:
                raise rows[down].wrong("the border is open", _CLOSE_IT, right)
            seen.add(other)
            todo.append(other)


def legend(letters: Letters) -> str:
    """Every letter of a table and what it means, for people."""
    by_meaning: dict[Kinds, list[str]] = {}
    for char, kinds in letters.items():
        by_meaning.setdefault(kinds, []).append("space" if char == " " else f"`{char}`")
    parts = [f"{' '.join(chars)} {_meaning(kinds)}" for kinds, chars in by_meaning.items()]
    return f"The letters are: {', '.join(parts)}."


def _meaning(kinds: Iterable[str]) -> str:
    return " on ".join(_WORDS[kind] for kind in kinds) or "floor"


def _named(char: str) -> str:
    if char == "\t":
        return "tab (use spaces)"
    return f"`{char}`" if char.isprintable() else f"U+{ord(char):04X}"


# --- the way back ---------------------------------------------------------------------------------------------------


def draw(level: Level, letters: Letters, unknown: str = "") -> list[str]:
    """The rows of a level in these letters, each as long as the board is wide; the first letter of a kind is used.

    Where no letter stands for what a cell holds: `unknown`, or InputError if that is not given.
    """
    signs: dict[frozenset[str], str] = {}
    for char, meaning in letters.items():
        signs.setdefault(frozenset(meaning), char)
    kinds: dict[Cell, set[str]] = {level.player: {"player"}}
    for kind in _WORDS:
        if kind != "player":
            for cell in getattr(level, kind):
                kinds.setdefault(cell, set()).add(kind)
    rows = [[signs[frozenset()]] * level.width for _ in range(level.height)]
    for cell, here in kinds.items():
        sign = signs.get(frozenset(here), unknown)
        if not sign:
            things = _meaning(kind for kind in _WORDS if kind in here)
            raise InputError(f"there is no letter for {things}, at {place(cell)}")
        rows[cell[0]][cell[1]] = sign
    return ["".join(row) for row in rows]


def only_one(levels: Sequence[Level]) -> Level:
    """The level of a format that holds one per file."""
    if len(levels) != 1:
        raise InputError(f"this format holds one level per file, not {len(levels)}")
    return levels[0]


def only_closed(level: Level) -> None:
    """Refuse a level that its reader would refuse for an open border."""
    for row, column in sorted(level.reachable()):
        if row in (0, level.height - 1) or column in (0, level.width - 1):
            raise InputError(f"the border is open at {place((row, column))}", _CLOSE_IT)
