"""What never changes on a board: a chequered floor, and walls with round corners where nothing joins them.

Comes in:  a Level.     Goes out: the shapes in each cell of a picture; equal shapes for cells that look alike.

The web pages draw the same with a few long paths (`web/static/js/scenery.js`). Here each cell is a picture of its
own, so that an animation can redraw one cell.
"""

from __future__ import annotations

from functools import cache

from sokoplan.puzzle.level import Cell, Level
from sokoplan.views.tiles import SIZE, Shape

_ROUND, _LIP, _SHADE = 12, 11, 8
_FLOOR, _FLOOR_TWO = "var(--floor)", "var(--floor-two)"


def shown_cells(level: Level) -> frozenset[Cell]:
    """Every cell that the player could ever stand on, and the walls around them, even outside the board."""
    inner = level.reachable() | level.boxes | level.mobs
    return frozenset(
        (row + down, column + right) for row, column in inner for down in (-1, 0, 1) for right in (-1, 0, 1)
    )


def edges(level: Level) -> tuple[int, int, int, int]:
    """The top row, the left column, the number of rows and the number of columns of the picture."""
    cells = shown_cells(level)
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    return min(rows), min(columns), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def scenery(level: Level) -> dict[Cell, tuple[Shape, ...]]:
    """Floor and walls, cell by cell; floor outside all rooms is not drawn."""
    cells = shown_cells(level)
    walls = frozenset(cell for cell in cells if level.wall(cell))
    inner = level.reachable() | level.boxes | level.mobs
    found = {}
    for row, column in sorted(cells):
        near = tuple((row + down, column + right) in walls for down, right in _NEAR)
        if (row, column) in walls:
            found[row, column] = _wall(near)
        elif (row, column) in inner:
            found[row, column] = _floor((row + column) % 2 == 1, shaded=near[0])
    return found


# up, down, left, right; below on the right
_NEAR = ((-1, 0), (1, 0), (0, -1), (0, 1), (1, 1))


@cache
def _floor(odd: bool, shaded: bool) -> tuple[Shape, ...]:
    square = _rect(0, SIZE, _FLOOR_TWO if odd else _FLOOR)
    return (square, _rect(0, _SHADE, "var(--wall-shade)")) if shaded else (square,)


def _rect(top: int, height: int, fill: str) -> Shape:
    return Shape("rect", (("y", str(top)), ("width", str(SIZE)), ("height", str(height)), ("fill", fill)))


@cache
def _wall(near: tuple[bool, ...]) -> tuple[Shape, ...]:
    _, down, _, right, below_right = near
    shapes = [
        Shape("path", (("d", _outline(near, 0)), ("fill", "var(--wall-side)"))),
        Shape("path", (("d", _outline(near, _LIP)), ("fill", "var(--wall)"))),
    ]
    seams = ""
    if right:
        seams += f"M{SIZE - 1} 0v{SIZE - (0 if down and below_right else _LIP)}"
    if down:
        seams += f"M0 {SIZE - 1}h{SIZE}"
    if seams:
        paint = (("d", seams), ("fill", "none"), ("stroke", "var(--wall-side)"), ("stroke-width", "2"))
        shapes.append(Shape("path", (*paint, ("opacity", "0.32"))))
    return tuple(shapes)


def _outline(near: tuple[bool, ...], lip: int) -> str:
    up, down, left, right, _ = near
    tall = SIZE - (0 if down else lip)
    a, b, c, d = _corner(up, left), _corner(up, right), _corner(down, right), _corner(down, left)
    return f"M{a} 0H{SIZE - b}{_arc(b, 1, 1)}V{tall - c}{_arc(c, -1, 1)}H{d}{_arc(d, -1, -1)}V{a}{_arc(a, 1, -1)}Z"


def _corner(one: bool, other: bool) -> int:
    return 0 if one or other else _ROUND


def _arc(radius: int, x: int, y: int) -> str:
    return f"a{radius} {radius} 0 0 1 {radius * x} {radius * y}" if radius else ""
