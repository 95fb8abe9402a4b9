"""The levels that the server offers: a card for each, and the level itself by its id.

They are the bundled levels, and those in the folders and files named when the server starts. A level is asked for by
an id handed out here, never by a path, so a client cannot read any other file. Files are read again when a level is
opened, so that a large collection need not stay in memory.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import Limits
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import Bundled, Entry, bundled, each_level, files_of
from sokoplan.views.text import draw
from sokoplan.web.models import Best, Card

MOST_CARDS = 20_000


class Catalog:
    def __init__(self, folders: Iterable[str], cells: int, limits: Limits) -> None:
        self.limits = limits
        self.cards: dict[str, Card] = {}
        self.remarks: list[str] = []  # what was left out, and why
        self._files: dict[str, tuple[str, tuple[str, int]]] = {}  # the file; which of its levels
        for name, entry in bundled().items():
            self.cards[name] = bundled_card(name, entry)
        for folder in folders:
            if not Path(folder).exists():
                raise InputError(f"no such file or folder: {folder!r}")
            for file in files_of(folder):
                self._add_file(file, cells)
        self._open = lru_cache(8)(self._open_file)

    def _add_file(self, file: str, cells: int) -> None:
        for entry in self._readable(file):
            if entry.level.height * entry.level.width > cells:
                self.remarks.append(f"{entry.name}: skipped, because it has more than {cells:,} cells")
                continue
            if len(self.cards) >= MOST_CARDS:
                self.remarks.append(f"{file}: only the first {MOST_CARDS:,} levels are shown")
                return
            key = f"{entry.file}\0{entry.index}".encode("utf-8", "surrogateescape")
            number = hashlib.sha256(key).hexdigest()[:16]
            self.cards[number] = card_of(entry.level, number, "folder", title=entry.name)
            self._files[number] = file, (entry.file, entry.index)

    def _readable(self, file: str) -> Iterator[Entry]:
        """The levels of a file; a remark about each that is broken."""
        try:
            for found in each_level(file, limits=self.limits):
                if isinstance(found, InputError):
                    self.remarks.append(str(found))
                else:
                    yield found
        except InputError as error:
            self.remarks.append(str(error))

    def level(self, number: str) -> Level | None:
        """The level of a card; None if there is no such card or its file is gone."""
        if number in self._files:
            file, which = self._files[number]
            try:
                return self._open(file, Path(file).stat().st_mtime_ns).get(which)
            except (InputError, OSError):
                return None
        return bundled()[number].level() if number in bundled() else None

    def _open_file(self, file: str, changed: int) -> dict[tuple[str, int], Level]:
        """`changed` is part of the cache key: a file that was modified is read again."""
        entries = each_level(file, limits=self.limits)
        return {(entry.file, entry.index): entry.level for entry in entries if not isinstance(entry, InputError)}


def bundled_card(name: str, entry: Bundled) -> Card:
    level = entry.level()
    card = card_of(level, name, "bundled")
    return card.model_copy(
        update={"collection": "sokoplan", "difficulty": entry.difficulty, "note": entry.note, "best": best_of(entry)}
    )


def best_of(entry: Bundled) -> Best | None:
    """What the index of bundled levels says. Tests and `scripts/best_known.py` prove it."""
    if entry.solvable and entry.moves is None and entry.pushes is None:
        return None
    return Best(
        moves=entry.moves,
        pushes=entry.pushes,
        optimal=True,
        solvable=entry.solvable,
        plans=entry.plans,
        engine="search",
        objective="moves" if entry.moves is not None else "pushes" if entry.pushes is not None else "any",
    )


def card_of(level: Level, number: str, source: str, title: str = "") -> Card:
    return Card(
        id=number,
        title=level.title or title,
        collection=level.collection,
        author=level.author,
        game=level.game,
        width=level.width,
        height=level.height,
        boxes=len(level.boxes),
        goals=len(level.goals | level.sinks | level.holes | level.demonesses),
        limit=level.limit,
        difficulty="",
        note="",
        best=None,
        source=source,  # type: ignore[arg-type]  # one of three words
        rows=draw(level),
    )
