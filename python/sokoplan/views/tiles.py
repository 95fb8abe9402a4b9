"""The tiles: one drawing of each, for the web pages, pictures, animations and replay pages.

Comes in:  `pieces.svg` (a <symbol> for each thing) and `palette.css` (every colour, light and dark).
Goes out:  shapes in a cell of 64 units, colours, and which tiles a cell shows.

Walls and floor have no symbol: how a wall looks depends on its neighbours (`views.scenery`). Nothing is shown by
colour alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from defusedxml import ElementTree

from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.rules import State
from sokoplan.puzzle.rules.kick import sharp_ground

SIZE = 64
# Drawn after everything that lies on the floor.
STANDING = ("box", "box-done", "boulder", "rock", "mob", "player", "hero")
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Shape:
    """One SVG element. `mirrored`: left and right are swapped."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    mirrored: bool = False

    def get(self, name: str, default: str = "") -> str:
        return dict(self.attributes).get(name, default)


def text_of(file: str) -> str:
    return (resources.files("sokoplan") / "views" / file).read_text(encoding="utf-8")


@cache
def tiles() -> dict[str, tuple[Shape, ...]]:
    """Everything that a board can show, by the name of its symbol without the `t-`."""
    symbols = {symbol.attrib["id"]: symbol for symbol in ElementTree.fromstring(text_of("pieces.svg"))}
    found: dict[str, tuple[Shape, ...]] = {}
    for name, symbol in symbols.items():
        if not name.startswith("t-"):
            continue  # a mark, which only the web pages need
        shapes: list[Shape] = []
        for element in symbol:
            tag = element.tag.removeprefix(_SVG)
            if tag != "g":
                shapes.append(Shape(tag, tuple(element.attrib.items())))
                continue
            # A group is always another symbol, mirrored.
            assert element.attrib == {"transform": "matrix(-1 0 0 1 64 0)"}
            other = symbols[element[0].attrib["href"].removeprefix("#")]
            shapes += [
                Shape(part.tag.removeprefix(_SVG), tuple(part.attrib.items()), mirrored=True) for part in other
            ]
        found[name.removeprefix("t-")] = tuple(shapes)
    return found


@cache
def colours(theme: Theme) -> dict[str, str]:
    """The palette: `--box: light-dark(#dd9d51, #cf9149);`."""
    which = 0 if theme == "light" else 1
    found = {}
    for name, value in re.findall(r"^ *--([\w-]+): (.+);$", text_of("palette.css"), re.M):
        pair = re.fullmatch(r"light-dark\((.+), ([^,]+)\)", value)
        found[name] = pair.groups()[which] if pair else value
    return found


def coloured(value: str, theme: Theme) -> str:
    """An attribute with `var(--name)` replaced."""
    return re.sub(r"var\(--([\w-]+)\)", lambda match: colours(theme)[match[1]], value)


# --- which tiles a cell shows --------------------------------------------------------------------------------------


def moving(level: Level, state: State, facing: str = "d") -> dict[Cell, list[str]]:
    """The tiles in each cell that shows more than floor or wall, from the ground up."""
    cells = {state.player} | level.goals | level.sinks | level.spikes | level.demonesses
    for layer in ("box", "mob", "lock", "hole"):
        cells |= state.cells(layer)
    cells |= level.traps_down | level.traps_up | level.keys
    shown = {cell: _pieces(level, state, cell, facing) for cell in sorted(cells)}
    return {cell: pieces for cell, pieces in shown.items() if pieces}


def _pieces(level: Level, state: State, cell: Cell, facing: str) -> list[str]:
    shown = [tile for tile, kind in _LYING if cell in getattr(level, kind)]
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
        box = _LOOKS.get(level.game, _SOKOBAN).box
        shown.append("box-done" if box == "box" and cell in level.goals else box)
    if state.mob[cell]:
        shown.append("mob")
    if cell == state.player:
        shown.append(f"{_LOOKS.get(level.game, _SOKOBAN).player}-{facing}")
    return shown


_LYING = (("goal", "goals"), ("sink", "sinks"), ("spikes", "spikes"), ("demoness", "demonesses"))


@dataclass(frozen=True)
class _Look:
    """Which tiles a game shows for the player and for a box."""

    player: str
    box: str


_SOKOBAN = _Look("player", "box")
_LOOKS = {"sink": _Look("player", "boulder"), "helltaker": _Look("hero", "rock")}  # all others look like Sokoban


def stands(tile: str) -> bool:
    return tile.startswith(STANDING)
