"""Boards as vector pictures: a still, or an animation that any browser plays.

Comes in:  a Level, and perhaps a Plan.     Goes out: the text of one SVG file that needs nothing else.

    symbols()                every tile as a <symbol>, for the web pages; CSS can change a colour (--tile-NAME)
    picture(level)           the board as it stands
    animation(level, plan)   the same, with the plan played in a loop (SMIL)

A tile is defined once and used by name, so a large board is a small file. Titles come from outside and are escaped.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from sokoplan.errors import printable
from sokoplan.level import Cell, Level
from sokoplan.plan import Plan
from sokoplan.rules import begin
from sokoplan.views.frames import Frame, frames
from sokoplan.views.tiles import SIZE, STANDING, Shape, Theme, colours, edges, ground_of, moving, shown_cells, tiles

SECONDS = 0.25  # a key takes
_REST = 4  # keys' worth of time for which the last position stays


def symbols() -> str:
    """One file with all tiles; `<use href="tiles.svg#box"/>` draws one."""
    found = "\n".join(_symbol(name, "light", changeable=True) for name in tiles())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{found}\n</svg>\n'


def picture(level: Level, theme: Theme = "light") -> str:
    pieces = moving(level, begin(level))
    return _file(level, theme, [(cell, tile, "") for cell, here in pieces.items() for tile in here])


def animation(level: Level, plan: Plan, theme: Theme = "light", most: int | None = None) -> str:
    """Each tile is visible for as long as it is where it is."""
    film = frames(level, plan, most)
    return _file(level, theme, [(cell, tile, _blink(spans, len(film))) for (cell, tile), spans in _spans(film)])


Span = tuple[int, int]  # from this frame, up to and without that one


def _spans(film: list[Frame]) -> list[tuple[tuple[Cell, str], list[Span]]]:
    """When each tile is in each cell; what lies on the floor comes before what stands on it."""
    spans: dict[tuple[Cell, str], list[Span]] = {}
    for number, frame in enumerate(film):
        for cell, pieces in frame.pieces.items():
            for tile in pieces:
                known = spans.setdefault((cell, tile), [])
                if known and known[-1][1] == number:
                    known[-1] = known[-1][0], number + 1
                else:
                    known.append((number, number + 1))
    return sorted(spans.items(), key=lambda item: (item[0][1] in STANDING, item[0]))


def _blink(spans: list[Span], length: int) -> str:
    if spans == [(0, length)]:
        return ""
    changes = {0: "hidden"}
    for start, end in spans:
        changes[start] = "visible"
        if end < length:
            changes[end] = "hidden"
    whole = length + _REST - 1
    return (
        '<animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" '
        f'dur="{whole * SECONDS:g}s" values="{";".join(changes.values())}" '
        f'keyTimes="{";".join(f"{frame / whole:.6g}" for frame in changes)}"/>'
    )


def view_box(level: Level) -> str:
    top, left, high, wide = edges(level)
    return f"{left * SIZE} {top * SIZE} {wide * SIZE} {high * SIZE}"


def ground(level: Level) -> list[str]:
    """What never changes, drawn."""
    return [_use(cell, tile) for cell in sorted(shown_cells(level)) for tile in ground_of(level, cell)]


def _file(level: Level, theme: Theme, pieces: list[tuple[Cell, str, str]]) -> str:
    """`pieces` are a cell, a tile and what happens to it."""
    _, _, high, wide = edges(level)
    used = {tile for _, tile, _ in pieces} | {tile for cell in shown_cells(level) for tile in ground_of(level, cell)}
    name = escape(printable(level.title or level.game))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box(level)}" '
        f'width="{wide * 32}" height="{high * 32}" role="img" aria-label="{name}">',
        f"<title>{name}</title>",
        "<defs>",
        *(_symbol(tile, theme) for tile in tiles() if tile in used),
        "</defs>",
        *ground(level),
        *(_use(cell, tile, happens) for cell, tile, happens in pieces),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _use(cell: Cell, tile: str, happens: str = "") -> str:
    row, column = cell
    return f'<use href="#{tile}" x="{column * SIZE}" y="{row * SIZE}" width="{SIZE}" height="{SIZE}"' + (
        f">{happens}</use>" if happens else "/>"
    )


def _symbol(name: str, theme: Theme, *, changeable: bool = False) -> str:
    shapes = "".join(_shape(shape, colours(theme), changeable) for shape in tiles()[name])
    return f'<symbol id="{name}" viewBox="0 0 {SIZE} {SIZE}">{shapes}</symbol>'


def _shape(shape: Shape, palette: dict[str, str], changeable: bool) -> str:
    return f"<{' '.join([*_place(shape), *_paint(shape, palette, changeable)])}/>"


def _place(shape: Shape) -> Iterator[str]:
    names = {"rect": ("x", "y", "width", "height"), "circle": ("cx", "cy", "r"), "ellipse": ("cx", "cy", "rx", "ry")}
    if shape.shape in names:
        yield shape.shape
        yield from (f'{name}="{value:g}"' for name, value in zip(names[shape.shape], shape.at, strict=True))
        if shape.round:
            yield f'rx="{shape.round:g}"'
    else:
        yield "polygon" if shape.shape == "polygon" else "polyline"
        yield f'points="{" ".join(f"{x:g},{y:g}" for x, y in shape.at)}"'


def _paint(shape: Shape, palette: dict[str, str], changeable: bool) -> Iterator[str]:
    def colour(name: str) -> str:
        return f"var(--tile-{name}, {palette[name]})" if changeable else palette[name]

    yield f'fill="{colour(shape.fill) if shape.fill else "none"}"'
    if shape.line:
        yield f'stroke="{colour(shape.line)}" stroke-width="{shape.width:g}"'
        yield 'stroke-linejoin="round"' + (' stroke-linecap="round"' if shape.ends == "round" else "")
