"""One puzzle, however it is drawn: turned, mirrored, with other words or other decoration around it.

Comes in:  a Level.     Goes out: its `Normal` form, a text that all eight drawings of the puzzle share, and which of
the eight this level is; the level of such a text; the keys of a plan, turned back.

    #####      #####      Floor that the player can never reach is drawn as wall, and walls beyond the border are cut
    #@$.#      #.$@#      off. Of the eight drawings the first in the order of their letters is the normal one.
    #####      #####

A turn is a number: 4 swaps rows and columns, then 1 mirrors left and right, then 2 mirrors up and down.
"""

from __future__ import annotations

from dataclasses import fields
from hashlib import blake2b
from typing import NamedTuple

from sokoplan.puzzle.formats.board import Drawing, Limits, plain_rows
from sokoplan.puzzle.formats.xsb import LETTERS
from sokoplan.puzzle.level import CELL_FIELDS, WORDS, Cell, Level, Reading

TURNS = range(8)
_LIMITS = Limits(rows=10**6, columns=10**6)
_WALL, _FLOOR, _GOAL = b"# ."
_IS_FREE = bytes(48 if number == _WALL else 49 for number in range(256))  # digits for int()
_OTHER_FIELDS = ("height", "width", "player", "game", "reading", "limit", "has_key")


class Normal(NamedTuple):
    text: str  # rows with line breaks between them; JSON where a board has more than Sokoban's letters
    turn: int  # the level turned so is the text
    reading: Reading

    @property
    def key(self) -> bytes:
        """Equal for equal puzzles, and for no others."""
        return blake2b(f"{self.reading}\n{self.text}".encode(), digest_size=16).digest()


def normal(level: Level) -> Normal:
    if is_plain(level):
        text, turn = min(("\n".join(rows), turn) for turn, rows in enumerate(_drawings(_trimmed(level))))
    else:
        text, turn = min((_as_json(level, turn), turn) for turn in TURNS)
    return Normal(text, turn, level.reading)


def is_plain(level: Level) -> bool:
    """Whether Sokoban's letters say everything about the board."""
    return level.game == "sokoban" and not level.settled


def plain_text(level: Level) -> str:
    """A plain level as drawn, as text that `level_of` and the native core read."""
    return "\n".join(_plain_rows(level))


def level_of(text: str, reading: Reading) -> Level:
    """The level of a normal or plain text, without words."""
    if text.startswith("{"):
        return _from_json(text)
    lines = text.split("\n")
    drawing = Drawing(lines, lambda: plain_rows(enumerate(lines, 1)))
    return drawing.level(LETTERS, _LIMITS, "sokoban", reading, False, (), {})


def turned(level: Level, turn: int) -> Level:
    """The same puzzle, drawn another way."""
    height, width = (level.width, level.height) if turn & 4 else (level.height, level.width)

    def place(cell: Cell) -> Cell:
        return turned_cell(cell, turn, height, width)

    values = {item.name: getattr(level, item.name) for item in fields(level)}
    cells = {name: frozenset(map(place, values[name])) for name in CELL_FIELDS}
    return Level(**values | cells | {"height": height, "width": width, "player": place(level.player)})


def turned_cell(cell: Cell, turn: int, height: int, width: int) -> Cell:
    """Where a cell is on the turned board, which has this height and width."""
    row, column = (cell[1], cell[0]) if turn & 4 else cell
    return (height - 1 - row if turn & 2 else row), (width - 1 - column if turn & 1 else column)


def turned_text(text: str, turn: int) -> str:
    """The same for a normal text: of a plain level the drawing, else JSON."""
    if text.startswith("{"):
        return _as_json(_from_json(text), turn)
    return "\n".join(_drawings(text.split("\n"))[turn])


def turned_keys(keys: str, turn: int) -> str:
    """A plan for a level, as one for the level turned so. Capitals stay capitals."""
    return keys.translate(_KEYS[turn])


def inverse(turn: int) -> int:
    """The turn that takes a turned level back."""
    return 4 | (turn & 1) << 1 | (turn & 2) >> 1 if turn & 4 else turn


def _key_table(turn: int) -> dict[int, int]:
    swaps = [pairs for bit, pairs in ((4, "uldr"), (1, "lr"), (2, "ud")) if turn & bit]
    table = {}
    for key in "udlr":
        other = key
        for pairs in swaps:
            at = pairs.find(other)
            other = pairs[at ^ 1] if at >= 0 else other
        table[ord(key)], table[ord(key.upper())] = ord(other), ord(other.upper())
    return table


_KEYS = [_key_table(turn) for turn in TURNS]


# --- in Sokoban's letters -------------------------------------------------------------------------------------------


def _drawn(level: Level) -> bytearray:
    """The cells row by row."""
    width = level.width
    cells = bytearray([_FLOOR]) * (level.height * width)
    for row, column in level.walls:
        cells[row * width + column] = _WALL
    for row, column in level.goals:
        cells[row * width + column] = _GOAL
    for row, column in level.boxes:
        at = row * width + column
        cells[at] = 42 if cells[at] == _GOAL else 36  # * and $
    at = level.player[0] * width + level.player[1]
    cells[at] = 43 if cells[at] == _GOAL else 64  # + and @
    return cells


def _plain_rows(level: Level) -> list[str]:
    if level.drawing is not None:
        return level.drawing.rows()
    text, width = _drawn(level).decode("ascii"), level.width
    return [text[at : at + width] for at in range(0, len(text), width)]


def _trimmed(level: Level) -> list[str]:
    """The rows of a plain level: what cannot be reached is wall, and the walls around it are one cell thick."""
    stride = level.width + 1
    margin = "#" * stride
    framed = f"{margin}{''.join(f'{row}#' for row in _plain_rows(level))}{margin}".encode("ascii")
    # All cells are bits of one number, the first one the highest; the area grows to where the player can get.
    free = int(framed.translate(_IS_FREE), 2)
    area, before = 1 << (len(framed) - 1 - (level.player[0] + 1) * stride - level.player[1]), 0
    while area != before:
        before = area
        area = (area | area << 1 | area >> 1 | area << stride | area >> stride) & free
    if area != free:
        reached = format(area, f"0{len(framed)}b").encode("ascii")
        framed = bytes(
            _WALL if cell == _FLOOR and here == 48 else cell for cell, here in zip(framed, reached, strict=True)
        )
    text = framed.decode("ascii")
    lines = [text[at : at + stride] for at in range(0, len(text), stride)]
    used = [number for number, line in enumerate(lines) if line.strip("#")]
    lines = lines[used[0] : used[-1] + 1]
    left = min(len(line) - len(line.lstrip("#")) for line in lines)
    right = max(len(line.rstrip("#")) for line in lines)
    wall = "#" * (right - left + 2)
    return [wall, *(f"#{line[left:right]}#" for line in lines), wall]


def _drawings(rows: list[str]) -> list[list[str]]:
    """The rows under each turn, in their order."""
    found = []
    for drawing in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
        mirrored = [row[::-1] for row in drawing]
        found += [drawing, mirrored, drawing[::-1], mirrored[::-1]]
    return found


# --- all other boards -----------------------------------------------------------------------------------------------


def _as_json(level: Level, turn: int) -> str:
    import json

    level = turned(level, turn)
    values: dict[str, object] = {name: getattr(level, name) for name in _OTHER_FIELDS}
    values |= {name: sorted(cells) for name in CELL_FIELDS if (cells := getattr(level, name))}
    return json.dumps(values, separators=(",", ":"))


def _from_json(text: str) -> Level:
    import json

    values = json.loads(text)
    cells = {name: frozenset(map(tuple, values[name])) for name in CELL_FIELDS if name in values}
    return Level(**values | cells | {"player": tuple(values["player"])})


assert not set(_OTHER_FIELDS) & set(WORDS)
