"""`sokoplan levels`: the levels that come with the program."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from sokoplan.cli.options import JsonOption
from sokoplan.cli.output import out
from sokoplan.level import GAMES
from sokoplan.library import Bundled, bundled


def levels(
    game: Annotated[str | None, typer.Option("--game", metavar="|".join(GAMES), help="Only this game.")] = None,
    as_json: JsonOption = False,
) -> int:
    """List the bundled levels: name, title, difficulty, and the least moves and pushes where they are proved."""
    if game is not None and game not in GAMES:
        raise typer.BadParameter(f"{game!r} is no game; these are: {', '.join(GAMES)}", param_hint="--game")
    chosen = [entry for entry in bundled().values() if game in (None, entry.game)]
    console = out()
    if as_json:
        for entry in chosen:
            print(json.dumps({**asdict(entry), "game": entry.game}))
    elif console.is_terminal:
        # Here lines may be broken: a table is for reading.
        console.soft_wrap = False
        console.print(_table(chosen))
    else:
        for entry in chosen:
            print("\t".join((entry.name, entry.game, entry.difficulty, entry.title)))
    return 0


def _table(chosen: list[Bundled]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("name", style="cyan", no_wrap=True)
    table.add_column("game")
    table.add_column("difficulty")
    table.add_column("moves", justify="right")
    table.add_column("pushes", justify="right")
    table.add_column("note", ratio=1)
    for entry in chosen:
        table.add_row(
            entry.name,
            entry.game,
            entry.difficulty,
            _number(entry, entry.moves),
            _number(entry, entry.pushes),
            entry.note,
        )
    return table


def _number(entry: Bundled, number: int | None) -> str:
    return "none" if not entry.solvable else "" if number is None else str(number)


def register(app: typer.Typer) -> None:
    app.command()(levels)
