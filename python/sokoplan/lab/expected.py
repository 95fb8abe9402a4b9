"""What is expected of levels before they are checked: from a TOML file, or from the index of the bundled levels.

Comes in:  text.     Goes out: `Expected`, for an entry.

    "map1.txt" = 13                          the optimum in the objective that is asked for
    "map9.txt" = "unsolvable"                or "solvable"
    "microban.xsb#3" = {moves = 41, pushes = 13}
    "Helltaker Level 1" = {cost = 23}

A key is a file as it was given or just its name, with `#number` in a collection, or a title.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sokoplan.errors import InputError
from sokoplan.puzzle.library import Entry, bundled

_MEASURES = ("moves", "pushes", "cost")
_WORDS = {"unsolvable": False, "solvable": True}
_RIGHT = 'Give an optimum (13), "unsolvable", "solvable", or a table: {moves = 13, pushes = 5}.'


@dataclass(frozen=True)
class Expected:
    """`optimum` is in whatever is minimised; `by_measure` says it for moves, pushes or cost."""

    solvable: bool = True
    optimum: int | None = None
    by_measure: Mapping[str, int] = field(default_factory=dict)

    def least(self, measure: str) -> int | None:
        return self.by_measure.get(measure, self.optimum)


class Expectations:
    """By the names of levels. Which of them were used is kept, so that a misspelt name is no silent success."""

    def __init__(self, by_name: Mapping[str, Expected] | None = None, source: str = "") -> None:
        self._by_name = dict(by_name or {})
        self._unused = set(self._by_name)
        self._unnamed = False  # whether there was a level that no name belongs to
        self._source = source

    def of(self, entry: Entry) -> Expected | None:
        for name in _names(entry):
            if name in self._by_name:
                self._unused.discard(name)
                return self._by_name[name]
        self._unnamed = True
        return _of_bundled(entry)

    def unused(self) -> InputError | None:
        """What to say if a name belongs to none of the levels that were asked for, and may have been meant for one.

        Where each level has its own, the others are about levels that were left out this time.
        """
        if not self._unused or not self._unnamed:
            return None
        names = ", ".join(repr(name) for name in sorted(self._unused)[:5])
        more = f" and {len(self._unused) - 5} more" if len(self._unused) > 5 else ""
        return InputError(
            f"none of the levels is called {names}{more}",
            "Name a level by its file (map1.txt), its number in a file (maps.xsb#3) or its title.",
            self._source,
        )


def _names(entry: Entry) -> tuple[str, ...]:
    file = Path(entry.file).name
    numbered = (f"{entry.file}#{entry.index}", f"{file}#{entry.index}")
    return (*numbered, *((entry.file, file) if entry.alone else ()), entry.level.title)


def _of_bundled(entry: Entry) -> Expected | None:
    known = bundled().get(entry.file)
    if known is None or entry.level.reading != "end":
        return None
    measure = "cost" if entry.level.law.measure == "cost" else "moves"
    figures = {measure: known.moves, "pushes": known.pushes}
    return Expected(known.solvable, None, {name: least for name, least in figures.items() if least is not None})


def read_expectations(text: str, source: str) -> Expectations:
    """Raises InputError, with the line where the TOML is broken or the name whose value is."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"this is not TOML: {error}", '"map1.txt" = 13', source) from None
    return Expectations({name: _expected(name, value, source) for name, value in table.items()}, source)


def _expected(name: str, value: Any, source: str) -> Expected:
    if isinstance(value, str) and value in _WORDS:
        return Expected(_WORDS[value])
    if _is_count(value):
        return Expected(optimum=value)
    if isinstance(value, dict) and value and all(key in _MEASURES and _is_count(value[key]) for key in value):
        return Expected(by_measure=value)
    raise InputError(f"{name!r} expects {value!r}, which means nothing", _RIGHT, source)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
