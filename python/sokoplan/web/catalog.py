"""The levels that the server offers: collections, a card for each level, and the level itself by its id.

They are the bundled levels, and those in the folders and files named when the server starts. A level is asked for by
an id handed out here, never by a path, so a client cannot read any other file. Files are read again when a level is
opened, so that a large collection need not stay in memory.

A file of several levels is a collection. Files of one level each, as Helltaker levels often come, belong to the
collection of their folder: a hundred collections of one level would help nobody.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import Limits
from sokoplan.puzzle.level import Level, Reading
from sokoplan.puzzle.library import Bundled, Entry, bundled, each_level, files_of
from sokoplan.puzzle.rules import GAMES
from sokoplan.views.text import draw
from sokoplan.web.fingerprint import fingerprint
from sokoplan.web.models import Best, Card, CollectionModel

MOST_CARDS = 20_000


@dataclass
class _Set:
    """A collection while its files are read."""

    id: str
    name: str
    source: str
    cards: list[Card] = field(default_factory=list)

    def add(self, card: Card) -> Card:
        card = card.model_copy(update={"set": self.id, "number": len(self.cards) + 1})
        self.cards.append(card)
        return card

    def model(self) -> CollectionModel:
        return CollectionModel(
            id=self.id,
            title=_common(card.collection for card in self.cards) or self.name,
            author=_common(card.author for card in self.cards),
            source=self.source,  # type: ignore[arg-type]  # one of two words
            levels=len(self.cards),
        )


def _common(words: Iterable[str]) -> str:
    """What all of them say, or nothing."""
    found = set(words)
    return found.pop() if len(found) == 1 else ""


class Catalog:
    def __init__(self, folders: Iterable[str], cells: int, limits: Limits, reading: Reading = "end") -> None:
        self.limits = limits
        self.reading = reading
        self.cards: dict[str, Card] = {}
        self.remarks: list[str] = []  # what was left out, and why
        self._files: dict[str, tuple[str, tuple[str, int]]] = {}  # the file; which of its levels
        self._sets: dict[str, _Set] = {f"bundled-{game}": _Set(f"bundled-{game}", game, "bundled") for game in GAMES}
        for name, entry in bundled().items():
            self.cards[name] = self._sets[f"bundled-{entry.game}"].add(bundled_card(name, entry))
        for folder in folders:
            if not Path(folder).exists():
                raise InputError(f"no such file or folder: {folder!r}")
            for file in files_of(folder):
                self._add_file(file, cells)
        self.collections = {one.id: one.model() for one in self._sets.values() if one.cards}
        self._open = lru_cache(8)(self._open_file)

    def _add_file(self, file: str, cells: int) -> None:
        entries = list(self._readable(file))
        several = Counter(entry.file for entry in entries)  # an archive holds files of its own
        for entry in entries:
            if entry.level.height * entry.level.width > cells:
                self.remarks.append(f"{entry.name}: skipped, because it has more than {cells:,} cells")
                continue
            if len(self.cards) >= MOST_CARDS:
                self.remarks.append(f"{file}: only the first {MOST_CARDS:,} levels are shown")
                return
            number = _id(f"{entry.file}\0{entry.index}")
            home = self._home(entry.file, several[entry.file])
            title = f"Level {entry.index}" if several[entry.file] > 1 else entry.name
            self.cards[number] = home.add(card_of(entry.level, number, "folder", title=title))
            self._files[number] = file, (entry.file, entry.index)

    def _readable(self, file: str) -> Iterator[Entry]:
        """The levels of a file; a remark about each that is broken."""
        try:
            for found in each_level(file, reading=self.reading, limits=self.limits):
                if isinstance(found, InputError):
                    self.remarks.append(str(found))
                else:
                    yield found
        except InputError as error:
            self.remarks.append(str(error))

    def _home(self, file: str, levels: int) -> _Set:
        path = Path(file) if levels > 1 else Path(file).absolute().parent
        name = path.stem if levels > 1 else path.name
        return self._sets.setdefault(_id(str(path)), _Set(_id(str(path)), name.replace("_", " "), "folder"))

    def level(self, number: str) -> Level | None:
        """The level of a card; None if there is no such card or its file is gone."""
        if number in self._files:
            file, which = self._files[number]
            try:
                return self._open(file, Path(file).stat().st_mtime_ns).get(which)
            except (InputError, OSError):
                return None
        return bundled()[number].level() if number in bundled() else None

    def levels_of(self, collection: str) -> list[Level]:
        """The levels of a collection, without those whose files are gone."""
        found = (self.level(card.id) for card in self._sets[collection].cards)
        return [level for level in found if level is not None]

    def _open_file(self, file: str, changed: int) -> dict[tuple[str, int], Level]:
        """`changed` is part of the cache key: a file that was modified is read again."""
        entries = each_level(file, reading=self.reading, limits=self.limits)
        return {(entry.file, entry.index): entry.level for entry in entries if not isinstance(entry, InputError)}


def _id(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def bundled_card(name: str, entry: Bundled) -> Card:
    level = entry.level()
    card = card_of(level, name, "bundled")
    title = level.game.capitalize()
    return card.model_copy(
        update={"collection": title, "difficulty": entry.difficulty, "note": entry.note, "best": best_of(entry)}
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
        set="",
        number=0,
        print=fingerprint(level),
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
