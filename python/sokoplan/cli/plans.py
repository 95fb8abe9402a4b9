"""Plans on the screen: in one of the notations, as boards, or as the NetHack solver's dump."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sokoplan.cli.output import print_board
from sokoplan.puzzle.level import DIRECTION, Level, ahead_of
from sokoplan.puzzle.notation import NOTATIONS
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import steps
from sokoplan.puzzle.rules import begin

if TYPE_CHECKING:
    from rich.console import Console

PLAN_FORMATS = (*NOTATIONS, "boards", "dump")
IN_A_LINE = ("lurd", "rle")  # of all others a plan has several lines
WITHOUT_WALKS = ("pushes", "old-pushes", "dump")  # only for games in which walking is free


def print_plan(console: Console, level: Level, plan: Plan, format: str) -> None:
    if format == "dump":
        _print_dump(console, level, plan)
        return
    if format != "boards":
        for line in NOTATIONS[format](level, plan):
            console.print(line)
        return
    print_board(console, level)
    for step in steps(level, plan):
        console.print(f"\n{step.number}. {step.letter}")
        print_board(console, level, step.state.snapshot())


def _print_dump(console: Console, level: Level, plan: Plan) -> None:
    """The NetHack solver's `solution.dump`: the start, and a board after each push."""
    from sokoplan.views.dump import entry

    for line in entry(level, begin(level), "Initial status"):
        console.print(line)
    pushes = (step for step in steps(level, plan) if step.is_push)
    for number, step in enumerate(pushes, start=1):
        row, column = ahead_of(step.player, step.key)
        words = f"{number}. ({column:2}, {row:2}) --> {DIRECTION[step.key]}"
        console.print()
        for line in entry(level, step.state, words, ahead_of(step.player, step.key, 2)):
            console.print(line)
