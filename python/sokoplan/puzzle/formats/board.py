"""Rows of characters to a Level and back: the one place where a letter table meets a board.

Comes in:  rows that know their line in the file, and a table of letters.
Goes out:  a Level, or an InputError that points at the very character.

    ("#", walls)  ("@", player)  ("$", boxes)  ("*", boxes and goals)  (" ", nothing)  ...

A format only finds its rows and words; what a cell means, how many players there may be, whether the border
is closed and how large a board may grow is decided here, alike for all of them.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sokoplan.errors import InputError
from sokoplan.puzzle.level import KEYS, MORE_BOXES, Cell, Game, Level, Reading, ahead_of, count

Kinds = tuple[str, ...]
Letters = Mapping[str, Kinds]

# What stands comes before what it stands on: "box on goal".
_WORDS = {
    "walls": "wall",
    "player": "player",
    "boxes": "box",
    "mobs": "mob",
    "demonesses": "demoness",
    "locks": "lock",
    "keys": "key",
    "goals": "goal",
    "sinks": "sink",
    "holes": "hole",
    "spikes": "spikes",
    "traps_down": "safe trap",
    "traps_up": "unsafe trap",
}
_USUAL = 256 * 256
_CLOSE_IT = "Draw a wall wherever the player could walk off the board."


@dataclass(frozen=True)
class Limits:
    """How much we are ready to read; a board beyond it is refused before it is built."""

    rows: int = 256
    columns: int = 256
    size: int = 2_000_000  # bytes of a file, and cells of all its boards together
    fixed: bool = False  # whoever reads the refusal has no options to raise them

    def too_many_rows(self) -> InputError:
        return InputError(f"the board has more than {self.rows} rows", self._raise_board())

    def too_many_columns(self) -> InputError:
        return InputError(f"the board has more than {self.columns} columns", self._raise_board())

    def too_large(self, what: str) -> InputError:
        right = "" if self.fixed else "Raise the limit with `--max-bytes N`."
        return InputError(f"{what} is larger than {self.size:,} bytes", right)

    def _raise_board(self) -> str:
        right = f"The limit is {self.columns}x{self.rows}"
        return f"{right}." if self.fixed else f"{right}; raise it with `--max-board WIDTHxHEIGHT`."


@dataclass(frozen=True)
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
    # Ragged rows unfold: with the limits raised, a small text could still mean a vast board.
    if len(rows) * max(len(row.cells) for row in rows) > max(limits.size, _USUAL):
        raise limits.too_large("the board, unfolded,")


def level_of(
    rows: Sequence[Row],
    letters: Letters,
    limits: Limits,
    *,
    game: Game = "sokoban",
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
    check_size(rows, limits)
    width = max(1, max(len(row.cells) for row in rows))
    cells: defaultdict[str, list[Cell]] = defaultdict(list)
    for number, row in enumerate(rows):
        for index, char in enumerate(row.cells):
            kinds = letters.get(char)
            if kinds is None:
                raise row.unknown(index, letters)
            for kind in kinds:
                cells[kind].append((number, index))
        for kind in outside:
            cells[kind] += [(number, index) for index in range(len(row.cells), width)]
    player = _player(rows, letters, cells.pop("player", []))
    if closed:
        _check_closed(rows, player, set(cells["walls"]))
    if game == "sokoban" and reading == "end" and len(cells["boxes"]) > len(cells["goals"]):
        _boxes_without_goals(rows, cells)
    pieces: dict[str, Any] = {kind: frozenset(where) for kind, where in cells.items()}
    try:
        return Level(height=len(rows), width=width, player=player, game=game, reading=reading, **pieces, **words)
    except InputError as error:
        raise replace(error, line=rows[0].line, column=rows[0].column(0), text=rows[0].text) from None


def _player(rows: Sequence[Row], letters: Letters, found: list[Cell]) -> Cell:
    if len(found) == 1:
        return found[0]
    signs = " or ".join(f"`{char}`" for char, kinds in letters.items() if "player" in kinds)
    right = f"Exactly one cell must be {signs}."
    if not found:
        raise rows[0].wrong("there is no player", right)
    row, index = found[1]
    raise rows[row].wrong("there is a second player", right, index)


def _boxes_without_goals(rows: Sequence[Row], cells: Mapping[str, list[Cell]]) -> None:
    """Point at the first box that is one too many."""
    boxes, goals = cells["boxes"], cells["goals"]
    on_goal = set(boxes) & set(goals)
    off_goal = [cell for cell in boxes if cell not in on_goal]
    row, index = off_goal[len(goals) - len(on_goal)]
    raise rows[row].wrong(
        f"there are more boxes than goals: {count(boxes, 'box')} and {count(goals, 'goal')}",
        MORE_BOXES,
        index,
    )


def _check_closed(rows: Sequence[Row], player: Cell, walls: set[Cell]) -> None:
    """Walk from the player through everything but walls; whoever gets off the drawing has found a leak."""
    seen = {player}
    todo = deque([player])
    while todo:
        cell = todo.popleft()
        for key in KEYS:
            row, index = other = ahead_of(cell, key)
            if other in seen or other in walls:
                continue
            if not 0 <= row < len(rows) or index < 0:
                raise rows[cell[0]].wrong("the border is open", _CLOSE_IT, cell[1])
            if index >= len(rows[row].cells):
                raise rows[row].wrong("the border is open", _CLOSE_IT, index)
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
        return "tab; a board is drawn with spaces"
    return f"`{char}`" if char.isprintable() else f"U+{ord(char):04X}"


# --- the way back ---------------------------------------------------------------------------------------------------


def draw(level: Level, letters: Letters) -> list[str]:
    """The rows of a level in these letters, each as long as the board is wide; the first letter of a kind is used."""
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
        sign = signs.get(frozenset(here))
        if sign is None:
            things = _meaning(kind for kind in _WORDS if kind in here)
            raise InputError(f"there is no letter for {things}, at {cell}")
        rows[cell[0]][cell[1]] = sign
    return ["".join(row) for row in rows]


def only_one(levels: Sequence[Level]) -> Level:
    """The level of a format that holds one a file."""
    if len(levels) != 1:
        raise InputError(f"this format holds one level a file, not {len(levels)}")
    return levels[0]


def only_closed(level: Level) -> None:
    """Refuse a level that its reader would refuse for an open border."""
    for row, column in sorted(level.reachable()):
        if row in (0, level.height - 1) or column in (0, level.width - 1):
            raise InputError(f"the border is open at {(row, column)}", _CLOSE_IT)
