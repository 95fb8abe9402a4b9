"""A packing plan as text: the board with numbers at the start and at the end, then the steps.

#####################     #####################
###               ###     ###               ###      Left: where box 1, 2, ... stand.
###   $2 $1    ######     ###p2       .2 ######      Right: goals in the order in which they are filled,
#####################     #####################      and p2, where box 2 is parked.
"""

from __future__ import annotations

from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.packing import PackingPlan
from sokoplan.views.scenery import shown_cells


def boards(level: Level, plan: PackingPlan) -> tuple[list[str], list[str]]:
    """The board at the start and at the end, with as many letters to a cell as the longest number needs."""
    start = {cell: f"${number}" for number, cell in enumerate(plan.starts, 1)}
    start |= {cell: "." for cell in level.goals if cell not in start}
    start[level.player] = "+" if level.player in level.goals else "@"
    end = dict.fromkeys(level.goals, ".")
    end |= {cell: f".{number}" for number, cell in enumerate(plan.goals, 1)}
    for cell, boxes in plan.parked.items():
        end[cell] = end.get(cell, "") + "p" + ",".join(map(str, boxes))
    width = max(map(len, [*start.values(), *end.values()])) + 1
    return _drawn(level, start, width), _drawn(level, end, width)


def _drawn(level: Level, labels: dict[Cell, str], width: int) -> list[str]:
    shown = shown_cells(level)

    def sign(cell: Cell) -> str:
        if level.wall(cell):
            return ("#" if cell in shown else " ") * width
        return labels.get(cell, "").ljust(width)

    margin = int(any(not level.inside(cell) for cell in shown))
    columns = range(-margin, level.width + margin)
    rows = range(-margin, level.height + margin)
    return ["".join(sign((row, column)) for column in columns).rstrip() for row in rows]


def steps(plan: PackingPlan) -> list[str]:
    """Numbered, a line each."""
    width = len(str(len(plan.steps)))
    return [f"{number:{width}}. {step}" for number, step in enumerate(plan.steps, 1)]


def text(level: Level, plan: PackingPlan, columns: int) -> list[str]:
    """All of it: the boards side by side where there is room for both, the legend, the steps."""
    start, end = boards(level, plan)
    wide = max(map(len, start))
    if wide + 3 + max(map(len, end)) <= columns:
        drawn = [f"{left:{wide}}   {right}".rstrip() for left, right in zip(start, end, strict=True)]
    else:
        drawn = [*start, "", *end]
    parked = next(iter(plan.parked.values()), ())
    signs = ["$1 is box 1", ".1 the goal that it fills", *(f"p{box} where box {box} is parked" for box in parked[:1])]
    return [*drawn, f"{', '.join(signs)}. Goals are filled in the order of their numbers.", *steps(plan)]
