"""A plan as an animated GIF that plays in a loop. The only file that imports Pillow.

Tiles are drawn four times as large and scaled down, which smooths their edges. From one frame to the next only the
cells that changed are drawn again, and Pillow stores only those.
"""

from __future__ import annotations

import io
import re
from functools import lru_cache

from PIL import Image, ImageDraw

from sokoplan.errors import InputError
from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.plan import Plan
from sokoplan.views.flatten import Line, outline
from sokoplan.views.frames import frames
from sokoplan.views.scenery import edges, scenery
from sokoplan.views.tiles import SIZE, Shape, Theme, coloured, colours, tiles

_FINE = 4
MILLISECONDS = 160  # per key
_FIRST, _LAST = 700, 2000  # milliseconds for the start and the end
MOST_PIXELS = 400_000_000  # in all frames together


def animation(level: Level, plan: Plan, theme: Theme = "light", cell: int = 32, most: int | None = None) -> bytes:
    """`cell` is the width of a cell in pixels; a long plan on a large board gets smaller cells, or is refused."""
    film = frames(level, plan, most)
    top, left, high, wide = edges(level)
    while cell > 8 and len(film) * high * wide * cell * cell > MOST_PIXELS:
        cell //= 2
    if len(film) * high * wide * cell * cell > MOST_PIXELS:
        raise InputError("this animation is too large for a GIF", "An SVG or HTML file has no such limit.")
    image = Image.new("RGB", (wide * cell, high * cell), colours(theme)["page"])
    below = scenery(level)

    def draw(where: Cell, pieces: list[str]) -> None:
        place = (where[1] - left) * cell, (where[0] - top) * cell
        for shapes in (below.get(where, ()), *(tiles()[tile] for tile in pieces)):
            picture = _picture(shapes, theme, cell)
            image.paste(picture, place, picture)

    for where in below:
        draw(where, [])
    images: list[Image.Image] = []
    before: dict[Cell, list[str]] = {}
    for frame in film:
        for where in frame.changed(before):
            # Walls never change, so a cell that changes is floor, which covers what was there before.
            draw(where, frame.pieces.get(where, []))
        before = frame.pieces
        images.append(image.quantize(palette=_palette(theme, cell), dither=Image.Dither.NONE))
    times = [MILLISECONDS] * len(images)
    times[0] = _FIRST
    times[-1] = _LAST
    out = io.BytesIO()
    images[0].save(out, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0, disposal=1)
    return out.getvalue()


@lru_cache(8)
def _palette(theme: Theme, cell: int) -> Image.Image:
    """256 colours for every tile on every ground, so that all frames share one palette."""
    palette = colours(theme)
    flat = [palette[name] for name in ("floor", "floor-two", "wall", "wall-side", "page")]
    sheet = Image.new("RGB", (cell * (len(tiles()) + 1), cell * 2), palette["page"])
    for row, name in enumerate(("floor", "floor-two")):
        sheet.paste(palette[name], (0, row * cell, sheet.width - cell, (row + 1) * cell))
        for number, shapes in enumerate(tiles().values()):
            picture = _picture(shapes, theme, cell)
            sheet.paste(picture, (number * cell, row * cell), picture)
    for number, colour in enumerate(flat):
        step = 2 * cell // len(flat)
        sheet.paste(colour, (sheet.width - cell, number * step, sheet.width, (number + 1) * step))
    return sheet.quantize(256)


@lru_cache(1000)
def _picture(shapes: tuple[Shape, ...], theme: Theme, cell: int) -> Image.Image:
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
