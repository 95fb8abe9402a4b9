"""Run-length encoded boards: `3#|#.@` is a row of three walls and a row of wall, goal, player.

Comes in:  one line of text.     Goes out: its rows, each cell still knowing its column in the line.
A number of `999999999` is refused while decoding, before anything of that size exists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.board import Limits, Row

_RUN = re.compile(r"(\d*)(\D)|(\d+)$", re.ASCII)
_MARK = re.compile(r"[\d|]", re.ASCII)
_LINE = re.compile(r"(?:\d*[^\d\s]|\s)+", re.ASCII)


def is_encoded(line: str, cells: str) -> bool:
    """Whether a line, made of these cells, is run-length encoded (a plain row is not)."""
    if not _MARK.search(line) or "#" not in line or line.strip(cells + "0123456789|"):
        return False
    # Without a row end, a line of digits and signs may well be text ("#12."): then it must be a closed row.
    return _LINE.fullmatch(line) is not None if "|" in line else _closed_row(line.strip())


def _closed_row(row: str) -> bool:
    return row.lstrip("0123456789")[0] == "#" and row[-1] == "#" and _LINE.fullmatch(row) is not None


def rows_of(line: str, number: int, text: str, offset: int, cells: str, limits: Limits) -> list[Row]:
    """The rows of a run-length encoded line, or the one row of a line that is broken in some other way."""
    if is_encoded(line, cells) or "|" in line:
        return list(decode(line, number, text, offset, limits))
    return [Row(line, number, text, offset)]


def decode(line: str, number: int, text: str, offset: int, limits: Limits) -> Iterator[Row]:
    """The rows of one encoded line, which is line `number` of the file and stands at column `offset` of `text`."""
    cells: list[str] = []
    columns: list[int] = []
    rows = 0
    size = 0
    for run in _RUN.finditer(line):
        at = offset + run.start()
        if run[3]:
            raise InputError(
                "a number with no cell after it", "3# is three walls.", line=number, column=at, text=text
            )
        # More than nine digits are too many, whatever they say (and slow to turn into a number).
        times = int(run[1][:10]) if run[1] else 1
        if run[2] == "|":
            rows += times
            if rows > limits.rows:
                raise replace(limits.too_many_rows(), line=number, column=at, text=text)
            for _ in range(times):
                yield Row("".join(cells), number, text, at, columns)
                cells, columns, size = [], [], 0
            continue
        size += times
        if size > limits.columns:
            raise replace(limits.too_many_columns(), line=number, column=at, text=text)
        cells.append(run[2] * times)
        columns += [offset + run.start(2)] * times
    if cells:
        yield Row("".join(cells), number, text, offset, columns)
