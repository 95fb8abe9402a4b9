"""The tiles: one drawing of each, for pictures, animations and the web pages.

Comes in:  `tiles.json`, shapes on a square of 64 units with named colours.     Goes out: shapes, colours, and which
tiles lie on each other in a cell, from the ground up.

The shapes are few on purpose (rectangle, circle, ellipse, polygon, stroke): each is one line of SVG (`views.svg`) and
one call of Pillow (`views.gif`), so a box looks the same everywhere. Colour never says anything alone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from sokoplan.level import Cell, Level
from sokoplan.rules import State
from sokoplan.rules.kick import sharp_ground

SIZE = 64
STANDING = frozenset({"player", "hero", "box", "box-home", "stone", "block", "mob"})  # the rest lies on the floor
Theme = Literal["light", "dark"]


@dataclass(frozen=True)
class Shape:
    shape: Literal["rect", "circle", "ellipse", "polygon", "stroke"]
    at: Any  # rect: x y width height; circle: x y radius; ellipse: x y radii; polygon and stroke: points
    fill: str = ""
    line: str = ""
    width: float = 0
    round: float = 0
    ends: Literal["round", "flat"] = "round"


@cache
def _drawing() -> dict[str, Any]:
    text = (resources.files("sokoplan") / "views" / "tiles.json").read_text(encoding="utf-8")
    drawing: dict[str, Any] = json.loads(text)
    assert drawing["size"] == SIZE
    return drawing


@cache
def tiles() -> dict[str, tuple[Shape, ...]]:
    return {name: tuple(Shape(**shape) for shape in shapes) for name, shapes in _drawing()["tiles"].items()}


@cache
def colours(theme: Theme) -> dict[str, str]:
    which = 0 if theme == "light" else 1
    return {name: pair[which] for name, pair in _drawing()["colours"].items()}


# --- which tiles a cell shows --------------------------------------------------------------------------------------


def ground_of(level: Level, cell: Cell) -> list[str]:
    """What never changes in a cell."""
    if level.wall(cell):
        return ["wall"]
    tile = next((tile for tile, kind in _GROUND if cell in getattr(level, kind)), None)
    return ["floor", tile] if tile else ["floor"]


_GROUND = (("goal", "goals"), ("sink", "sinks"), ("spikes", "spikes"), ("demoness", "demonesses"))


def pieces_of(level: Level, state: State, cell: Cell) -> list[str]:
    """What stands or lies in a cell now, the player included."""
    shown = []
    if level.game == "helltaker":
        if cell in level.traps_down | level.traps_up:
            up = cell in sharp_ground(level, state.flag["odd"])
            shown.append("trap-up" if up else "trap-down")
        if cell in level.keys and not state.flag["key"]:
            shown.append("key")
        if state.lock[cell]:
            shown.append("lock")
    if state.hole[cell]:
        shown.append("hole")
    if state.box[cell]:
        shown.append(_box(level, cell))
    if state.mob[cell]:
        shown.append("mob")
    if cell == state.player:
        shown.append("hero" if level.game == "helltaker" else "player")
    return shown


def _box(level: Level, cell: Cell) -> str:
    if level.game == "helltaker":
        return "block"
    if level.game == "sink":
        return "stone"
    return "box-home" if cell in level.goals else "box"


def moving(level: Level, state: State) -> dict[Cell, list[str]]:
    """All cells that show a piece."""
    cells = {state.player}
    for layer in ("box", "mob", "lock", "hole"):
        cells |= state.cells(layer)
    cells |= level.traps_down | level.traps_up | level.keys
    shown = {cell: pieces_of(level, state, cell) for cell in sorted(cells)}
    return {cell: pieces for cell, pieces in shown.items() if pieces}


def shown_cells(level: Level) -> frozenset[Cell]:
    """What a picture shows: all that could ever be stood on, and the walls around it, also outside the board."""
    inner = level.reachable() | level.boxes | level.mobs
    return frozenset(
        (row + down, column + right) for row, column in inner for down in (-1, 0, 1) for right in (-1, 0, 1)
    )


def edges(level: Level) -> tuple[int, int, int, int]:
    """Of the picture: the top row, the left column, the number of rows and of columns."""
    cells = shown_cells(level)
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    return min(rows), min(columns), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
