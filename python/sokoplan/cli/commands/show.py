"""`sokoplan show`: draw levels and say what they are."""

from __future__ import annotations

import json

import typer
from rich.console import Console
from rich.text import Text

from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.options import How, JsonOption, LevelsArgument, all_levels, reads_levels
from sokoplan.cli.output import complain, out, print_board
from sokoplan.errors import InputError, printable
from sokoplan.puzzle.level import Level, count
from sokoplan.puzzle.library import Entry


@reads_levels
def show(levels: LevelsArgument, as_json: JsonOption = False, *, how: How) -> int:
    """Draw levels, with their titles, sizes and whatever is unusual about them."""
    console = out()
    code = ExitCode.SOLVED
    for entries in all_levels(levels, how):
        if isinstance(entries, InputError):
            complain(str(entries))
            code = ExitCode.BAD_INPUT
            continue
        for entry in entries:
            if as_json:
                print(json.dumps(facts(entry)), flush=True)
            else:
                _print(console, entry)
    return code


def facts(entry: Entry) -> dict[str, object]:
    """What can be said of a level without solving it."""
    level = entry.level
    return {
        "file": entry.file,
        "index": entry.index,
        "title": level.title,
        "author": level.author,
        "game": level.game,
        "rows": level.height,
        "columns": level.width,
        "walls": len(level.walls),
        "boxes": len(level.boxes),
        "goals": len(level.goals),
        "sinks": len(level.sinks),
        "holes": len(level.holes),
        "limit": level.limit,
        "remarks": list(level.remarks()),
    }


def _print(console: Console, entry: Entry) -> None:
    level = entry.level
    console.print(Text(printable(entry.name), style="bold"))
    print_board(console, level)
    console.print(f"{level.game}, {level.height} x {level.width}, {', '.join(_pieces(level))}")
    if level.author:
        console.print(f"by {printable(level.author)}")
    for comment in level.comments:
        for line in comment.splitlines():
            console.print(Text(printable(line), style="italic"))
    for remark in level.remarks():
        console.print(Text(remark, style="yellow"))
    console.print()


def _pieces(level: Level) -> list[str]:
    named = [
        (level.boxes, "box"),
        (level.goals, "goal"),
        (level.sinks, "sink"),
        (level.holes, "hole"),
        (level.mobs, "mob"),
        (level.keys, "key"),
        (level.locks, "lock"),
        (level.demonesses, "demoness"),
    ]
    words = [count(cells, word) for cells, word in named if cells or word == "box"]
    return words if level.limit is None else [*words, f"limit {level.limit}"]


def register(app: typer.Typer) -> None:
    app.command()(show)
