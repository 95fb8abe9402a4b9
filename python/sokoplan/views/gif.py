"""A plan as an animated GIF. The one file that knows Pillow.

Comes in:  a Level and a Plan.     Goes out: the bytes of a GIF that plays for ever.

Tiles are drawn four times as large and made smaller, which smooths their edges. From one frame to the next only the
cells that changed are drawn again, and Pillow stores only those.
"""

from __future__ import annotations

import io
from functools import cache

from PIL import Image, ImageDraw

from sokoplan.errors import InputError
from sokoplan.level import Cell, Level
from sokoplan.plan import Plan
from sokoplan.views.frames import frames
from sokoplan.views.tiles import SIZE, Shape, Theme, colours, edges, ground_of, shown_cells, tiles

_FINE = 4
MILLISECONDS = 160  # a key
_FIRST, _LAST = 700, 2000  # how long the start and the end are shown
MOST_PIXELS = 400_000_000  # of all frames together


def animation(level: Level, plan: Plan, theme: Theme = "light", cell: int = 32, most: int | None = None) -> bytes:
    """`cell` is a cell's width in pixels; a long plan on a large board gets smaller cells, or is refused."""
    film = frames(level, plan, most)
    cells = shown_cells(level)
    while cell > 8 and len(film) * len(cells) * cell * cell > MOST_PIXELS:
        cell //= 2
    if len(film) * len(cells) * cell * cell > MOST_PIXELS:
        raise InputError("this animation would be too large a file", "An SVG or an HTML page has no such limit.")
    top, left, high, wide = edges(level)
    image = Image.new("RGB", (wide * cell, high * cell), colours(theme)["floor"])

    def draw(where: Cell, pieces: list[str]) -> None:
        place = (where[1] - left) * cell, (where[0] - top) * cell
        for tile in [*ground_of(level, where), *pieces]:
            picture = _tile(tile, theme, cell)
            image.paste(picture, place, picture)

    for where in cells:
        draw(where, [])
    palette = _palette(theme, cell)
    images: list[Image.Image] = []
    before: dict[Cell, list[str]] = {}
    for frame in film:
        for where in frame.changed(before):
            draw(where, frame.pieces.get(where, []))
        before = frame.pieces
        images.append(image.quantize(palette=palette, dither=Image.Dither.NONE))
    times = [MILLISECONDS] * len(images)
    times[0] = _FIRST
    times[-1] = _LAST
    out = io.BytesIO()
    images[0].save(out, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0, disposal=1)
    return out.getvalue()


@cache
def _palette(theme: Theme, cell: int) -> Image.Image:
    """256 colours that serve every tile, so that all frames share them."""
    names = list(tiles())
    sheet = Image.new("RGB", (cell * len(names), cell), colours(theme)["floor"])
    for number, name in enumerate(names):
        picture = _tile(name, theme, cell)
        sheet.paste(picture, (number * cell, 0), picture)
    return sheet.quantize(256)


@cache
def _tile(name: str, theme: Theme, cell: int) -> Image.Image:
    large = Image.new("RGBA", (cell * _FINE, cell * _FINE), (0, 0, 0, 0))
    pen = ImageDraw.Draw(large)
    for shape in tiles()[name]:
        _draw(pen, shape, colours(theme), cell * _FINE / SIZE)
    return large.resize((cell, cell), Image.Resampling.LANCZOS)


def _draw(pen: ImageDraw.ImageDraw, shape: Shape, palette: dict[str, str], scale: float) -> None:
    fill = palette.get(shape.fill)
    line = palette.get(shape.line)
    width = max(1, round(shape.width * scale))
    if shape.shape == "rect":
        x, y, wide, high = (value * scale for value in shape.at)
        pen.rounded_rectangle((x, y, x + wide - 1, y + high - 1), shape.round * scale, fill)
    elif shape.shape in ("circle", "ellipse"):
        x, y, *radii = (value * scale for value in shape.at)
        # A line is drawn inside by Pillow and on the edge by SVG.
        across, along = radii[0] + (width / 2 if line else 0), radii[-1] + (width / 2 if line else 0)
        pen.ellipse((x - across, y - along, x + across, y + along), fill, line, width if line else 1)
    else:
        points = [(x * scale, y * scale) for x, y in shape.at]
        if shape.shape == "polygon":
            pen.polygon(points, fill)
            points.append(points[0])
        if line:
            _stroke(pen, points, line, width, rounded=shape.ends == "round")


def _stroke(
    pen: ImageDraw.ImageDraw, points: list[tuple[float, float]], line: str, width: int, *, rounded: bool
) -> None:
    pen.line(points, line, width, joint="curve")
    for x, y in points if rounded else ():
        pen.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), line)
