"""The pictures of the packing search in docs/search.md: a plan, how it is found, how it is followed.

    python scripts/packing_pictures.py          write docs/packing-*.svg anew, in light and dark

Comes in:  a bundled level, its packing plan, and a dump of the search.     Goes out: docs/packing-*.svg.

They are drawn by the views of the program and are the same every time. `make test` compares them with what the search
does now (tests/project/test_docs.py).
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from xml.etree import ElementTree

from sokoplan.engines.answer import Budget
from sokoplan.engines.search.packing import packing_of
from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.library import bundled
from sokoplan.puzzle.packing import PackingPlan
from sokoplan.solving.solve import solve
from sokoplan.views.packing_svg import empty_start, on_box, packing_picture
from sokoplan.views.scenery import edges
from sokoplan.views.svg import picture
from sokoplan.views.tiles import THEMES, Theme, colours

DOCS = Path(__file__).parents[1] / "docs"
LEVEL = "bottom-drawer"
_CELL = 24  # pixels to a cell
_GAP, _LINE, _TOP = 18, 15, 10
_FONT = 'font-family="system-ui,\'DejaVu Sans\',sans-serif" font-size="11.5"'


@dataclass(frozen=True)
class Panel:
    """One position, with numbers on its boxes and on the starts that are left, and lines of words below."""

    boxes: dict[Cell, str]
    words: tuple[str, ...]
    starts: dict[Cell, str]


def pictures() -> dict[str, str]:
    """All of them by the name of the file."""
    level = bundled()[LEVEL].level()
    plan = packing_of(level, Budget()).plan
    assert plan is not None
    drawn = {}
    for theme in THEMES:
        drawn[f"packing-plan-{theme}.svg"] = packing_picture(level, plan, theme)
        drawn[f"packing-found-{theme}.svg"] = strip(level, unpacked(plan), theme, "How the plan is found")
        drawn[f"packing-followed-{theme}.svg"] = strip(level, followed(level), theme, "How the plan is followed")
    return drawn


def unpacked(plan: PackingPlan) -> Iterable[Panel]:
    """The plan backwards: from boxes on all goals to none."""
    here = {goal: str(number) for number, goal in enumerate(plan.goals, 1)}
    starts = {start: str(number) for number, start in enumerate(plan.starts, 1)}
    yield Panel(dict(here), ("Boxes on all goals.",), dict(starts))
    for at in range(len(plan.steps), 0, -1):
        step = plan.steps[at - 1]
        number = here.pop(step.to)
        if any(other.until == at for other in plan.steps):
            here[step.source] = number
            words = (f"Box {number} cannot get away yet:", "it is pulled aside.")
        else:
            starts.pop(step.source)
            words = (f"Box {number} is pulled to a start", "and deleted there.")
        yield Panel(dict(here), (*words, f"Step {at} of the plan."), dict(starts))


def followed(level: Level) -> Iterable[Panel]:
    """The positions on the way to the solution, with their features, from a dump of the search."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "dump.xml"
        solve(level, "search", "any", options={"threads": "1", "dump": "xml", "dump-file": str(file)})
        root = ElementTree.parse(file).getroot()
    nodes = {node.attrib["id"]: node for node in root.findall("node") if "id" in node.attrib}
    way = [nodes[number] for number in root.findall("solution")[0].attrib["nodes"].split()]
    way += [node for node in root.findall("node") if node.attrib["what"] == "Solved"]
    for node in way:
        told = node.attrib
        lines = (node.findtext("dump") or "").split("\n")
        boxes = {(int(row), int(column)): "" for column, row in re.findall(r"\(\s*(\d+),\s*(\d+)\)", lines[1])}
        who = f"named by {told['advisor']}" if "advisor" in told else "the start"
        figures = f"packed {told['packed']}, areas {told['areas']}" if "packed" in told else "solved"
        more = f"hotspots {told['hotspots']}, away {told['away']}" if "packed" in told else ""
        yield Panel(boxes, (who if told["what"] != "Solved" else "the last move", figures, more), {})


def strip(level: Level, panels: Iterable[Panel], theme: Theme, name: str) -> str:
    """Panels side by side, with a number for each of them."""
    shown = list(panels)
    _, _, rows, columns = edges(level)
    wide, high = columns * _CELL, rows * _CELL
    lines = max(len(panel.words) for panel in shown)
    width = len(shown) * (wide + _GAP) - _GAP
    height = _TOP + high + lines * _LINE + _TOP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(name)}">',
        f"<title>{escape(name)}</title>",
    ]
    ink = colours(theme)["ink"]
    for at, panel in enumerate(shown):
        x = at * (wide + _GAP)
        parts.append(_board(level, panel, theme, f"p{at}-", x, (wide, high)))
        for line, words in enumerate(panel.words):
            y = _TOP + high + (line + 1) * _LINE
            parts.append(f'<text x="{x}" y="{y}" fill="{ink}" {_FONT}>{escape(words)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _board(level: Level, panel: Panel, theme: Theme, prefix: str, x: int, size: tuple[int, int]) -> str:
    position = replace(level, boxes=frozenset(panel.boxes), player=_somewhere(level, panel))
    marks = [empty_start(cell, words, theme) for cell, words in panel.starts.items() if cell not in panel.boxes]
    marks += [on_box(cell, words, theme) for cell, words in panel.boxes.items() if words]
    drawn = picture(position, theme, "\n".join(marks), player=False)
    # Each panel has tiles of its own, so that no name is used twice in the file.
    drawn = re.sub(r'(id="|href="#)', rf"\g<1>{prefix}", drawn)
    inner = re.sub(r' width="\d+" height="\d+" role="img" aria-label="[^"]*"', "", drawn, count=1)
    return inner.replace("<svg ", f'<svg x="{x}" y="{_TOP}" width="{size[0]}" height="{size[1]}" ', 1).rstrip()


def _somewhere(level: Level, panel: Panel) -> Cell:
    """A level needs a player; none is drawn, because a plan does not say where the player is."""
    return min(level.reachable() - panel.boxes.keys())


if __name__ == "__main__":
    for name, drawn in pictures().items():
        (DOCS / name).write_text(drawn, encoding="utf-8")
        print(f"{name}: {len(drawn) / 1000:.0f} kB")
