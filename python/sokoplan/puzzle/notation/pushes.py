"""Pushes without the walks between them, as the NetHack solver prints plans: the walks are the shortest there are.

    ( 7,  3) --> left             the stone's (column, row) before the push
    ( 7,  3) --> ( 8,  3)         the same push in the old style: the stone, and where the player stands to push it

Comes in:  a text and its level.     Goes out: a `PlanRead`; or an InputError that points at the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sokoplan.errors import InputError
from sokoplan.puzzle.level import DIRECTION, KEYS, Cell, Level, ahead_of
from sokoplan.puzzle.notation.plan_read import PlanRead
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import Replay, shortest_walk

_KEY_OF = {name: key for key, name in DIRECTION.items()}
_PUSH = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)\s*-->\s*(?:(up|down|left|right)|\(\s*(\d+)\s*,\s*(\d+)\s*\))")
_SAMPLE = "(7, 3) --> left, or (7, 3) --> (8, 3) with the player's cell; the column comes first"


@dataclass(frozen=True)
class Push:
    """One push, and the line of the text that says it."""

    box: Cell
    key: str
    cell: str  # the box's cell as the text writes it, for messages
    line: int
    text: str


def read_pushes(text: str, level: Level) -> PlanRead:
    return plan_of_pushes(level, _pushes(text))


def plan_of_pushes(level: Level, pushes: Iterable[Push]) -> PlanRead:
    """The pushes with the shortest walks between them."""
    if not level.law.walking_is_free:
        raise InputError(f"a list of pushes is not enough for {level.law.name}", "Give the keys: u, d, l, r.")
    game = Replay(level)
    keys: list[str] = []
    for push in pushes:
        walk = shortest_walk(level, game.state, ahead_of(push.box, push.key, -1))
        if not game.state.box[push.box] or walk is None:
            there = game.state.box[push.box]
            what = "the player cannot get behind this box" if there else f"there is no box at {push.cell}"
            raise InputError(what, line=push.line, column=0, text=push.text)
        keys.append(walk + push.key)
        if not all(game.press(key) for key in walk + push.key):
            break  # not allowed: `verify` will say so, and the board at that moment can be drawn
    return PlanRead(Plan("".join(keys)))


def _pushes(text: str) -> Iterator[Push]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        match = _PUSH.fullmatch(line.strip())
        if match is None:
            raise InputError(
                "this is not a push", f"A push looks like this: {_SAMPLE}", line=number, column=0, text=line
            )
        box = int(match[2]), int(match[1])
        key = _KEY_OF[match[3]] if match[3] else _key_from((int(match[5]), int(match[4])), box)
        if key is None:
            raise InputError(
                "the player pushes a box from a neighbouring cell", _SAMPLE, line=number, column=0, text=line
            )
        yield Push(box, key, f"({box[1]}, {box[0]})", number, line)


def _key_from(player: Cell, box: Cell) -> str | None:
    return next((key for key in KEYS if ahead_of(player, key) == box), None)
