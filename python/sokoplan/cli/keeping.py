"""`--output FILE`: what is found is on the disk as soon as it is found, whatever stops the program then.

.jsonl and .csv have a row for each level; .sok is the collection with the solutions. While levels are solved side by
side they are written as they come; at the end a .sok is put in the order of the levels.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from sokoplan.errors import InputError

if TYPE_CHECKING:
    from sokoplan.puzzle.library import Entry

ENDINGS = (".sok", ".jsonl", ".csv")


def has_ending(path: Path) -> bool:
    return path.suffix.lower() in ENDINGS


def check_ending(path: Path | None) -> None:
    """InputError at once where the ending says nothing."""
    if path is not None and not has_ending(path):
        raise InputError(f"{path}: unknown ending for --output", f"Choose one of: {', '.join(ENDINGS)}.")


class Kept:
    """The file, opened at once: long work must not end with a file that cannot be written. None keeps nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.lost = ""  # why it could not be written to the end
        self._file: TextIO | None = None
        self._parts: list[tuple[int, str]] = []
        self._columns: list[str] = []
        if path is not None:
            self._file = path.open("w", encoding="utf-8", newline="")

    def add(self, number: int, entry: Entry, record: Mapping[str, object], plan: str | None, note: str) -> None:
        """One level, which is the `number`th that was asked."""
        if self.path is None:
            return
        if self.path.suffix.lower() == ".sok":
            text = _solved(entry, plan, note)
            self._parts.append((number, text))
            self._write(text + "\n")
        elif self.path.suffix.lower() == ".csv":
            if not self._columns:
                self._columns = list(record)
                self._row(self._columns)
            self._row([record.get(name) for name in self._columns])
        else:
            self._write(json.dumps(record) + "\n")

    def close(self) -> None:
        if self._file is None or self.path is None:
            return
        with suppress(OSError):
            self._file.close()
        if self._parts != sorted(self._parts) and not self.lost:
            beside = self.path.with_name(f"{self.path.name}.part")
            try:
                beside.write_text("\n".join(text for _, text in sorted(self._parts)), encoding="utf-8")
                os.replace(beside, self.path)
            except OSError:  # then the order stays as it is
                with suppress(OSError):
                    beside.unlink()

    def _row(self, cells: list[object] | list[str]) -> None:
        import csv  # few want it

        if self._file is not None and not self.lost:
            self._guarded(lambda file: csv.writer(file, lineterminator="\n").writerow(cells))

    def _write(self, text: str) -> None:
        self._guarded(lambda file: file.write(text))

    def _guarded(self, write: object) -> None:
        if self._file is None or self.lost:
            return
        try:
            write(self._file)  # type: ignore[operator]
            self._file.flush()
        except OSError as error:
            self.lost = error.strerror or str(error)
            with suppress(OSError):
                self._file.close()  # else it would try once more at the end


def _solved(entry: Entry, plan: str | None, note: str) -> str:
    from sokoplan.puzzle.formats import xsb
    from sokoplan.puzzle.level import Solution

    level = entry.level
    if level.game != "sokoban":
        raise InputError(
            f"{entry.name}: .sok holds only Sokoban, not {level.law.name}", "Use --output FILE.jsonl or FILE.csv."
        )
    if plan is not None:
        mine = Solution(plan, note)
        level = replace(level, solutions=(*(other for other in level.solutions if other.keys != plan), mine))
    return xsb.write([level])
