"""What a store has, handed out: every level as it was read, with the answers turned back to its own drawing.

Each plan is checked once more on the way out, so that a file that somebody has changed cannot hand out a wrong one.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sokoplan.errors import InputError
from sokoplan.lab.batch.store import Answer, Store
from sokoplan.puzzle.formats import xsb
from sokoplan.puzzle.level import Level, Reading, Solution
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.quick import quick_check
from sokoplan.puzzle.symmetry import inverse, level_of, turned_keys, turned_text
from sokoplan.puzzle.verify import verify
from sokoplan.solving.failure import InternalError
from sokoplan.system.extras import need_arrow
from sokoplan.system.files import save, unwritable

FORMATS = ("csv", "jsonl", "parquet", "sok", "html")
_COLUMNS = ", ".join(f"answer.{name}" for name in Answer._fields)


@dataclass(frozen=True)
class Stored:
    """One level, and the answer to one question about it, if there is any."""

    file: str
    number: int
    title: str
    author: str
    board: int
    text: str  # as it was drawn, but for decoration
    reading: Reading
    objective: str = ""
    answer: Answer | None = None

    @property
    def name(self) -> str:
        return f"{os.path.basename(self.file)}#{self.number}"

    @property
    def shown_name(self) -> str:
        """For people: with the title, where it says more than the number."""
        return self.name if self.title == str(self.number) else f"{self.name} {self.title}".rstrip()

    def level(self) -> Level:
        return replace(level_of(self.text, self.reading), title=self.title, author=self.author)

    def record(self) -> dict[str, Any]:
        """One row of a table."""
        words = {"file": self.file, "number": self.number, "title": self.title, "author": self.author}
        answer = self.answer._asdict() if self.answer else dict.fromkeys(Answer._fields)
        answer["optimal"] = bool(answer["optimal"])
        return {**words, "puzzle": self.board, "objective": self.objective or None, **answer, "board": self.text}


def stored(store: Store, objective: str | None = None) -> Iterator[Stored]:
    """Every level in the order in which it was read, with each of its answers, or with none."""
    questions = [number for name, number in store.questions().items() if objective in (None, name)]
    if objective is not None and not questions:
        asked = ", ".join(store.questions()) or "nothing"
        raise InputError(f"{store.path} has no answers for the objective {objective}", f"It has: {asked}.")
    marks = ", ".join(map(str, questions)) or "NULL"
    return _found(
        store,
        f"LEFT JOIN answer ON answer.board = board.id AND answer.question IN ({marks}) "
        "ORDER BY level.id, answer.question",
    )


def stored_boards(store: Store, question: int, where: str, order: str, most: int) -> Iterator[Stored]:
    """Some puzzles with their answers, each as the first level that shows it. `where` and `order` are SQL of ours."""
    boards = f"SELECT board FROM answer WHERE question = {question} AND ({where}) ORDER BY {order} LIMIT {most}"
    return _found(
        store,
        f"JOIN answer ON answer.board = board.id AND answer.question = {question} "
        f"WHERE board.id IN ({boards}) AND level.id = (SELECT min(id) FROM level WHERE board = board.id) "
        f"ORDER BY {order}",
    )


def _found(store: Store, which: str) -> Iterator[Stored]:
    questions = {number: name for name, number in store.questions().items()}
    rows = store.connection.execute(
        f"""SELECT source.path, level.file, level.number, level.title, level.author, level.turn,
            board.id, board.text, board.reading, answer.question, {_COLUMNS}
        FROM level JOIN source ON source.id = level.source JOIN board ON board.id = level.board {which}"""
    )
    for path, member, number, title, author, turn, board, text, reading, question, *columns in rows:
        back = inverse(turn)
        file = os.path.join(path, member) if member else path
        found = Stored(file, number, title, author, board, turned_text(text, back), reading)
        if question is not None:
            answer = Answer(*columns)
            if answer.plan is not None:
                answer = answer._replace(plan=turned_keys(answer.plan, back))
            found = replace(found, objective=questions[question], answer=answer)
            _check(found)
        yield found


def _check(found: Stored) -> None:
    answer = found.answer
    if answer is None or answer.plan is None:
        return
    keys = answer.plan.lower()
    if not found.text.startswith("{") and found.reading == "end":
        checked = quick_check(found.text, keys)
        if checked is not None and (checked[1].moves, checked[1].pushes) == (answer.moves, answer.pushes):
            return
    verdict = verify(found.level(), Plan(keys))
    if not verdict.solved or (verdict.counts.moves, verdict.counts.pushes) != (answer.moves, answer.pushes):
        why = verdict.why or "its moves or pushes are not those that are stored"
        raise InternalError(f"the store has a wrong plan for {found.name}: {why}", found.level(), f"plan: {keys}")


# --- formats --------------------------------------------------------------------------------------------------------


def export(found: Iterator[Stored], to: str, path: Path) -> None:
    """Write a file in one of the formats but html, which is `page.py`."""
    if to == "parquet":
        _parquet(found, path)
    else:
        save(path, lines(found, to))


def lines(found: Iterable[Stored], to: str) -> Iterator[str]:
    """The text of a csv, jsonl or sok file, piece by piece."""
    return {"csv": _csv, "jsonl": _jsonl, "sok": _sok}[to](found)


def _csv(found: Iterable[Stored]) -> Iterator[str]:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    for number, row in enumerate(found):
        record = row.record()
        if not number:
            writer.writerow(record)
        writer.writerow(record.values())
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def _jsonl(found: Iterable[Stored]) -> Iterator[str]:
    for row in found:
        yield json.dumps(row.record()) + "\n"


def _sok(found: Iterable[Stored]) -> Iterator[str]:
    """The collection with its solutions; a level with several answers stands there once."""
    last: tuple[str, int] | None = None
    level: Level | None = None
    for row in found:
        if (row.file, row.number) != last:
            if level is not None:
                yield xsb.write([level]) + "\n"
            last, level = (row.file, row.number), row.level()
            if level.game != "sokoban":
                raise InputError(
                    f"{row.name} is no Sokoban level, and .sok holds no others", "Export it as jsonl, csv or parquet."
                )
        if level is not None and row.answer is not None and row.answer.plan is not None:
            note = f"{row.objective}{', optimal' if row.answer.optimal else ''}"
            level = replace(level, solutions=(*level.solutions, Solution(row.answer.plan, note)))
    if level is not None:
        yield xsb.write([level])


_ROWS = 50_000  # of a parquet file that are in memory at a time


def _parquet(found: Iterator[Stored], path: Path) -> None:
    pa, pq = need_arrow()
    kinds = {"number": pa.int32(), "puzzle": pa.int64(), "optimal": pa.bool_(), "seconds": pa.float64()}
    kinds |= {"time_limit": pa.float64(), "nodes": pa.int64()}
    kinds |= dict.fromkeys(("moves", "pushes", "cost", "bound", "memory_mb"), pa.int32())
    names = Stored("", 0, "", "", 0, "", "end").record()
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in names])
    try:
        with pq.ParquetWriter(path, schema) as writer:
            rows: list[dict[str, Any]] = []
            for row in found:
                rows.append(row.record())
                if len(rows) == _ROWS:
                    writer.write_table(pa.Table.from_pylist(rows, schema))
                    rows.clear()
            writer.write_table(pa.Table.from_pylist(rows, schema))
    except OSError as error:
        raise unwritable(path, error.strerror or str(error)) from None
