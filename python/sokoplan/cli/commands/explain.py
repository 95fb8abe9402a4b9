"""`sokoplan explain`: why a level cannot be solved, drawn."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from sokoplan.cli.exitcodes import ExitCode, of_reason
from sokoplan.cli.options import How, JsonOption, LevelArgument, one_level, one_of, reads_levels, seconds_of
from sokoplan.cli.output import out, print_board
from sokoplan.engines import EXPLAINERS, load_explainer
from sokoplan.engines.answer import Budget
from sokoplan.errors import printable
from sokoplan.views.text import draw


@reads_levels
def explain(
    level: LevelArgument,
    engine: Annotated[
        str, typer.Option("--engine", "-e", metavar="|".join(EXPLAINERS), help="Who looks for the reason.")
    ] = "search",
    time: Annotated[str | None, typer.Option("--time", metavar="SECONDS", help="60, 1.5m, 2h.")] = None,
    as_json: JsonOption = False,
    *,
    how: How,
) -> int:
    """Say why a level is impossible: the few things in it that already make it so, and nothing else, drawn."""
    entry = one_level(level, how)
    found = load_explainer(one_of(engine, EXPLAINERS, "--engine"))(entry.level, Budget(seconds_of(time)))
    if as_json:
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


def register(app: typer.Typer) -> None:
    app.command()(explain)
