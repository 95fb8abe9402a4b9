"""Plans to text, in each of the notations.

Comes in:  a level and a plan.     Goes out: lines; `NOTATIONS` is the table of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sokoplan.puzzle.level import DIRECTION, Level, ahead_of
from sokoplan.puzzle.notation.repeats import run_length
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import steps


def lurd(level: Level, plan: Plan) -> str:
    """Capitals for pushes; Helltaker's plans are all lower case."""
    return "".join(step.letter for step in steps(level, plan))


def actions(level: Level, plan: Plan) -> Iterator[str]:
    time = 0
    for step in steps(level, plan):
        row, column = step.player
        yield f"{step.deed}({row},{column},{DIRECTION[step.key]},{time})"
        time += 1
        if step.cost == 2:
            yield f"hurt({time})"
            time += 1


def pushes(level: Level, plan: Plan) -> Iterator[str]:
    for step in steps(level, plan):
        if step.is_push:
            row, column = ahead_of(step.player, step.key)
            yield f"({column:2}, {row:2}) --> {DIRECTION[step.key]}"


def old_pushes(level: Level, plan: Plan) -> Iterator[str]:
    """The stone, and where the player stands to push it: so the NetHack solver's own document has it."""
    for step in steps(level, plan):
        if step.is_push:
            (row, column), (player_row, player_column) = ahead_of(step.player, step.key), step.player
            yield f"({column:2}, {row:2}) --> ({player_column:2}, {player_row:2})"


def asp_words(level: Level, plan: Plan) -> Iterator[str]:
    """Each crate keeps the number it has at the start, row by row."""
    crates = {cell: f"crate_{number:02}" for number, cell in enumerate(sorted(level.boxes), start=1)}
    for time, step in enumerate(steps(level, plan)):
        here, ahead, beyond = (ahead_of(step.player, step.key, far) for far in (0, 1, 2))
        cells = [
            f"l{row}_{column}" for row, column in ((here, ahead, beyond) if step.deed == "push" else (here, ahead))
        ]
        if step.deed == "push":
            crates[beyond] = crates.pop(ahead)
            cells.append(crates[beyond])
        yield f"do({step.deed}{DIRECTION[step.key].capitalize()}({','.join(['sokoban', *cells])}), {time})"


NOTATIONS: dict[str, Callable[[Level, Plan], Iterator[str]]] = {
    "lurd": lambda level, plan: iter([lurd(level, plan)]),
    "rle": lambda level, plan: iter([run_length(lurd(level, plan))]),
    "actions": actions,
    "pushes": pushes,
    "old-pushes": old_pushes,
    "asp": asp_words,
}
