"""Dumps in the form of the NetHack solver: a position as lines of text, and a dump coloured for the terminal.

    Added: (3 + 12 = 15)           what happened; in a search (cost so far + bound = sum)
    ( 7,  3) ( 2,  5)              where the boxes are, as (column, row) from 0
    * * * * *                      * wall   . floor   + floor in reach   Y player   X sink, goal or hole
    * + o O *                      o box   O the box that was moved   g G the same on a goal

The search writes the same form while it runs (`rust/src/space/dump.rs`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

from rich.text import Text

from sokoplan.errors import printable
from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.rules import State
from sokoplan.puzzle.rules.push import walks

STYLES = {
    "*": "grey42", ".": "dim", "+": "red", "o": "bold yellow", "O": "bold yellow reverse", "g": "bold green",
    "G": "bold green reverse", "Y": "bold blue", "X": "bold green",
}  # fmt: skip
_BOARD = re.compile(rf"[{re.escape(''.join(STYLES))}](?: [{re.escape(''.join(STYLES))}])*")
_BOXES = re.compile(r"\(\s*\d+,\s*\d+\)(?: \(\s*\d+,\s*\d+\))*")
_WORDS = {
    "Expanded": "bold cyan",
    "Added": "green",
    "Pushing": "green",
    "Pushed out": "bold green",
    "Rejected": "red",
    "Packing plan": "bold cyan",
    "Solved": "bold green",
    "Blocked": "red",
    "Additional pushes": "bold yellow",
    "Pushes": "green",
    "No plan": "red",
}


def entry(level: Level, state: State, words: str, moved: Cell | None = None) -> Iterator[str]:
    """One entry: what happened, the boxes, the board. `moved` is the cell of the box that was pushed."""
    yield words
    yield " ".join(f"({column:2}, {row:2})" for row, column in sorted(state.cells("box")))
    floor, near = level.reachable() | level.boxes, walks(level, state).keys()
    for row in range(level.height):
        yield " ".join(_sign(level, floor, state, near, (row, column), moved) for column in range(level.width))


def set_entry(level: Level, words: str, boxes: Iterable[Cell], area: Set[Cell]) -> Iterator[str]:
    """An entry about some boxes alone on the board, and an area that the player may be in."""
    there = sorted(boxes)
    yield words
    yield " ".join(f"({column:2}, {row:2})" for row, column in there)
    floor, targets = level.reachable() | level.boxes, level.goals | level.sinks | level.holes
    for row in range(level.height):
        signs = []
        for cell in ((row, column) for column in range(level.width)):
            ground = "X" if cell in targets else "+" if cell in area else "." if cell in floor else "*"
            signs.append(("g" if cell in level.goals else "o") if cell in there else ground)
        yield " ".join(signs)


def _sign(level: Level, floor: frozenset[Cell], state: State, near: Set[Cell], cell: Cell, moved: Cell | None) -> str:
    if state.box[cell]:
        sign = "g" if cell in level.goals else "o"
        return sign.upper() if cell == moved else sign
    if cell not in floor:
        return "*"
    if cell == state.player:
        return "Y"
    if cell in level.goals or cell in level.sinks or state.hole[cell]:
        return "X"
    return "+" if cell in near else "."


def coloured(lines: Iterable[str], only: str = "") -> Iterator[Text]:
    """The lines of a dump, in colour; with `only`, just the entries whose first line contains it."""
    shown = not only
    for line in lines:
        text = printable(line.rstrip("\r\n"))
        board = is_board(text)
        if only and not board and _BOXES.fullmatch(text) is None and _is_heading(text):
            shown = only.lower() in text.lower()
        if shown:
            yield _coloured(text, board)


def is_board(line: str) -> bool:
    return _BOARD.fullmatch(line.rstrip("\r\n")) is not None


def _is_heading(text: str) -> bool:
    """Whether a line of words starts an entry: XML also has lines inside and after an entry."""
    return bool(text) and not text.startswith(("<dump", "</"))


def _coloured(text: str, board: bool) -> Text:
    line = Text(text)
    if board:
        for at in range(0, len(text), 2):
            line.stylize(STYLES[text[at]], at, at + 1)
        return line
    for word, style in _WORDS.items():
        if text.startswith(word) or f'what="{word}"' in text:
            line.stylize(style)
    return line
