"""What the search knows before it starts, written out as the NetHack solver does: partitions.dump, blocklist.dump.

Comes in:  a request with --write-tables FOLDER.     Goes out: one or two files, in the form of a dump.

    Pushes: 7                            a box alone, and an area (+) that the player may be in
    Blocked   Additional pushes: 2       a set of the blocklist: no plan, or dearer than its boxes one by one
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sokoplan import native
from sokoplan.engines.answer import Budget, Request
from sokoplan.engines.options import read
from sokoplan.puzzle.level import Cell, Level
from sokoplan.system.files import make_folder, save
from sokoplan.views.dump import set_entry

_Lines = list[tuple[list[Cell], list[Cell], int | None]]  # boxes, the player's area, pushes


def write_tables(request: Request, budget: Budget) -> str:
    """Write the files that were asked for; a sentence about them. Raises InputError if they cannot be written."""
    values = read("search", request.options)
    folder: Path = values["write-tables"]
    level, board = request.level, native.board_of(request.level)
    where = level.player, sorted(level.boxes)
    make_folder(folder)
    save(folder / "partitions.dump", _entries(level, board.distances(*where), "Pushes: {}", "No plan"))
    number = int(values.get("blocklist-number", 0))
    if number < 2:
        return f"partitions.dump is in {folder}; there is no blocklist (--blocklist-number makes one)"
    sets = board.blocklist(
        *where,
        number,
        values["blocklist-distance"],
        values["threads"],
        seconds=budget.seconds,
        memory_mb=budget.memory_mb or native.DEFAULT_MEMORY_MB,
    )
    save(folder / "blocklist.dump", _entries(level, sets, "Additional pushes: {}", "Blocked"))
    return f"partitions.dump and blocklist.dump are in {folder}"


def _entries(level: Level, lines: _Lines, words: str, none: str) -> Iterator[str]:
    for boxes, area, pushes in lines:
        entry = set_entry(level, none if pushes is None else words.format(pushes), boxes, frozenset(area))
        yield "\n".join(entry) + "\n\n"
