"""Levels, plans and results as a notebook shows them: a level as SVG, a plan as an animation with controls.

The animation is the replay page in a frame of its own, so nothing in it can touch the notebook, and it needs no other
file. A plan that is too long for that is shown as text.
"""

from __future__ import annotations

from html import escape

from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.views.replay import page
from sokoplan.views.scenery import edges

_LONGEST = 2000  # keys; the page of such a plan has about a megabyte
_CELL, _WORDS = 40, 420  # pixels: of a cell, and of everything but the board
_TALLEST = 900


def plan_html(level: Level, plan: Plan) -> str:
    if len(plan.keys) > _LONGEST:
        return f"<p>{len(plan.keys):,} keys: <code>{escape(str(plan)[:400])}...</code></p>"
    _, _, high, wide = edges(level)
    width = max(420, wide * _CELL + 60)
    height = min(_TALLEST, width * high // wide + _WORDS)  # the board fills the width
    return (
        f'<iframe sandbox="allow-scripts" title="The plan, key by key" width="{width}" height="{height}" '
        f'style="max-width: 100%; border: 1px solid #8884" srcdoc="{escape(page(level, plan))}"></iframe>'
    )
