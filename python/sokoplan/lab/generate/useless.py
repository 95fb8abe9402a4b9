"""Boxes that do nothing: brought home first or last, they cost what they would alone, and the others never notice."""

from __future__ import annotations

from dataclasses import replace

from sokoplan import native
from sokoplan.engines import ONE_COURSE
from sokoplan.puzzle.level import Cell, Level, ahead_of
from sokoplan.puzzle.replay import replay
from sokoplan.solving.result import Result


def some_box_is_useless(level: Level, result: Result) -> bool:
    """`result` is a plan with the fewest pushes. A box on its own is never useless."""
    return len(level.boxes) > 1 and any(_is_useless(level, box, home, result) for box, home in _ways(level, result))


def _ways(level: Level, result: Result) -> list[tuple[Cell, Cell]]:
    """Where each box starts and where the plan leaves it."""
    assert result.plan is not None
    now = {cell: cell for cell in sorted(level.boxes)}  # by where it stands
    ways: list[tuple[Cell, Cell]] = []
    for step in replay(level, result.plan):
        if not step.is_push:
            continue
        ahead, beyond = ahead_of(step.player, step.key), ahead_of(step.player, step.key, 2)
        start = now.pop(ahead)
        if beyond in level.sinks:
            ways.append((start, beyond))
        else:
            now[beyond] = start
    return ways + [(start, home) for home, start in now.items()]


def _is_useless(level: Level, box: Cell, home: Cell, result: Result) -> bool:
    others, their_goals = level.boxes - {box}, level.goals - {home}
    own_goal = frozenset({home}) if level.goals else level.goals
    alone = replace(level, boxes=frozenset({box}), goals=own_goal)
    rest = replace(level, boxes=others, goals=their_goals)
    its_pushes, their_pushes = _pushes(alone), _pushes(rest)
    if its_pushes is None or their_pushes is None or its_pushes + their_pushes != result.pushes:
        return False  # they are in each other's way
    first = _pushes(_walled(alone, others)) == its_pushes
    last = _pushes(_walled(rest, frozenset({box}))) == their_pushes
    if not (first and last):
        return False  # it has to wait for them, or they for it
    return not level.goals or _pushes(_walled(rest, frozenset({home}))) == their_pushes


def _walled(level: Level, boxes: frozenset[Cell]) -> Level | None:
    """With boxes that stand still: as walls. None where they stand on what is needed."""
    if boxes & (level.goals | level.sinks | level.boxes) or level.player in boxes:
        return None
    return replace(level, walls=level.walls | boxes)


def _pushes(level: Level | None) -> int | None:
    """The fewest, or None if there is no plan."""
    if level is None:
        return None
    board, boxes = native.board_of(level), sorted(level.boxes)
    answer = native.solve_push(board, level.player, boxes, "pushes", options=ONE_COURSE)
    return answer.bound if answer.status == "solved" else None
