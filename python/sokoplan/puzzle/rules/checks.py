"""What a level of each game must have, and what is unusual but legal about one.

Comes in:  a Level, or a draft of one.     Goes out: problems, an `InputError` each; remarks, a sentence each.

What every game asks (a player, nothing inside a wall, no two things in one cell) is checked by the level itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from sokoplan.errors import InputError
from sokoplan.puzzle.level import KEYS, MORE_BOXES, Level, ahead_of, count, places, places_of


def sokoban_problems(level: Level) -> Iterator[InputError]:
    if level.reading == "end" and len(level.boxes) > len(level.goals):
        yield InputError(
            f"there are more boxes than goals: {count(level.boxes, 'box')} and {count(level.goals, 'goal')}",
            MORE_BOXES,
        )
    if level.reading == "each-once" and level.boxes and not level.goals:
        yield InputError("there are boxes but no goal", "At least one cell must be a goal.")


def sink_problems(level: Level) -> Iterator[InputError]:
    if not level.sinks and not level.holes:
        yield InputError("there is no sink and no hole", "Add a sink for all boxes, or a hole for each.")
    if level.sinks and level.holes:
        yield InputError("there are both sinks and holes", "Use only one kind: a sink for all, or a hole for each.")
    for cell in sorted(level.boxes & (level.sinks | level.holes)):
        yield InputError("a box starts on a sink or a hole", "It would have vanished already.", cell=cell)
    if level.holes and len(level.boxes) < len(level.holes):
        yield InputError(
            f"there are more holes than boxes: {count(level.holes, 'hole')} and {count(level.boxes, 'box')}",
            "Every hole needs a box to fill it.",
        )


def helltaker_problems(level: Level) -> Iterator[InputError]:
    if not level.demonesses:
        yield InputError("there is no demoness", "Draw exactly one hero `H` and at least one demoness `D`.")


def sokoban_remarks(level: Level) -> Iterator[str]:
    if level.boxes <= level.goals | level.settled:
        yield "It is already solved: no box is off a goal."
    yield from _unreachable_boxes(level)
    if len(level.goals) > len(level.boxes) and level.boxes:
        yield f"There are spare goals: {count(level.goals, 'goal')} for {count(level.boxes, 'box')}."


def sink_remarks(level: Level) -> Iterator[str]:
    if not level.boxes if level.sinks else not level.holes:
        yield "It is already solved: nothing is left to do."
    yield from _unreachable_boxes(level)
    if lost := level.holes - level.reachable():
        yield f"No box can ever be pushed into {count(lost, 'hole')}, at {places(lost)}."


def helltaker_remarks(level: Level) -> Iterator[str]:
    if any(ahead_of(level.player, key) in level.demonesses for key in KEYS):
        yield "It is already solved: the hero starts next to a demoness."
    reachable = level.reachable()
    if not any(ahead_of(cell, key) in reachable for cell in level.demonesses for key in KEYS):
        yield "The hero can never stand next to a demoness."


def _unreachable_boxes(level: Level) -> Iterator[str]:
    lost = level.boxes - level.reachable()
    if not lost:
        return
    them, they = ("it", "it is") if len(lost) == 1 else ("them", "they are")
    off_goal = lost - level.goals
    tail = "" if level.holes else f"; no plan can move {them}" if off_goal else f"; {they} already on a goal"
    yield f"The player can never reach {count(lost, 'box')}, at {places_of(level, lost)}{tail}."
