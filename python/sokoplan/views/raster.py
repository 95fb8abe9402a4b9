"""Boards as pixels, kept up to date cell by cell. The only file that draws with Pillow.

Comes in:  a Level, and which tiles its cells show.     Goes out: an image, of which only what changed is drawn again.

Tiles are drawn four times as large and scaled down, which smooths their edges.
"""

from __future__ import annotations

import re
from functools import lru_cache

from PIL import Image, ImageDraw

from sokoplan.puzzle.level import Cell, Level
from sokoplan.views.flatten import Line, outline
from sokoplan.views.scenery import edges, scenery
from sokoplan.views.tiles import SIZE, Shape, Theme, coloured, colours, tiles

_FINE = 4


class Board:
    """The picture of a level; `frame` is its top row, left column, rows and columns, if not just what is there."""

    def __init__(
        self, level: Level, theme: Theme = "light", cell: int = 32, frame: tuple[int, int, int, int] | None = None
    ) -> None:
        self._theme, self._cell = theme, cell
        self._top, self._left, self._high, self._wide = frame or edges(level)
        self._below = scenery(level)
        self._shown: dict[Cell, list[str]] = {}
        self.image = Image.new("RGB", (self._wide * cell, self._high * cell), colours(theme)["page"])
        for where in self._below:
            self._draw(where, [])

    def show(self, pieces: dict[Cell, list[str]]) -> Image.Image:
        """Draws the tiles of each cell, besides floor and wall. The image is the same object every time."""
        before = self._shown
        for where in sorted(before.keys() | pieces.keys()):
            if before.get(where) != pieces.get(where):
                # Walls never change, so a cell that changes is floor, which covers what was there before.
                self._draw(where, pieces.get(where, []))
        self._shown = pieces
        return self.image

    def _draw(self, where: Cell, pieces: list[str]) -> None:
        row, column = where[0] - self._top, where[1] - self._left
        if not (0 <= row < self._high and 0 <= column < self._wide):
            return
        for shapes in (self._below.get(where, ()), *(tiles()[tile] for tile in pieces)):
            picture = tile_picture(shapes, self._theme, self._cell)
            self.image.paste(picture, (column * self._cell, row * self._cell), picture)


@lru_cache(1000)
def tile_picture(shapes: tuple[Shape, ...], theme: Theme, cell: int) -> Image.Image:
    """A tile of `cell` pixels, clear where it shows what is below."""
    large = Image.new("RGBA", (cell * _FINE, cell * _FINE), (0, 0, 0, 0))
    for shape in shapes:
        layer = Image.new("RGBA", large.size, (0, 0, 0, 0))
        _draw(ImageDraw.Draw(layer), shape, theme, cell * _FINE / SIZE)
        large = Image.alpha_composite(large, layer)
    return large.resize((cell, cell), Image.Resampling.LANCZOS)


Ink = tuple[int, int, int, int]


def _draw(pen: ImageDraw.ImageDraw, shape: Shape, theme: Theme, scale: float) -> None:
    fill, stroke = (_ink(shape, kind, theme) for kind in ("fill", "stroke"))
    width = max(1, round(float(shape.get("stroke-width", "1")) * scale))
    for line in outline(shape):
        points = [(x * scale, y * scale) for x, y in line.points]
        if fill and len(points) > 2:
            pen.polygon(points, fill)
        if stroke:
            _stroke(pen, points, line, stroke, width, rounded=shape.get("stroke-linecap") == "round")


def _stroke(
    pen: ImageDraw.ImageDraw, points: list[tuple[float, float]], line: Line, ink: Ink, width: int, *, rounded: bool
) -> None:
    pen.line([*points, points[0]] if line.closed else points, ink, width)
    # Round joints between the lines, and round ends if the shape asks for them.
    ends = 0 if line.closed or rounded else 1
    for x, y in points[ends : len(points) - ends]:
        pen.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), ink)


def _ink(shape: Shape, kind: str, theme: Theme) -> Ink | None:
    """A colour with its opacity; None if nothing is painted. By default SVG fills and does not stroke."""
    value = coloured(shape.get(kind, "#000" if kind == "fill" else "none"), theme)
    if value == "none":
        return None
    opacity = float(shape.get("opacity", "1")) * float(shape.get(f"{kind}-opacity", "1"))
    if match := re.fullmatch(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)", value):
        red, green, blue = (int(part) for part in match.groups()[:3])
        return red, green, blue, round(255 * opacity * float(match[4]))
    digits = value.removeprefix("#")
    wide = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    red, green, blue = (int(wide[i : i + 2], 16) for i in (0, 2, 4))
    return red, green, blue, round(255 * opacity)
