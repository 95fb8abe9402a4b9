"""The tables of a store, version by version. A store of an older version is brought up to date step by step.

source   a file that was given: once it has been read to its end, it need not be read again
board    a puzzle, once for all its eight drawings: `puzzle.symmetry`
level    where a puzzle was found, with its words, and which of the eight drawings it is
question what was asked: the objective
answer   the best answer to a question about a puzzle so far; plans are for the drawing in `board`
"""

from __future__ import annotations

import sqlite3

APPLICATION = 0x50616E21  # in the head of the file: this is ours

_FIRST = """
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    reading TEXT NOT NULL,
    digest BLOB NOT NULL,
    complete INTEGER NOT NULL DEFAULT 0,
    skipped INTEGER NOT NULL DEFAULT 0,
    UNIQUE (path, reading)
);
CREATE TABLE board (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,
    reading TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE TABLE level (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source,
    file TEXT NOT NULL,  -- within an archive; else empty
    number INTEGER NOT NULL,
    board INTEGER NOT NULL REFERENCES board,
    turn INTEGER NOT NULL,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    UNIQUE (source, file, number)
);
CREATE TABLE question (id INTEGER PRIMARY KEY, objective TEXT NOT NULL UNIQUE);
CREATE TABLE answer (
    board INTEGER NOT NULL REFERENCES board,
    question INTEGER NOT NULL REFERENCES question,
    status TEXT NOT NULL CHECK (status IN ('solved', 'unsolvable', 'unknown', 'failed')),
    reason TEXT NOT NULL,
    plan TEXT,
    moves INTEGER,
    pushes INTEGER,
    cost INTEGER,
    optimal INTEGER NOT NULL,
    bound INTEGER,
    proof TEXT NOT NULL,
    engine TEXT NOT NULL,
    version TEXT NOT NULL,
    seconds REAL NOT NULL,
    memory_mb INTEGER,
    nodes INTEGER NOT NULL,
    time_limit REAL,
    PRIMARY KEY (board, question),
    CHECK ((status = 'solved') = (plan IS NOT NULL))
) WITHOUT ROWID;
"""
# Export goes from a puzzle to its levels, and the counts of `batch status` from a status to its answers.
_INDEXES = """
CREATE INDEX level_of_board ON level (board);
CREATE INDEX answer_by_status ON answer (question, status, optimal);
"""
STEPS = (_FIRST, _INDEXES)
VERSION = len(STEPS)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """From this version to the newest, all or nothing."""
    steps = "".join(STEPS[version:])
    connection.executescript(
        f"BEGIN; {steps} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT;"
    )
