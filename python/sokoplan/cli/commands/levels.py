"""`sokoplan levels`: the levels that come with the program."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from sokoplan.cli.command import command, option
from sokoplan.cli.options import JSON
from sokoplan.cli.output import out
from sokoplan.cli.values import Choice
from sokoplan.puzzle.rules import GAMES

if TYPE_CHECKING:
    from rich.table import Table

    from sokoplan.puzzle.library import Bundled


@command(option("--game", type=Choice(GAMES), help="List only this game."), JSON)
def levels(game: str | None, as_json: bool) -> int:
    """List the levels that come with the program.

    Name, game, difficulty, and the fewest moves and pushes where they are proved. Into a pipe it prints, with tabs
    between: name, game, difficulty, title, moves, pushes ("none" where there is no plan).
    """
    from sokoplan.puzzle.library import bundled

    chosen = [entry for entry in bundled().values() if game in (None, entry.game)]
    console = out()
    if as_json:
        for entry in chosen:
            print(json.dumps({**asdict(entry), "game": entry.game}))
    elif console.is_terminal:
        # Here lines may be broken: a table is for reading.
        console.soft_wrap = False
        console.print(_table(chosen, console.width))
    else:
        for entry in chosen:
            figures = (_number(entry, number) for number in (entry.moves, entry.pushes))
            print("\t".join((entry.name, entry.game, entry.difficulty, entry.title, *figures)))
    return 0


_COLUMNS = ("name", "game", "difficulty", "moves", "pushes", "note")
_DROPPED = ("note", "game", "difficulty", "pushes", "moves")  # the first goes first where there is little room
_SHORTEST_NOTE = 20


def _table(chosen: list[Bundled], width: int) -> Table:
    """As many columns as there is room for; none is squeezed."""
    from rich.table import Table

    rows = [_row(entry) for entry in chosen]
    widths = {name: max(map(len, (name, *(row[name] for row in rows)))) for name in _COLUMNS}
    widths["note"] = _SHORTEST_NOTE
    kept = list(_COLUMNS)
    for name in _DROPPED:
        if sum(widths[column] + 2 for column in kept) - 2 > width:
            kept.remove(name)
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in kept:
        table.add_column(
            name,
            style="cyan" if name == "name" else None,
            justify="right" if name in ("moves", "pushes") else "left",
            no_wrap=name != "note",
            ratio=1 if name == "note" else None,
        )
    for row in rows:
        table.add_row(*(row[name] for name in kept))
    return table


def _row(entry: Bundled) -> dict[str, str]:
    figures = {"moves": _number(entry, entry.moves), "pushes": _number(entry, entry.pushes)}
    return {"name": entry.name, "game": entry.game, "difficulty": entry.difficulty, **figures, "note": entry.note}


def _number(entry: Bundled, number: int | None) -> str:
    return "none" if not entry.solvable else "" if number is None else str(number)
