"""`sokoplan explain`: why a level cannot be solved, drawn.

An explainer is a function `explain(level, budget) -> Explanation` in a module; the dict below is the whole plugin
system. Modules are named, not imported, so that nobody waits for a solver that is not used.
"""

from __future__ import annotations

import json
from importlib import import_module
from typing import Annotated

import typer

from sokoplan.answer import Budget, Explainer
from sokoplan.cli.options import (
    MAX_BOARD,
    MAX_BYTES,
    FromOption,
    GoalOption,
    JsonOption,
    LevelArgument,
    MaxBoardOption,
    MaxBytesOption,
    one_level,
    seconds_of,
)
from sokoplan.cli.output import out, print_board
from sokoplan.errors import printable
from sokoplan.exitcodes import ExitCode
from sokoplan.views.text import draw

EXPLAINERS: dict[str, str] = {
    "asp": "sokoplan.engines.asp_reason",
}


def load(name: str) -> Explainer:
    explainer: Explainer = import_module(EXPLAINERS[name]).explain
    return explainer


def explain(
    level: LevelArgument,
    engine: Annotated[
        str, typer.Option("--engine", "-e", metavar="|".join(EXPLAINERS), help="Who looks for the reason.")
    ] = "asp",
    time: Annotated[str | None, typer.Option("--time", metavar="SECONDS", help="60, 1.5m, 2h.")] = None,
    as_json: JsonOption = False,
    from_format: FromOption = None,
    goal: GoalOption = "end",
    max_board: MaxBoardOption = MAX_BOARD,
    max_bytes: MaxBytesOption = MAX_BYTES,
) -> int:
    """Say why a level is impossible: the few things in it that already make it so, and nothing else, drawn."""
    if engine not in EXPLAINERS:
        raise typer.BadParameter(f"{engine!r} is none of {', '.join(EXPLAINERS)}", param_hint="--engine")
    entry = one_level(level, from_format, goal, max_board, max_bytes)
    found = load(engine)(entry.level, Budget(seconds_of(time)))
    if as_json:
        board = draw(found.part) if found.part is not None else None
        record = {"file": entry.file, "index": entry.index, "title": entry.level.title, "engine": engine}
        print(json.dumps({**record, "words": found.words, "board": board}, ensure_ascii=False))
    else:
        console = out()
        console.print(f"{printable(entry.name)}: {found.words}", highlight=False, markup=False)
        if found.part is not None:
            print_board(console, found.part)
    if found.part is not None:
        return int(ExitCode.UNSOLVABLE)
    return int(ExitCode.TIME if found.reason == "time" else ExitCode.SOLVED)


def register(app: typer.Typer) -> None:
    app.command()(explain)
