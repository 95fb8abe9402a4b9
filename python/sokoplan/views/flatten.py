"""The outline of an SVG shape as points, for Pillow, which only draws polygons.

Comes in:  a Shape of `views.tiles`.     Goes out: lines of points, in the units of the cell.

It knows the path commands that the tiles use: M L H V C S A Z and their small letters. Curves become short straight
lines; arcs follow the SVG standard (appendix B.2.4, from end points to centre).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sokoplan.views.tiles import SIZE, Shape

Point = tuple[float, float]
_PIECES = 16  # straight lines in a curve
_TOKEN = re.compile(r"([a-zA-Z])|(-?(?:\d+\.?\d*|\.\d+))")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7, "Z": 0}


@dataclass
class Line:
    points: list[Point] = field(default_factory=list)
    closed: bool = False


def outline(shape: Shape) -> list[Line]:
    lines = _LINES[shape.tag](shape)
    if shape.mirrored:
        for line in lines:
            line.points = [(SIZE - x, y) for x, y in line.points]
    return lines


def _number(shape: Shape, name: str) -> float:
    return float(shape.get(name, "0"))


def _rect(shape: Shape) -> list[Line]:
    x, y, wide, high, r = (_number(shape, name) for name in ("x", "y", "width", "height", "rx"))
    path = f"M{x + r} {y}H{x + wide - r}" + (f"a{r} {r} 0 0 1 {r} {r}" if r else "")
    path += f"V{y + high - r}" + (f"a{r} {r} 0 0 1 {-r} {r}" if r else "")
    path += f"H{x + r}" + (f"a{r} {r} 0 0 1 {-r} {-r}" if r else "") + f"V{y + r}"
    return trace(path + (f"a{r} {r} 0 0 1 {r} {-r}" if r else "") + "Z")


def _ellipse(shape: Shape) -> list[Line]:
    x, y = _number(shape, "cx"), _number(shape, "cy")
    across, along = (
        (_number(shape, "r"),) * 2 if shape.tag == "circle" else (_number(shape, "rx"), _number(shape, "ry"))
    )
    turn = [2 * math.pi * step / (4 * _PIECES) for step in range(4 * _PIECES)]
    return [Line([(x + across * math.cos(angle), y + along * math.sin(angle)) for angle in turn], closed=True)]


def _path(shape: Shape) -> list[Line]:
    return trace(shape.get("d"))


_LINES: dict[str, Callable[[Shape], list[Line]]] = {
    "rect": _rect, "circle": _ellipse, "ellipse": _ellipse, "path": _path,
}  # fmt: skip


def trace(path: str) -> list[Line]:
    """The lines of an SVG path."""
    lines: list[Line] = []
    here: Point = (0.0, 0.0)
    bend: Point | None = None  # the last control point of a curve, which S reflects
    for command, values in _commands(path):
        large = command.upper()
        if large == "Z":
            lines[-1].closed = True
            here = lines[-1].points[0]
            bend = None
            continue
        small = (0.0, 0.0) if command.isupper() else here
        if large in "MLHV":
            x = values[0] + small[0] if large != "V" else here[0]
            y = values[-1] + small[1] if large != "H" else here[1]
            if large == "M":
                lines.append(Line())
            elif lines[-1].closed:
                lines.append(Line([here]))
            here, bend = (x, y), None
            lines[-1].points.append(here)
        elif large == "A":
            end = values[5] + small[0], values[6] + small[1]
            lines[-1].points += _arc(here, values[0], values[1], values[3] != 0, values[4] != 0, end)
            here, bend = end, None
        else:
            points = [(values[i] + small[0], values[i + 1] + small[1]) for i in range(0, len(values), 2)]
            if large == "S":
                first = (2 * here[0] - bend[0], 2 * here[1] - bend[1]) if bend else here
                points.insert(0, first)
            lines[-1].points += _curve(here, *points)
            bend, here = points[1], points[2]
    return lines


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; numbers without a command repeat the last command (after M: L)."""
    command, numbers = "", list[float]()
    for letter, number in _TOKEN.findall(path):
        if letter:
            assert not numbers, f"numbers left over before {letter} in {path}"
            command = letter
        else:
            numbers.append(float(number))
        if len(numbers) == _TAKES[command.upper()]:
            yield command, numbers
            numbers = []
            command = {"M": "L", "m": "l"}.get(command, command)


def _curve(start: Point, one: Point, two: Point, end: Point) -> list[Point]:
    points = []
    for step in range(1, _PIECES + 1):
        t = step / _PIECES
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        x, y = (sum(w * p[axis] for w, p in zip(weights, (start, one, two, end), strict=True)) for axis in (0, 1))
        points.append((x, y))
    return points


def _arc(start: Point, rx: float, ry: float, large: bool, sweep: bool, end: Point) -> list[Point]:
    """An arc whose axes are not rotated: no tile has one."""
    x, y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    stretch = (x / rx) ** 2 + (y / ry) ** 2
    if stretch > 1:  # the radii are too small: the standard enlarges them
        rx, ry = rx * math.sqrt(stretch), ry * math.sqrt(stretch)
        stretch = 1.0
    factor = math.sqrt(max(0.0, 1 / stretch - 1)) * (1 if large != sweep else -1)
    cx, cy = factor * rx * y / ry, -factor * ry * x / rx
    middle = cx + (start[0] + end[0]) / 2, cy + (start[1] + end[1]) / 2
    begin = math.atan2((y - cy) / ry, (x - cx) / rx)
    turn = math.atan2((-y - cy) / ry, (-x - cx) / rx) - begin
    if sweep and turn < 0:
        turn += 2 * math.pi
    elif not sweep and turn > 0:
        turn -= 2 * math.pi
    angles = [begin + turn * step / _PIECES for step in range(1, _PIECES + 1)]
    return [(middle[0] + rx * math.cos(angle), middle[1] + ry * math.sin(angle)) for angle in angles]
