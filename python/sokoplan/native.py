"""The Rust core, behind one file: a Level as a native board, a Task as a native task.

Nothing else in the package imports `sokoplan._core`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sokoplan._core import (
    Board,
    Control,
    Starts,
    Stepper,
    check_proof,
    improve_push,
    normal_texts,
    push_options,
    solve_kick,
    solve_many,
    solve_push,
    solve_task,
    start_figures,
)
from sokoplan._core import Task as NativeTask

if TYPE_CHECKING:
    from sokoplan.planning.task import Task
    from sokoplan.puzzle.level import Level

__all__ = [
    "DEFAULT_MEMORY_MB",
    "FLAGS",
    "Board",
    "Control",
    "Starts",
    "Stepper",
    "board_of",
    "check_proof",
    "improve_push",
    "normal_texts",
    "push_options",
    "solve_kick",
    "solve_many",
    "solve_push",
    "solve_task",
    "start_figures",
    "task_of",
]

DEFAULT_MEMORY_MB = 4096  # for the positions of one search, where nobody says another limit

# What the Stepper calls the things in a cell: a bit each, by the names that Level has (`rust/src/stepper/mod.rs`).
# The last two are about a whole game.
FLAGS = {
    name: 1 << bit
    for bit, name in enumerate(
        (
            *("walls", "goals", "sinks", "holes", "demonesses", "spikes", "traps_down", "traps_up"),
            *("keys", "locks", "boxes", "mobs", "player", "owed", "has_key", "left"),
        )
    )
}


def board_of(level: Level) -> Board:
    """The parts of a level that do not move."""
    return Board(
        level.height,
        level.width,
        sorted(level.walls),
        sorted(level.goals),
        sorted(level.sinks),
        sorted(level.holes),
    )


def task_of(task: Task) -> NativeTask:
    return NativeTask(
        len(task.facts),
        sorted(task.start),
        task.goal,
        [
            (sorted(operator.needs), sorted(operator.forbids), sorted(operator.adds), sorted(operator.deletes))
            for operator in task.operators
        ],
    )
