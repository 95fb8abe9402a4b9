"""The encodings as statements: the one reader of our `.lp` files, for the engine and for students alike.

These are our own files only, so reading them is simple: a statement ends with a full stop at the end of a line,
and the comment right above it says why it is there. (clingo's own parser takes twenty times as long to hand them
over.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level

FOLDER = Path(__file__).parent
INCLUDE = re.compile(r'#include\s+"(.*)"\.')


@dataclass(frozen=True)
class Statement:
    text: str  # as it was written, over several lines where it was; without comments
    file: str
    line: int  # from 1
    comment: str  # what stands right above it, on one line


# The encoding that plays each game; a game without one is not for the engine `asp`.
ENCODINGS = {"sokoban": "push.lp", "sink": "push.lp", "helltaker": "kick.lp"}


def encoding_of(level: Level) -> str:
    """The encoding that plays the level's game. Raises InputError if there is none."""
    if level.game not in ENCODINGS:
        raise InputError(f"there is no ASP encoding for {level.law.name}")
    return ENCODINGS[level.game]


def names() -> list[str]:
    """Every encoding there is."""
    return sorted(path.name for path in FOLDER.glob("*.lp"))


def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def statements(encodings: Iterable[str]) -> Iterator[Statement]:
    """Every statement of the files and of those that they include, each file once."""
    todo, seen = [*encodings], set[str]()
    while todo:
        name = todo.pop(0)
        if name in seen:
            continue
        seen.add(name)
        for statement in _read(name):
            included = INCLUDE.fullmatch(statement.text)
            if included is not None:
                todo.append(included[1])
            else:
                yield statement


@cache
def _read(name: str) -> tuple[Statement, ...]:
    found: list[Statement] = []
    comment: list[str] = []  # for all statements down to the next blank line or comment
    lines: list[str] = []
    is_above = False  # whether the comment may still grow
    for number, line in enumerate(text_of(name).splitlines(), start=1):
        bare, _, remark = line.partition("%")
        if not lines and not bare.strip():
            comment = [*(comment if is_above else ()), remark.strip("% ")] if remark else []
            is_above = True
            continue
        is_above = False
        if bare.strip():
            lines.append(bare.rstrip())
        if bare.rstrip().endswith("."):
            text = "\n".join(lines)
            found.append(Statement(text, name, number - text.count("\n"), " ".join(comment)))
            lines = []
    assert not lines, f"{name} ends in the middle of a statement"
    return tuple(found)
