"""`sokoplan explain`: why a level cannot be solved, drawn."""

from __future__ import annotations

import json

from sokoplan.cli.command import option
from sokoplan.cli.exitcodes import ExitCode, of_reason
from sokoplan.cli.options import JSON, How, level_argument, level_command, one_level, time_option
from sokoplan.cli.output import out, print_board
from sokoplan.cli.values import Choice
from sokoplan.engines import EXPLAINERS, load_explainer
from sokoplan.engines.answer import Budget
from sokoplan.errors import printable


@level_command(
    level_argument(),
    option("--engine", "-e", type=Choice(EXPLAINERS), default="search", help="The engine that looks for the reason."),
    time_option("The time limit: 60, 1.5m, 2h. Default: none."),
    JSON,
)
def explain(level: str, engine: str, time: float | None, as_json: bool, *, how: How) -> int:
    """Show why a level cannot be solved.

    Only the few things in it that already make it impossible are drawn.
    """
    entry = one_level(level, how)
    found = load_explainer(engine)(entry.level, Budget(time))
    if as_json:
        from sokoplan.views.text import draw

        record = {
            "file": entry.file,
            "index": entry.index,
            "title": entry.level.title,
            "engine": engine,
            "impossible": found.proved,
            "words": found.words,
            "cells": [list(cell) for cell in sorted(found.marked)],
            "board": draw(found.part) if found.part is not None else None,
        }
        print(json.dumps(record))
    else:
        console = out()
        console.print(f"{printable(entry.name)}: {found.words}")
        if found.part is not None or found.marked:
            print_board(console, found.part or entry.level, marked=found.marked)
    if found.proved:
        return ExitCode.UNSOLVABLE
    return of_reason(found.reason) if found.reason else ExitCode.SOLVED
