"""Our own JSON: every word and every cell of a level, and back; nothing is lost.

Several levels are an array of such objects. A level says itself how its goal is read.

    {"format": "sokoplan-level", "version": 1,
     "game": "sokoban",                       sokoban, sink or helltaker
     "reading": "end",                        end, or each-once (Sokoban only)
     "height": 3, "width": 5,
     "player": [1, 1],                        a cell is [row, column], from 0, from the top left
     "walls": [[0, 0], ...],                  so are all kinds of pieces: boxes, goals, sinks, holes, demonesses,
     "boxes": [[1, 2]], ...                   mobs, keys, locks, spikes, traps_down, traps_up; none may be left out
     "settled": [],                           the boxes that have stood on a goal before (each-once only)
     "limit": null,                           the most a plan may cost (Helltaker), or null
     "has_key": false,                        the hero has the key already (Helltaker)
     "title": "", "author": "", "collection": "",
     "comments": ["..."],
     "solutions": [{"keys": "rrU", "note": ""}],
     "snapshots": [{"keys": "rr", "note": ""}],   games that were left off; only where there are any
     "options": [["name", "value"]]}

The version grows when a reader of today would misread what is written. Our reader refuses another version, a field
too many and a field too few: a level that lost its locks on the way is another puzzle.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.base import Draft, Format
from sokoplan.puzzle.formats.board import Limits
from sokoplan.puzzle.level import CELL_FIELDS, READINGS, Cell, Level, Reading, Solution
from sokoplan.puzzle.rules import GAMES

FORMAT_NAME, VERSION = "sokoplan-level", 1


def looks_like(text: str) -> bool:
    return re.match(r"\s*[\[{]", text) is not None and f'"{FORMAT_NAME}"' in text


def read(text: str, reading: Reading, limits: Limits) -> list[Draft]:
    data = _data(text, limits)
    found = data if isinstance(data, list) else [data]
    if not found:
        raise InputError("there is no level in this JSON", "Write one level, or an array of levels.")

    def make(item: object) -> Level:
        level = level_from_data(item, limits)
        # Another reading of the goal that is asked for wins over the level's own.
        return level if reading == "end" else replace(level, reading=reading)

    return [Draft(partial(make, item), partial(_title, item)) for item in found]


def _title(item: object) -> str:
    return str(item.get("title", "")) if isinstance(item, dict) else ""


def write(levels: Sequence[Level]) -> str:
    if len(levels) == 1:
        return level_to_json(levels[0])
    return "[\n" + ",\n".join(level_to_json(level).rstrip("\n") for level in levels) + "\n]\n"


# --- writing --------------------------------------------------------------------------------------------------------


def level_to_json(level: Level) -> str:
    """One field per line. Pure ASCII: titles are escaped, so they cannot disturb a terminal."""
    fields = level_to_data(level)
    return (
        "{\n" + ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in fields.items()) + "\n}\n"
    )


def level_to_data(level: Level) -> dict[str, object]:
    """The object itself, for those who put it into JSON of their own."""
    return {
        "format": FORMAT_NAME,
        "version": VERSION,
        "game": level.game,
        "reading": level.reading,
        "height": level.height,
        "width": level.width,
        "player": level.player,
        **{name: sorted(getattr(level, name)) for name in CELL_FIELDS},
        "limit": level.limit,
        "has_key": level.has_key,
        "title": level.title,
        "author": level.author,
        "collection": level.collection,
        "comments": level.comments,
        "solutions": [{"keys": solution.keys, "note": solution.note} for solution in level.solutions],
        "options": level.options,
        **_snapshots(level),
    }


def _snapshots(level: Level) -> dict[str, object]:
    """Only where there are any: readers that are older than this field refuse it."""
    found = [{"keys": solution.keys, "note": solution.note} for solution in level.snapshots]
    return {"snapshots": found} if found else {}


# --- reading --------------------------------------------------------------------------------------------------------


def level_from_json(text: str, limits: Limits | None = None) -> Level:
    """The level that was written. Raises InputError, with the name of the field that is wrong."""
    limits = limits or Limits()
    return level_from_data(_data(text, limits), limits)


def _data(text: str, limits: Limits) -> object:
    if len(text) > limits.size:
        raise limits.too_large("the JSON")
    try:
        data: object = json.loads(text)
    except json.JSONDecodeError as error:
        line = _line(text, error.lineno)
        raise InputError(
            f"this is not valid JSON: {error.msg}", line=error.lineno, column=error.colno - 1, text=line
        ) from None
    except (ValueError, RecursionError):  # a number of 5,000 digits, or brackets nested without end
        raise InputError("this is not valid JSON") from None
    return data


def level_from_data(data: object, limits: Limits) -> Level:
    """The level of an object that was JSON."""
    read = _Reader(data)
    height, width = read.number("height"), read.number("width")
    # Checked before anything walks the board: a line of JSON can claim a billion rows.
    if height > limits.rows:
        raise limits.too_many_rows()
    if width > limits.columns:
        raise limits.too_many_columns()
    cells: dict[str, Any] = {name: read.cells(name) for name in CELL_FIELDS}
    return Level(
        height=height,
        width=width,
        player=read.cell("player", read.data["player"]),
        game=read.one_of("game", GAMES),
        reading=cast("Reading", read.one_of("reading", READINGS)),
        limit=None if read.data["limit"] is None else read.number("limit"),
        has_key=read.truth("has_key"),
        title=read.words("title", read.data["title"]),
        author=read.words("author", read.data["author"]),
        collection=read.words("collection", read.data["collection"]),
        comments=tuple(read.words("comments", item) for item in read.items("comments")),
        solutions=tuple(read.solution(item) for item in read.items("solutions")),
        snapshots=tuple(read.solution(item) for item in read.items("snapshots")),
        options=tuple(read.option(item) for item in read.items("options")),
        **cells,
    )


def _line(text: str, number: int) -> str:
    """One line of the text, from 1; JSON counts line feeds only."""
    return text.split("\n", number)[number - 1]


_FIELDS = frozenset(
    {
        *("format", "version", "game", "reading", "height", "width", "player", "limit", "has_key"),
        *("title", "author", "collection", "comments", "solutions", "options"),
        *CELL_FIELDS,
    }
)


class _Reader:
    """Takes the fields out one by one, and trusts none."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict) or data.get("format") != FORMAT_NAME:
            raise InputError("this JSON is not a level", f'A level is an object with "format": "{FORMAT_NAME}".')
        if type(data.get("version")) is not int or data["version"] != VERSION:
            raise InputError(f"this is another version of the level format than {VERSION}, which we read")
        for missing in sorted(_FIELDS - data.keys()):
            raise InputError(f"field `{missing}` is missing")
        for unknown in sorted(data.keys() - _FIELDS - {"snapshots"}):
            raise InputError(f"unknown field `{unknown}`", f"The fields are: {', '.join(sorted(_FIELDS))}.")
        self.data: dict[str, Any] = {"snapshots": [], **data}

    def number(self, name: str) -> int:
        value = self.data[name]
        # To Python True and False are numbers too, and other programs may write 3.0.
        if type(value) is not int:
            raise InputError(f"field `{name}` must be a whole number")
        return value

    def truth(self, name: str) -> bool:
        value = self.data[name]
        if not isinstance(value, bool):
            raise InputError(f"field `{name}` must be true or false")
        return value

    def one_of(self, name: str, choices: Collection[str]) -> str:
        value = self.data[name]
        if not isinstance(value, str) or value not in choices:
            raise InputError(f"field `{name}` must be one of: {', '.join(choices)}")
        return value

    def items(self, name: str) -> list[Any]:
        value = self.data[name]
        if not isinstance(value, list):
            raise InputError(f"field `{name}` must be a list")
        return value

    def cell(self, name: str, value: object) -> Cell:
        if isinstance(value, list) and len(value) == 2 and type(value[0]) is type(value[1]) is int:
            return value[0], value[1]
        raise InputError(f"field `{name}` holds something that is not a cell", "A cell is [row, column], from 0.")

    def cells(self, name: str) -> frozenset[Cell]:
        return frozenset(self.cell(name, item) for item in self.items(name))

    def words(self, name: str, value: object) -> str:
        if not isinstance(value, str):
            raise InputError(f"field `{name}` holds something that is not text")
        return value

    def solution(self, value: object) -> Solution:
        if not isinstance(value, dict) or value.keys() != {"keys", "note"}:
            raise InputError("field `solutions` must hold objects with `keys` and `note`")
        return Solution(self.words("solutions", value["keys"]), self.words("solutions", value["note"]))

    def option(self, value: object) -> tuple[str, str]:
        if not isinstance(value, list) or len(value) != 2:
            raise InputError("field `options` must hold pairs [name, value]")
        return self.words("options", value[0]), self.words("options", value[1])


FORMAT = Format(
    name="json",
    what="our own JSON, which loses nothing",
    games=GAMES,
    endings=(".json",),
    looks_like=looks_like,
    read=read,
    write=write,
    holds_positions=True,
)
