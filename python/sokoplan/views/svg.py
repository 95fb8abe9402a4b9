"""Boards as SVG files that need no other file.

    picture(level)           the board at the start
    animation(level, plan)   the same, with the plan played in a loop (SMIL), which any browser shows

A tile is defined once and used by name, so a large board is a small file. Colours are written out, because not every
SVG viewer knows CSS variables. Titles are untrusted text, and are escaped.
"""

from __future__ import annotations

from hashlib import blake2b
from html import escape

from sokoplan.errors import printable
from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import begin
from sokoplan.views.frames import Frame, frames
from sokoplan.views.scenery import edges, scenery
from sokoplan.views.tiles import SIZE, Shape, Theme, coloured, moving, stands, tiles

SECONDS = 0.25  # per key
_REST = 4  # how many keys long the last position is shown


def picture(
    level: Level,
    theme: Theme = "light",
    over: str = "",
    *,
    name: str = "",
    description: str = "",
    player: bool = True,
) -> str:
    """`over` is SVG to draw on top of the board; `name` and `description` say what it is, if not the level.

    Without the `player`: for a position that does not say where the player is.
    """
    pieces = moving(level, begin(level))
    shown = [
        (cell, tile, "")
        for cell, here in pieces.items()
        for tile in here
        if player or not tile.startswith(("player", "hero"))
    ]
    return _file(level, theme, shown, over, name, description)


def animation(level: Level, plan: Plan, theme: Theme = "light", most: int | None = None) -> str:
    """Each tile in each cell is visible whenever it is there."""
    film = frames(level, plan, most)
    return _file(level, theme, [(cell, tile, _blink(spans, len(film))) for (cell, tile), spans in _spans(film)])


Span = tuple[int, int]  # from the first frame up to, but not including, the second


def _spans(film: list[Frame]) -> list[tuple[tuple[Cell, str], list[Span]]]:
    """When each tile is in each cell; the ground comes before what stands on it."""
    spans: dict[tuple[Cell, str], list[Span]] = {}
    for number, frame in enumerate(film):
        for cell, pieces in frame.pieces.items():
            for tile in pieces:
                known = spans.setdefault((cell, tile), [])
                if known and known[-1][1] == number:
                    known[-1] = known[-1][0], number + 1
                else:
                    known.append((number, number + 1))
    return sorted(spans.items(), key=lambda item: (stands(item[0][1]), item[0]))


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


def drawn_ground(level: Level, theme: Theme | None = None) -> str:
    """Floor and walls, each kind of cell defined once. Without a theme the colours stay variables, for a page.

    A kind is named after what it looks like: a page may have several pictures, and names count for all of it.
    """
    kinds: dict[tuple[Shape, ...], str] = {}
    uses = [
        _use(cell, kinds.get(shapes) or kinds.setdefault(shapes, _named(shapes, theme)))
        for cell, shapes in scenery(level).items()
    ]
    defined = "\n".join(_symbol(name, shapes, theme) for shapes, name in kinds.items())
    return f"<defs>\n{defined}\n</defs>\n" + "\n".join(uses)


def _named(shapes: tuple[Shape, ...], theme: Theme | None) -> str:
    return f"g{blake2b(f'{theme} {shapes}'.encode(), digest_size=6).hexdigest()}"


def _file(
    level: Level, theme: Theme, pieces: list[tuple[Cell, str, str]], over: str = "", name: str = "", told: str = ""
) -> str:
    """`pieces` are cells, each with a tile and its <animate> element, if any."""
    _, _, high, wide = edges(level)
    used = {tile for _, tile, _ in pieces}
    name = escape(printable(name or level.title or level.game))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box(level)}" '
        f'width="{wide * 32}" height="{high * 32}" role="img" aria-label="{name}">',
        f"<title>{name}</title>",
        *([f"<desc>{escape(told)}</desc>"] if told else []),
        drawn_ground(level, theme),
        "<defs>",
        *(_symbol(f"t-{tile}", shapes, theme) for tile, shapes in tiles().items() if tile in used),
        "</defs>",
        *(_use(cell, f"t-{tile}", animate) for cell, tile, animate in pieces),
        *([over] if over else []),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _use(cell: Cell, name: str, animate: str = "") -> str:
    row, column = cell
    return f'<use href="#{name}" x="{column * SIZE}" y="{row * SIZE}" width="{SIZE}" height="{SIZE}"' + (
        f">{animate}</use>" if animate else "/>"
    )


def _symbol(name: str, shapes: tuple[Shape, ...], theme: Theme | None) -> str:
    body = "".join(_element(shape, theme) for shape in shapes)
    return f'<symbol id="{name}" viewBox="0 0 {SIZE} {SIZE}">{body}</symbol>'


def _element(shape: Shape, theme: Theme | None) -> str:
    painted = [(name, coloured(value, theme) if theme else value) for name, value in shape.attributes]
    attributes = " ".join(f'{name}="{escape(value)}"' for name, value in painted)
    mirror = f' transform="matrix(-1 0 0 1 {SIZE} 0)"' if shape.mirrored else ""
    return f"<{shape.tag} {attributes}{mirror}/>"
