"""A plan as an animated GIF that plays in a loop.

From one frame to the next only the cells that changed are drawn again, and Pillow stores only those.
"""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image

from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.views.frames import Frame, frames
from sokoplan.views.raster import Board, tile_picture
from sokoplan.views.scenery import edges
from sokoplan.views.tiles import Theme, colours, tiles

MILLISECONDS = 160  # per key
FIRST, LAST = 700, 2000  # milliseconds for the start and the end
MOST_PIXELS = 400_000_000  # in all frames together


def animation(level: Level, plan: Plan, theme: Theme = "light", cell: int = 32, most: int | None = None) -> bytes:
    """`cell` is the width of a cell in pixels; a long plan on a large board gets smaller cells, or is refused."""
    film = frames(level, plan, most)
    cell = fitting_cell(level, film, cell, "a GIF")
    board = Board(level, theme, cell)
    images = [
        board.show(frame.pieces).quantize(palette=_palette(theme, cell), dither=Image.Dither.NONE) for frame in film
    ]
    times = [MILLISECONDS] * len(images)
    times[0] = FIRST
    times[-1] = LAST
    out = io.BytesIO()
    images[0].save(out, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0, disposal=1)
    return out.getvalue()


def fitting_cell(level: Level, film: list[Frame], cell: int, kind: str) -> int:
    """The width of a cell, halved until all frames together are not too many pixels."""
    _, _, high, wide = edges(level)
    while cell > 8 and len(film) * high * wide * cell * cell > MOST_PIXELS:
        cell //= 2
    if len(film) * high * wide * cell * cell > MOST_PIXELS:
        raise InputError(f"this animation is too large for {kind}", "An SVG or HTML file has no such limit.")
    return cell


@lru_cache(8)
def _palette(theme: Theme, cell: int) -> Image.Image:
    """256 colours for every tile on every ground, so that all frames share one palette."""
    palette = colours(theme)
    flat = [palette[name] for name in ("floor", "floor-two", "wall", "wall-side", "page")]
    sheet = Image.new("RGB", (cell * (len(tiles()) + 1), cell * 2), palette["page"])
    for row, name in enumerate(("floor", "floor-two")):
        sheet.paste(palette[name], (0, row * cell, sheet.width - cell, (row + 1) * cell))
        for number, shapes in enumerate(tiles().values()):
            picture = tile_picture(shapes, theme, cell)
            sheet.paste(picture, (number * cell, row * cell), picture)
    for number, colour in enumerate(flat):
        step = 2 * cell // len(flat)
        sheet.paste(colour, (sheet.width - cell, number * step, sheet.width, (number + 1) * step))
    return sheet.quantize(256)
