"""Levels from files into the store, each puzzle once; and out of it again those that are still to be asked.

Comes in:  what a person typed: files, folders, `file#1-20`, names.     Goes out: puzzles without an answer.

Reading a large file takes longer than asking a store what is left, so a file that has been read to its end is not
read again until its content changes. Files are read as the workers need levels, so the first are solved at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import file_digest
from itertools import islice

from sokoplan.errors import InputError
from sokoplan.lab.batch.store import Pending, Store
from sokoplan.native import normal_texts
from sokoplan.puzzle.level import Level, Reading
from sokoplan.puzzle.library import Entry, files_of
from sokoplan.puzzle.symmetry import Normal, is_plain, normal, plain_text

_TOGETHER = 500  # levels in one transaction

Each = Callable[[str], Iterator[Entry | InputError]]


@dataclass
class Intake:
    store: Store
    each: Each  # how a file is read
    refused: Callable[[InputError], object]  # told of every level that cannot be read
    reading: Reading = "end"
    read: int = 0  # levels, new ones and known ones
    skipped: int = 0

    def pending(self, references: Iterable[str], question: int) -> Iterator[Pending]:
        """The puzzles of these files that have no answer; those of one file in its order."""
        for reference in references:
            try:
                files = files_of(reference)
            except InputError as error:
                self._refuse(error)
                continue
            for file in files:
                yield from self._of_file(file, question)

    def _of_file(self, file: str, question: int) -> Iterator[Pending]:
        digest = _digest(file)
        known = self._known(file)
        if digest and known is not None and known[1:] == (digest, 1):
            yield from self.store.pending(question, [known[0]])
            return
        entries = self._readable(file)
        skipped = self.skipped
        while some := list(islice(entries, _TOGETHER)):
            yield from self.take_in(some, question)
        if digest and (known := self._known(file)) is not None:
            with self.store.connection as connection:
                connection.execute(
                    "UPDATE source SET complete = 1, skipped = ? WHERE id = ?", (self.skipped - skipped, known[0])
                )

    def _known(self, file: str) -> tuple[int, bytes, int] | None:
        found: tuple[int, bytes, int] | None = self.store.connection.execute(
            "SELECT id, digest, complete FROM source WHERE path = ? AND reading = ?", (_path(file), self.reading)
        ).fetchone()
        return found

    def _readable(self, file: str) -> Iterator[Entry]:
        try:
            for found in self.each(file):
                if isinstance(found, InputError):
                    self._refuse(found)
                else:
                    yield found
        except InputError as error:  # one bad file does not lose the others
            self._refuse(error)

    def _refuse(self, error: InputError) -> None:
        self.skipped += 1
        self.refused(error)

    def take_in(self, entries: list[Entry], question: int) -> list[Pending]:
        """The levels in the store, and those of their puzzles that have no answer yet."""
        self.read += len(entries)
        found: dict[int, Pending] = {}
        with self.store.connection as connection:
            for entry, puzzle in zip(entries, normals([entry.level for entry in entries]), strict=True):
                level, key = entry.level, puzzle.key
                connection.execute(
                    "INSERT OR IGNORE INTO board (key, reading, text) VALUES (?, ?, ?)",
                    (key, puzzle.reading, puzzle.text),
                )
                board, answered = connection.execute(
                    """SELECT id, EXISTS (SELECT 1 FROM answer WHERE answer.board = board.id AND question = ?)
                    FROM board WHERE key = ?""",
                    (question, key),
                ).fetchone()
                if not answered:
                    found[board] = Pending(board, puzzle.text, puzzle.reading)
                file, member = _parts(entry.file)
                words = level.title, level.author
                connection.execute(
                    """INSERT OR REPLACE INTO level (source, file, number, board, turn, title, author)
                    VALUES (?, ?, ?, ?, ?, ?, ?)""",
                    (self._source(file), member, entry.index, board, puzzle.turn, *words),
                )
        return list(found.values())

    def _source(self, file: str) -> int:
        """The number of a file; its levels are forgotten if it has changed since they were read (not the answers)."""
        if self._last_source[0] == file:
            return self._last_source[1]
        digest = _digest(file) or b""
        known = self._known(file)
        connection = self.store.connection
        if known is not None and known[1] != digest:
            connection.execute("DELETE FROM level WHERE source = ?", (known[0],))
            connection.execute("UPDATE source SET digest = ?, complete = 0 WHERE id = ?", (digest, known[0]))
        if known is None:
            connection.execute(
                "INSERT INTO source (path, reading, digest) VALUES (?, ?, ?)", (_path(file), self.reading, digest)
            )
            known = self._known(file)
        assert known is not None
        self._last_source = file, known[0]
        return known[0]

    _last_source: tuple[str, int] = ("", 0)


def normals(levels: Sequence[Level]) -> list[Normal]:
    """`normal` of each; of plain Sokoban by the core, all at once."""
    plain = [at for at, level in enumerate(levels) if is_plain(level)]
    found = dict(zip(plain, normal_texts([plain_text(levels[at]) for at in plain]), strict=True))
    return [
        Normal(*text, level.reading) if (text := found.get(at)) is not None else normal(level)
        for at, level in enumerate(levels)
    ]


def _path(file: str) -> str:
    """Where a file is, from wherever it is named; names that are no files stay as they are."""
    return os.path.abspath(file) if os.path.isfile(file) else file


def _digest(file: str) -> bytes:
    """Of the content of a whole file; empty for anything else."""
    try:
        with open(file, "rb") as content:
            return file_digest(content, "blake2b").digest()[:16]
    except OSError:
        return b""


def _parts(file: str) -> tuple[str, str]:
    """`pack.zip/inner.xsb` in two: the file that exists, and what is in it."""
    if not os.path.exists(file):
        head = file
        while head := os.path.dirname(head).rstrip("/"):
            if os.path.isfile(head):
                return head, file[len(head) + 1 :]
    return file, ""
