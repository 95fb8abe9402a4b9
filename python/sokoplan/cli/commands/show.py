"""`sokoplan show`: draw levels and say what they are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sokoplan.cli.options import JSON, How, Levels, level_command, levels_argument
from sokoplan.cli.output import out, print_board
from sokoplan.errors import printable
from sokoplan.puzzle.level import PIECES, Level, count

if TYPE_CHECKING:
    from rich.console import Console

    from sokoplan.puzzle.library import Entry


@level_command(levels_argument(), JSON)
def show(levels: tuple[str, ...], as_json: bool, *, how: How) -> int:
    """Draw levels in the terminal, with their sizes and whatever is unusual about them."""
    console = out()
    found = Levels(levels, how)
    for entry in found:
        if as_json:
            print(json.dumps(facts(entry)), flush=True)
        else:
            _print(console, entry)
    return found.code


def facts(entry: Entry) -> dict[str, object]:
    """What can be said of a level without solving it."""
    level = entry.level
    return {
        "file": entry.file,
        "index": entry.index,
        "title": level.title,
        "author": level.author,
        "game": level.game,
        "width": level.width,
        "height": level.height,
        "walls": len(level.walls),
        **{piece.field: len(getattr(level, piece.field)) for piece in PIECES},
        "limit": level.limit,
        "remarks": list(level.remarks()),
    }


def _print(console: Console, entry: Entry) -> None:
    from rich.text import Text

    level = entry.level
    console.print(Text(printable(entry.name), style="bold"))
    print_board(console, level)
    console.print(f"{level.game}, {level.width} x {level.height}, {', '.join(_pieces(level))}")
    if level.author:
        console.print(f"by {printable(level.author)}")
    for comment in level.comments:
        for line in comment.splitlines():
            console.print(Text(printable(line), style="italic"))
    for remark in level.remarks():
        console.print(Text(remark, style="yellow"))
    console.print()


def _pieces(level: Level) -> list[str]:
    """What is on the board, in words; that there are no boxes is worth saying."""
    counted = [(piece, getattr(level, piece.field)) for piece in PIECES]
    words = [count(cells, piece.word) for piece, cells in counted if cells or piece.field == "boxes"]
    words.append(count(level.walls, "wall"))
    return words if level.limit is None else [*words, f"limit {level.limit}"]
