"""A profile: what a player added and solved, kept in one SQLite file instead of in a browser.

Comes in:  the name of a file, then entries (a store, a key, a JSON object).     Goes out: the same entries.

The pages decide what an entry holds, as they do for the browser's own database; here they are only
kept, within limits. The file says in its header that it is ours, so that another program's database is never touched.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Any

from sokoplan.errors import InputError
from sokoplan.puzzle.level import count

STORES = ("collections", "cards", "levels", "records")
MOST_BYTES = 512_000_000  # of the file
_MARK = 0x50534F4B  # "SOKP", in the header of the file
_VERSION = 1


class ProfileFull(Exception):
    """The file is as large as it may get, or the disk is full."""


class Profile:
    def __init__(self, path: str) -> None:
        self._lock = Lock()
        self._database = _open(path)

    def all(self, store: str) -> str:
        """Every entry of a store, as JSON: they may be many, and were JSON before."""
        with self._lock:
            rows = self._database.execute("SELECT key, value FROM kept WHERE store = ? ORDER BY key", (store,))
            entries = [f'{{"key":{json.dumps(key)},"value":{value}}}' for key, value in rows]
        return f'{{"entries":[{",".join(entries)}]}}'

    def get(self, store: str, key: str) -> str | None:
        with self._lock:
            row = self._database.execute(
                "SELECT value FROM kept WHERE store = ? AND key = ?", (store, key)
            ).fetchone()
        return None if row is None else row[0]

    def change(self, store: str, put: Iterable[tuple[str, dict[str, Any]]], remove: Iterable[str]) -> None:
        """All of it, or nothing."""
        rows = [(store, key, json.dumps(value)) for key, value in put]
        try:
            with self._lock, self._database:
                self._database.executemany(
                    "DELETE FROM kept WHERE store = ? AND key = ?", [(store, key) for key in remove]
                )
                self._database.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", rows)
                # Python writes NaN and nests without end; the next start would call that damage.
                if bad := [key for _, key, value in rows if not self._is_json(value)]:
                    raise InputError(f"the value of {bad[0]!r} cannot be kept as JSON", "Numbers must be finite.")
        except sqlite3.OperationalError:
            raise ProfileFull from None

    def _is_json(self, value: str) -> bool:
        return bool(self._database.execute("SELECT json_valid(?)", (value,)).fetchone()[0])

    def close(self) -> None:
        self._database.close()


def _open(path: str) -> sqlite3.Connection:
    file = Path(path)
    fresh = not file.exists() or file.stat().st_size == 0
    try:
        database = sqlite3.connect(file, check_same_thread=False)
        mark, version = (
            database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if not fresh and (mark, version) != (_MARK, _VERSION):
            raise InputError(f"{path} is not a profile of sokoplan", "Give another file name; a new file is made.")
        # A byte that went wrong on the disk costs a letter, not the profile.
        database.text_factory = lambda text: text.decode("utf-8", "replace")
        size = database.execute("PRAGMA page_size").fetchone()[0]
        database.execute(f"PRAGMA max_page_count = {MOST_BYTES // size}")
        if fresh:
            database.execute(f"PRAGMA application_id = {_MARK}")
            database.execute(f"PRAGMA user_version = {_VERSION}")
            database.execute("CREATE TABLE kept (store TEXT, key TEXT, value TEXT, PRIMARY KEY (store, key))")
            database.commit()
        elif damage := _damage(database):
            raise InputError(f"the profile {path} is damaged: {damage}", "Use a backup of it, or another file name.")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise InputError(f"cannot use {path} as a profile: {error}", "Give another file name.") from None
    return database


def _damage(database: sqlite3.Connection) -> str:
    """What is wrong with the file, found now rather than while somebody plays; or nothing."""
    found: str = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        return found.strip()
    broken = database.execute(
        "SELECT count(*) FROM kept WHERE NOT json_valid(value)"
        " OR typeof(store) != 'text' OR typeof(key) != 'text' OR typeof(value) != 'text'"
    ).fetchone()[0]
    return f"{count(broken, 'line')} cannot be read" if broken else ""
