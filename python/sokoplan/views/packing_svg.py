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
    """The numbers. Where a box stands on a goal, the goal's number moves into the corner."""
    here = colours(theme)
    drawn = [_frame(cell, numbers, here) for cell, numbers in plan.parked.items()]
    for number, goal in enumerate(plan.goals, 1):
        at = (50, 50, 12) if goal in boxes else (32, 32, 17)
        drawn.append(_badge(goal, str(number), at, here["floor"], here["goal"], here["ink"]))
    for number, start in enumerate(plan.starts, 1):
        if start in boxes:
            drawn.append(_badge(start, str(number), (32, 29, 15), here["box-light"], here["box-dark"], "#2b1a08"))
    return "\n".join(drawn)


def _badge(cell: Cell, words: str, at: tuple[int, int, int], fill: str, line: str, ink: str) -> str:
    x, y, radius = cell[1] * SIZE + at[0], cell[0] * SIZE + at[1], at[2]
    size = radius * (1.35 if len(words) == 1 else 1.15 if len(words) == 2 else 0.85)
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{line}" stroke-width="3"/>'
        f'<text x="{x}" y="{y + size * 0.36:.1f}" font-size="{size:.1f}" fill="{ink}" {_FONT}>{escape(words)}</text>'
    )


def _frame(cell: Cell, numbers: tuple[int, ...], here: dict[str, str]) -> str:
    x, y, colour = cell[1] * SIZE, cell[0] * SIZE, here["accent"]
    words = "P" + ",".join(map(str, numbers))
    return (
        f'<rect x="{x + 4}" y="{y + 4}" width="{SIZE - 8}" height="{SIZE - 8}" rx="8" fill="none" '
        f'stroke="{colour}" stroke-width="3.5" stroke-dasharray="8 5"/>'
        f'<text x="{x + SIZE / 2:g}" y="{y + 23}" font-size="17" fill="{colour}" {_FONT}>{escape(words)}</text>'
    )
