"""A packing plan as an SVG file: the board at the start, with numbers on its boxes, goals and parking places.

A box has the number of the goal that it fills, and goals are numbered in the order in which they are filled. A
parking place is a dashed frame with the numbers of the boxes that are parked there.
"""

from __future__ import annotations

from html import escape

from sokoplan.errors import printable
from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.packing import PackingPlan
from sokoplan.views.svg import picture
from sokoplan.views.tiles import SIZE, Theme, colours

_FONT = 'font-family="system-ui,\'DejaVu Sans\',sans-serif" font-weight="700" text-anchor="middle"'


def packing_picture(level: Level, plan: PackingPlan, theme: Theme = "light") -> str:
    told = " ".join(f"{number}. {step}" for number, step in enumerate(plan.steps, 1))
    name = printable(f"Packing plan of {level.title or level.game}")
    return picture(level, theme, _marks(plan, level.boxes, theme), name=name, description=told)


def _marks(plan: PackingPlan, boxes: frozenset[Cell], theme: Theme) -> str:
    drawn = [_parking(cell, numbers, theme) for cell, numbers in plan.parked.items()]
    drawn += [_on_goal(goal, str(number), theme, goal in boxes) for number, goal in enumerate(plan.goals, 1)]
    drawn += [on_box(start, str(number), theme) for number, start in enumerate(plan.starts, 1)]
    return "\n".join(drawn)


def on_box(cell: Cell, words: str, theme: Theme) -> str:
    here = colours(theme)
    return _badge(cell, words, (32, 29, 15), here["box-light"], here["box-dark"], here["line-dark"])


def empty_start(cell: Cell, words: str, theme: Theme) -> str:
    """Where a box stands at the start, in a picture without it."""
    here = colours(theme)
    return _badge(cell, words, (32, 32, 15), "none", here["soft"], here["soft"])


def _on_goal(cell: Cell, words: str, theme: Theme, has_box: bool) -> str:
    """Where a box stands on the goal, the number is in the corner."""
    here = colours(theme)
    return _badge(cell, words, (50, 50, 12) if has_box else (32, 32, 17), here["floor"], here["goal"], here["ink"])


def _badge(cell: Cell, words: str, at: tuple[int, int, int], fill: str, line: str, ink: str) -> str:
    x, y, radius = cell[1] * SIZE + at[0], cell[0] * SIZE + at[1], at[2]
    size = radius * (1.35 if len(words) == 1 else 1.15 if len(words) == 2 else 0.85)
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{line}" stroke-width="3"/>'
        f'<text x="{x}" y="{y + size * 0.36:.1f}" font-size="{size:.1f}" fill="{ink}" {_FONT}>{escape(words)}</text>'
    )


def _parking(cell: Cell, numbers: tuple[int, ...], theme: Theme) -> str:
    x, y, colour = cell[1] * SIZE, cell[0] * SIZE, colours(theme)["accent"]
    words = "P" + ",".join(map(str, numbers))
    return (
        f'<rect x="{x + 4}" y="{y + 4}" width="{SIZE - 8}" height="{SIZE - 8}" rx="8" fill="none" '
        f'stroke="{colour}" stroke-width="3.5" stroke-dasharray="8 5"/>'
        f'<text x="{x + SIZE // 2}" y="{y + 23}" font-size="17" fill="{colour}" {_FONT}>{escape(words)}</text>'
    )
