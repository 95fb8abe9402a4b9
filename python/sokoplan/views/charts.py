"""Charts as SVG text, for a page or a file of its own: bars, step plots and scatter plots.

Solvers differ by factors, not by seconds, so every axis that measures effort is logarithmic. Each series has its own
mark as well as its own colour, so that nothing is shown by colour alone. The colours are those of Okabe and Ito
(2008), which colour-blind readers can tell apart.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

Point = tuple[float, float]
Series = Mapping[str, Sequence[Point]]

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8b6f00", "#7a5195")
_WIDTH, _HEIGHT = 640, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 140, 34, 46
# On a page that has the colours of the web app a chart takes them, so that it fits a dark one too.
_STYLE = "font:12px system-ui,sans-serif;color:var(--ink,#222);background:var(--surface,#fff)"


@dataclass(frozen=True)
class _Axis:
    """From numbers to coordinates on the chart."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = True

    def at(self, number: float) -> float:
        low, high, number = (self._scaled(value) for value in (self.low, self.high, max(number, self.low)))
        return self.start + (self.end - self.start) * (number - low) / ((high - low) or 1)

    def ticks(self) -> list[float]:
        if self.logarithmic:
            first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
            return [10.0**power for power in range(first, last + 1) if self.low <= 10.0**power <= self.high * 1.001]
        step = 10 ** math.floor(math.log10(max(self.high - self.low, 1)))
        step = next(width for width in (step / 5, step / 2, step, step * 2) if (self.high - self.low) / width <= 8)
        step = max(step, 1)
        return [self.low + step * number for number in range(int((self.high - self.low) / step) + 1)]

    def _scaled(self, number: float) -> float:
        return math.log10(number) if self.logarithmic else number


def steps(title: str, series: Series, across: str, upwards: str) -> str:
    """How many levels were answered within a given effort (a cactus plot)."""
    return _plot(title, series, across, upwards, linear=True, joined=True)


def cloud(
    title: str, series: Series, across: str, upwards: str, *, diagonal: bool = False, linear: bool = False
) -> str:
    """A scatter plot; `diagonal` if both axes measure the same, `linear` if the vertical axis is a count."""
    return _plot(title, series, across, upwards, linear=linear, joined=False, diagonal=diagonal)


def lines(title: str, series: Series, across: str, upwards: str) -> str:
    """What each of a row of questions took: whole numbers across, effort upwards."""
    return _plot(title, series, across, upwards, linear=False, joined=True, counted=True)


def bars(title: str, groups: Mapping[str, Mapping[str, tuple[float | None, str]]], unit: str) -> str:
    """Groups of horizontal bars: for each group and name a number, or None, and the words beside it."""
    names = list(dict.fromkeys(name for group in groups.values() for name in group))
    numbers = [number for group in groups.values() for number, _ in group.values() if number]
    low = 10 ** math.floor(math.log10(min(numbers, default=1)))
    left, width = 130, _WIDTH - 130 - 240
    axis = _Axis(low, max([*numbers, low * 10]), left, left + width)
    parts, y = [], float(_TOP)
    for label, group in groups.items():
        parts.append(_text(8, y + 10, label, weight="bold"))
        y += 16
        for name, (number, words) in group.items():
            colour = _COLOURS[names.index(name) % len(_COLOURS)]
            parts.append(_text(left - 8, y + 10, name, anchor="end"))
            end = axis.at(number) if number else left
            parts.append(f'<rect x="{left}" y="{y}" width="{max(end - left, 1):.1f}" height="12" fill="{colour}"/>')
            parts.append(_text(end + 6, y + 10, words))
            y += 16
        y += 8
    for tick in axis.ticks():
        place = axis.at(tick)
        parts.insert(0, f'<path d="M{place:.1f} {_TOP}V{y:.0f}" stroke="currentColor" stroke-opacity=".15"/>')
        parts.append(_text(place, y + 14, _number(tick), anchor="middle"))
    parts.append(_text(left + width / 2, y + 32, unit, anchor="middle"))
    return _paper(title, parts, y + 44)


def stacked(pictures: Sequence[str]) -> str:
    """Several charts in one picture, from top to bottom."""
    parts, height = [], 0.0
    for picture in pictures:
        parts.append(picture.replace("<svg ", f'<svg y="{height:.0f}" ', 1).strip())
        size = re.search(r'viewBox="0 0 \d+ (\d+)"', picture)
        assert size is not None
        parts[-1] = parts[-1].replace(" role=", f' height="{size[1]}" role=', 1)
        height += float(size[1])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" width="{_WIDTH}">'
        f"{''.join(parts)}</svg>\n"
    )


# --- the parts ----------------------------------------------------------------------------------------------------


def _plot(
    title: str,
    series: Series,
    across: str,
    upwards: str,
    *,
    linear: bool,
    joined: bool,
    diagonal: bool = False,
    counted: bool = False,
) -> str:
    """`linear`: the vertical axis is a count; `counted`: the horizontal one is."""
    points = [point for line in series.values() for point in line]
    xs, ys = [x for x, _ in points if x > 0] or [1.0], [y for _, y in points] or [1.0]
    if diagonal:
        xs = ys = [number for number in xs + ys if number > 0]
    span = (0.0, max(xs)) if counted else (_down(min(xs)), _up(max(xs)))
    horizontal = _Axis(*span, _LEFT, _WIDTH - _RIGHT, logarithmic=not counted)
    low, high = (0.0, max(ys) or 1) if linear else (_down(min(y for y in ys if y > 0)), _up(max(ys)))
    vertical = _Axis(low, high, _HEIGHT - _BOTTOM, _TOP, logarithmic=not linear)
    parts = _frame(horizontal, vertical, across, upwards)
    if diagonal:
        parts.append(
            f'<path d="M{horizontal.start} {vertical.start}L{horizontal.end} {vertical.end}" stroke="currentColor" '
            'stroke-dasharray="4 4" stroke-opacity=".5"/>'
        )
    for number, (name, line) in enumerate(series.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        places = [(horizontal.at(x), vertical.at(y)) for x, y in line]
        if joined and places:
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts.append(f'<path d="{"".join(_mark(number, x, y) for x, y in places)}" fill="none" stroke="{colour}"/>')
        y = _TOP + 10 + 18 * number
        parts.append(f'<path d="{_mark(number, _WIDTH - _RIGHT + 16, y - 4)}" fill="none" stroke="{colour}"/>')
        parts.append(_text(_WIDTH - _RIGHT + 26, y, name))
    return _paper(title, parts, _HEIGHT)


def _frame(horizontal: _Axis, vertical: _Axis, across: str, upwards: str) -> list[str]:
    parts = []
    for tick in horizontal.ticks():
        x = horizontal.at(tick)
        parts.append(f'<path d="M{x:.1f} {_TOP}V{vertical.start}" stroke="currentColor" stroke-opacity=".15"/>')
        parts.append(_text(x, vertical.start + 16, _number(tick), anchor="middle"))
    for tick in vertical.ticks():
        y = vertical.at(tick)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{horizontal.end}" stroke="currentColor" stroke-opacity=".15"/>')
        parts.append(_text(_LEFT - 6, y + 4, _number(tick), anchor="end"))
    parts.append(_text((horizontal.start + horizontal.end) / 2, _HEIGHT - 10, across, anchor="middle"))
    middle = (vertical.start + vertical.end) / 2
    parts.append(
        f'<text transform="translate(14 {middle:.0f}) rotate(-90)" text-anchor="middle" fill="currentColor">'
        f"{escape(upwards)}</text>"
    )
    return parts


def _mark(number: int, x: float, y: float) -> str:
    """The mark of a point; each series has its own."""
    shapes = ("m-3 0h6m-3 -3v6", "m-3 -3l6 6m-6 0l6 -6", "m-3 -3h6v6h-6z", "m0 -4l4 4l-4 4l-4 -4z", "m-3 3h6l-3 -6z")
    return f"M{x:.1f} {y:.1f}{shapes[number % len(shapes)]}"


def _text(x: float, y: float, words: str, *, anchor: str = "start", weight: str = "normal") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}" fill="currentColor">'
        f"{escape(words)}</text>"
    )


def _paper(title: str, parts: Sequence[str], height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" width="{_WIDTH}" role="img" '
        f'aria-label="{escape(title, {chr(34): "&quot;"})}" style="{_STYLE}">'
        f"<title>{escape(title)}</title>{_text(8, 18, title, weight='bold')}{''.join(parts)}</svg>\n"
    )


def _down(number: float) -> float:
    return 10.0 ** math.floor(math.log10(number))


def _up(number: float) -> float:
    return max(10.0 ** math.ceil(math.log10(number)), _down(number) * 10)


def _number(number: float) -> str:
    return f"{number:,.0f}" if number >= 1 else f"{number:g}"
