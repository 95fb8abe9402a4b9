"""All labels as one file for those who train: Parquet, NumPy, or Minari.

A grid is as large as the largest board; `action` is the number that `sokoplan/...-v0` takes if it is made with the
same levels, by pushes where the rows are pushes, else by keys.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sokoplan.lab.dataset.label import Labels, Row
from sokoplan.puzzle.level import Level
from sokoplan.system.extras import need_arrow
from sokoplan.system.files import save, unwritable


@dataclass(frozen=True)
class Labelled:
    """A level with its labels; `name` is where it came from."""

    name: str
    level: Level
    labels: Labels


class Grid:
    """Rows as numbers on a grid that every level fits."""

    def __init__(self, levels: Sequence[Labelled], by_pushes: bool) -> None:
        self.levels, self.by_pushes = levels, by_pushes
        self.height = max((one.level.height for one in levels), default=0)
        self.width = max((one.level.width for one in levels), default=0)

    def action(self, row: int, column: int, direction: int) -> int:
        return 4 * (row * self.width + column) + direction if self.by_pushes else direction

    def rows(self) -> Iterator[tuple[int, Labelled, Row]]:
        for number, one in enumerate(self.levels):
            for row in one.labels.rows:
                yield number, one, row

    def siblings(self, row: Row, fate: str) -> list[int]:
        return [self.action(one.row, one.column, one.direction) for one in row.siblings if one.fate == fate]


_NUMBERS = ("level", "step", "row", "column", "direction", "action", "distance")
_FATES = ("alive", "lost", "unknown")
COLUMNS = ("name", "board", *_NUMBERS, *_FATES)


def columns(grid: Grid) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for number, one, row in grid.rows():
        values = {
            "level": number,
            "name": one.name,
            "step": row.step,
            "board": row.board,
            "row": row.row,
            "column": row.column,
            "direction": row.direction,
            "action": grid.action(row.row, row.column, row.direction),
            "distance": row.distance,
            **{fate: grid.siblings(row, fate) for fate in _FATES},
        }
        for name, value in values.items():
            found[name].append(value)
    return found


def write_npz(grid: Grid, folder: Path) -> Path:
    """Boards as letters on the grid; what else could be done as lists that begin at `starts`."""
    table = columns(grid)
    boards = np.full((len(table["level"]), grid.height, grid.width), ord("#"), np.uint8)
    for number, board in enumerate(table["board"]):
        for at, line in enumerate(board.split("\n")):
            boards[number, at, : len(line)] = np.frombuffer(line.encode(), np.uint8)
    arrays: dict[str, Any] = {"board": boards}
    for name in _NUMBERS:
        arrays[name] = np.array(table[name], np.int32)
    for fate in _FATES:
        arrays[fate] = np.array([action for actions in table[fate] for action in actions], np.int32)
        arrays[f"{fate}_starts"] = np.cumsum([0, *map(len, table[fate])], dtype=np.int32)
    out = io.BytesIO()
    np.savez_compressed(out, allow_pickle=False, **arrays)
    path = folder / "data.npz"
    save(path, out.getvalue())
    return path


def write_parquet(grid: Grid, folder: Path) -> Path:
    arrow, parquet = need_arrow()
    types = {"name": arrow.string(), "board": arrow.string()}
    types |= {fate: arrow.list_(arrow.int32()) for fate in _FATES}
    table = columns(grid)
    schema = arrow.schema([(name, types.get(name, arrow.int32())) for name in table])
    path = folder / "data.parquet"
    try:
        parquet.write_table(arrow.table(table, schema), path)
    except OSError as error:
        raise unwritable(path, str(error)) from None
    return path


def check_packages(kind: str) -> None:
    """Before anything is solved: what this kind of file needs is installed."""
    if kind == "parquet":
        need_arrow()
    if kind == "minari":
        from sokoplan.lab.dataset.minari import need_minari

        need_minari()


def _minari(grid: Grid, folder: Path) -> Path:
    from sokoplan.lab.dataset.minari import write_minari  # which knows what a Grid is

    return write_minari(grid, folder)


FILES = {"parquet": write_parquet, "npz": write_npz, "minari": _minari}
