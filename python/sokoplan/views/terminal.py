"""Boards for a terminal: in colour, with two columns per cell, so that a square looks square.

Colour is never the only difference: each tile has its own shape. A terminal that cannot show these characters gets
plain text (`views.text`).
"""

from __future__ import annotations

from rich.text import Text

from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.rules import Snapshot
from sokoplan.views.scenery import shown_cells
from sokoplan.views.text import framed, margin_of, tiles

# Two characters per tile, each one column wide in every terminal.
LOOKS: dict[str, tuple[str, str]] = {
    "wall": ("██", "grey42"),
    "floor": ("  ", ""),
    "goal": ("··", "bold yellow"),
    "sink": ("▽▽", "bold blue"),
    "hole": ("()", "bold blue"),
    "player": ("◖◗", "bold cyan"),
    "player on goal": ("◖◗", "bold cyan underline"),
    "player on sink": ("◖◗", "bold cyan underline"),
    "box": ("[]", "bold orange3"),
    "box on goal": ("{}", "bold green"),
    "stone": ("[]", "bold orange3"),
    "hero": ("◖◗", "bold cyan"),
    "hero on spikes": ("◖^", "bold cyan"),
    "hero on trap down": ("◖_", "bold cyan"),
    "hero on trap up": ("◖▲", "bold cyan"),
    "mob on trap down": ("%_", "bold white"),
    "demoness": ("♥♥", "bold magenta"),
    "block": ("[]", "bold orange3"),
    "key": ("o¬", "bold yellow"),
    "lock": ("⊠⊠", "bold yellow"),
    "mob": ("%%", "bold white"),
    "spikes": ("^^", "bold red"),
    "trap down": ("__", "red"),
    "trap up": ("▲▲", "bold red"),
    "block on spikes": ("[^", "bold orange3"),
    "block on trap down": ("[_", "bold orange3"),
    "block on trap up": ("[▲", "bold orange3"),
    "dead square": ("xx", "dim red"),
}


def board(
    level: Level,
    position: Snapshot | None = None,
    marked: frozenset[Cell] = frozenset(),
    dead: frozenset[Cell] = frozenset(),
) -> Text:
    """The board in colour; marked cells are in reverse video, floor that is a `dead` square is crossed out."""
    text = Text(no_wrap=True)
    rows = tiles(level, position, dead)
    # Walls that can never be touched are left out, so that the outline of the board is visible.
    shown = shown_cells(level)
    margin = margin_of(level)
    for row in range(-margin, level.height + margin):
        if row > -margin:
            text.append("\n")
        for column in range(-margin, level.width + margin):
            cell = row, column
            if label := _label(level, cell):
                text.append(label, "dim")
                continue
            tile = rows[row][column] if level.inside(cell) else "wall"
            sign, style = LOOKS[tile if tile != "wall" or cell in shown else "floor"]
            text.append(sign, f"{style} reverse" if cell in marked else style or None)
    return text


def _label(level: Level, cell: Cell) -> str:
    """The number of a row or a column, on the wall drawn around a board that has none (as in `views.text`)."""
    row, column = cell
    if row == -1 and 0 <= column < level.width:
        return f"{(column + 1) % 100:2}"
    return f"{(row + 1) % 100:2}" if column == -1 and 0 <= row < level.height else ""


def plain(level: Level, position: Snapshot | None = None, dead: frozenset[Cell] = frozenset()) -> str:
    return "\n".join(framed(level, position, dead))
