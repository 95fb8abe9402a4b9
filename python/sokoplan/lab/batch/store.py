"""The store: one SQLite file that has every level, every question and the best answer so far.

Write-ahead logging, so that `batch status` and `batch export` can read while a run writes; one writer, held by a lock
beside the file that the system releases however the writer ends; answers written a few hundred at a time. What has
been committed survives `kill -9` at any moment.

Only answers that were checked come here (`solving.chunk`). A better answer replaces a worse one, never the other way;
two that contradict each other are an internal error.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from sokoplan import __version__
from sokoplan.errors import InputError
from sokoplan.lab.batch.schema import APPLICATION, VERSION, migrate
from sokoplan.puzzle.level import Reading
from sokoplan.puzzle.objective import value_of
from sokoplan.solving.agreement import Claim, contradiction
from sokoplan.solving.chunk import Reply


class Answer(NamedTuple):
    """The columns of an answer, after puzzle and question."""

    status: str
    reason: str
    plan: str | None
    moves: int | None
    pushes: int | None
    cost: int | None
    optimal: int
    bound: int | None
    proof: str
    engine: str
    version: str
    seconds: float
    memory_mb: int | None
    nodes: int
    time_limit: float | None

    def claim(self, objective: str) -> Claim:
        value = () if self.cost is None else value_of(objective, self.cost, self.moves or 0, self.pushes or 0)
        return Claim(f"{self.engine} ({self.version})", self.status, value, bool(self.optimal))


def answer_of(reply: Reply, time_limit: float | None) -> Answer:
    counts = reply.counts
    proved = reply.optimal or reply.status == "unsolvable"
    return Answer(
        "failed" if reply.error else reply.status,
        reply.error.partition("\n")[0] or reply.reason,
        reply.lurd,
        counts.moves if counts else None,
        counts.pushes if counts else None,
        reply.cost,
        int(reply.optimal),
        reply.bound,
        ":".join(filter(None, (reply.engine, reply.strategy))) if proved else "",
        reply.engine,
        __version__,
        round(reply.seconds, 6),
        reply.memory_mb,
        reply.nodes,
        time_limit,
    )


class Contradiction(Exception):
    """Two answers about one puzzle cannot both be right."""

    def __init__(self, board: int, why: str) -> None:
        super().__init__(why)
        self.board = board


def better(old: Answer | None, new: Answer, objective: str) -> Answer | None:
    """What to store instead of the old answer; None: nothing. Raises ValueError where they contradict each other."""
    if old is None:
        return new
    claims = old.claim(objective), new.claim(objective)
    if why := contradiction(*claims):
        raise ValueError(why)
    bound = max((bound for bound in (old.bound, new.bound) if bound is not None), default=None)
    if _rank(new) > _rank(old) or (_rank(new) == _rank(old) == _SOLVED and claims[1].value < claims[0].value):
        return new._replace(bound=bound)
    if new.status == old.status == "unknown" and (new.time_limit or 1e99) > (old.time_limit or 1e99):
        return new._replace(bound=bound)
    return old._replace(bound=bound) if bound != old.bound else None


_SOLVED = 2


def _rank(answer: Answer) -> int:
    if answer.status == "solved":
        return _SOLVED + answer.optimal
    return {"unsolvable": 3, "unknown": 1}.get(answer.status, 0)


class Pending(NamedTuple):
    """A puzzle without an answer."""

    board: int
    text: str
    reading: Reading


_COLUMNS = ", ".join(Answer._fields)
_PAGE = 1000
_WRITE = "rwc"


class Store:
    """An open store; use `reading` and `writing`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection

    # --- writing --------------------------------------------------------------------------------------------------

    def question(self, objective: str) -> int:
        with self.connection:
            self.connection.execute("INSERT OR IGNORE INTO question (objective) VALUES (?)", (objective,))
        return self.questions()[objective]

    def put(self, question: int, objective: str, answers: Iterable[tuple[int, Answer]]) -> None:
        """Store these answers, all at once. Raises Contradiction, and then none is stored."""
        marks = ", ".join("?" * (len(Answer._fields) + 2))
        put = f"INSERT OR REPLACE INTO answer (board, question, {_COLUMNS}) VALUES ({marks})"
        with self.connection:
            for board, answer in answers:
                try:
                    kept = better(self.answer(board, question), answer, objective)
                except ValueError as error:
                    raise Contradiction(board, str(error)) from None
                if kept is not None:
                    self.connection.execute(put, (board, question, *kept))

    # --- reading --------------------------------------------------------------------------------------------------

    def questions(self) -> dict[str, int]:
        return dict(self.connection.execute("SELECT objective, id FROM question"))

    def board(self, key: bytes) -> int:
        """The number of a puzzle that is in the store, by `puzzle.symmetry`'s key."""
        (number,) = self.connection.execute("SELECT id FROM board WHERE key = ?", (key,)).fetchone()
        return int(number)

    def answer(self, board: int, question: int) -> Answer | None:
        find = f"SELECT {_COLUMNS} FROM answer WHERE board = ? AND question = ?"
        row = self.connection.execute(find, (board, question)).fetchone()
        return Answer(*row) if row else None

    def pending(self, question: int, sources: Iterable[int] | None = None) -> Iterator[Pending]:
        """Puzzles without an answer, of these sources or of all, in the order in which they were read.

        Page by page, so that a run may write in between; a puzzle that is found twice comes twice unless it has been
        answered by then.
        """
        # The plus keeps SQLite from the index of `source`: it would sort all levels of it again for every page.
        some = "" if sources is None else f"AND +level.source IN ({', '.join(map(str, sources))})"
        find = f"""
            SELECT level.id, board.id, board.text, board.reading FROM level JOIN board ON board.id = level.board
            WHERE level.id > ? {some} AND NOT EXISTS
                (SELECT 1 FROM answer WHERE answer.board = level.board AND answer.question = ?)
            ORDER BY level.id LIMIT {_PAGE}"""
        last = 0
        while page := self.connection.execute(find, (last, question)).fetchall():
            last = page[-1][0]
            for _, *found in page:
                yield Pending(*found)

    def with_status(self, question: int, status: str) -> Iterator[Pending]:
        """Puzzles whose answer is this; each once, also if it gets the same answer again."""
        find = f"""
            SELECT board.id, board.text, board.reading FROM answer JOIN board ON board.id = answer.board
            WHERE answer.board > ? AND answer.question = ? AND answer.status = ?
            ORDER BY answer.board LIMIT {_PAGE}"""
        last = 0
        while page := self.connection.execute(find, (last, question, status)).fetchall():
            last = page[-1][0]
            for found in page:
                yield Pending(*found)

    def count_pending(self, question: int) -> int:
        """Of the whole store; in the time of counting two tables."""
        boards, answers = self.connection.execute(
            "SELECT (SELECT count(*) FROM board), (SELECT count(*) FROM answer WHERE question = ?)", (question,)
        ).fetchone()
        return int(boards - answers)

    def count_status(self, question: int, status: str) -> int:
        find = "SELECT count(*) FROM answer WHERE question = ? AND status = ?"
        return int(self.connection.execute(find, (question, status)).fetchone()[0])

    def check(self) -> list[str]:
        """What is wrong with the file, as SQLite sees it; and answers that say less than they should."""
        found = [row[0] for row in self.connection.execute("PRAGMA integrity_check")]
        return [] if found == ["ok"] else found


# --- opening --------------------------------------------------------------------------------------------------------


@contextmanager
def reading(path: Path) -> Iterator[Store]:
    """An existing store, to look at; also while a run writes."""
    if not path.exists():
        raise InputError(f"there is no store {path}", "`sokoplan batch run STORE LEVEL...` makes one.")
    with _told(path), _connected(path, read_only=True) as connection:
        _checked(path, connection)
        yield Store(path, connection)


@contextmanager
def writing(path: Path, *, create: bool = True) -> Iterator[Store]:
    """A store, made if there is none, that nobody else writes."""
    if not create and not path.exists():
        raise InputError(f"there is no store {path}", "`sokoplan batch run STORE LEVEL...` makes one.")
    with _told(path), _only_writer(path), _connected(path) as connection:
        version = _checked(path, connection)
        if version < VERSION:
            migrate(connection, version)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        yield Store(path, connection)


@contextmanager
def _connected(path: Path, *, read_only: bool = False) -> Iterator[sqlite3.Connection]:
    # A reader has to be able to write beside the file, where SQLite keeps what readers and writer share.
    mode = "ro" if read_only else _WRITE
    if read_only and not os.access(path.absolute().parent, os.W_OK) and not _log(path).exists():
        mode += "&immutable=1"  # on a disk that nobody can write, nobody does
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=10)
    try:
        yield connection
    finally:
        connection.close()


def _log(path: Path) -> Path:
    """What has been written and is not in the file itself yet; the last to close the store puts it there."""
    return path.with_name(f"{path.name}-wal")


def _checked(path: Path, connection: sqlite3.Connection) -> int:
    """The version of the store; 0 for a new one."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables and not version:
        return 0
    if application != APPLICATION:
        raise InputError(f"{path} is a database, but not a store of sokoplan", "Give another file.")
    if version > VERSION:
        raise InputError(
            f"{path} was written by a newer sokoplan: its version is {version}, and this one knows {VERSION}",
            "Update sokoplan.",
        )
    return int(version)


@contextmanager
def _only_writer(path: Path) -> Iterator[None]:
    lock = path.with_name(f"{path.name}.lock")
    file: IO[str]
    with lock.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(
                f"another run is writing {path}",
                "Wait until it has ended, or look at it with `sokoplan batch status`.",
            ) from None
        yield  # the lock file stays: if it were removed, two runs could each lock one of that name


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What the file system and SQLite complain of, as one sentence that names the store."""
    try:
        yield
    except sqlite3.Error as error:
        raise _sentence(path, error) from None
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}") from None


def _sentence(path: Path, error: sqlite3.Error) -> InputError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return InputError(
            f"{path} cannot be written: the disk is full",
            "What was stored is safe. Make room and run the same command again.",
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return InputError(f"{path} cannot be written: it or its folder is read-only, or there is no such folder")
    if code == sqlite3.SQLITE_NOTADB:
        return InputError(f"{path} is not a store of sokoplan", "Give another file.")
    if code == sqlite3.SQLITE_CORRUPT:
        return InputError(f"{path} is damaged: {error}", "Take it from a backup, or begin a new store.")
    return InputError(f"{path}: {error}")
