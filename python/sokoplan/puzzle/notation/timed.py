"""Actions that each carry their time, in any order, as logic programs print them.

    push(1,1,down,0)                                       the player's (row,column) before it, direction, time
    move(1,1,1,2,3)                                        the course report's: from, to, time from 1
    pushToGoal(1,2,2,2,3,2,4,11)                           and its pushes: crate, player, crate from, to, time
    do(pushRight(sokoban,l1_3,l1_4,l1_5,crate_01), 2)      the course's answer sets
    do(right,3)   do(hurt,4)                               our own encodings, key by key
    do(push((2,3),left),1)                                 our own, push by push: the box's (row,column)
    do(push_block_up,7)   do(nop,8)                        the Helltaker project's answer sets

Comes in:  a text and its level.     Goes out: a `PlanRead`; or an InputError that points at the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from sokoplan.errors import InputError
from sokoplan.puzzle.level import DIRECTION, KEYS, Cell, Level, ahead_of
from sokoplan.puzzle.notation.plan_read import PlanRead
from sokoplan.puzzle.notation.pushes import Push, plan_of_pushes
from sokoplan.puzzle.notation.repeats import wrong_at
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import steps

_KEY_OF = {name: key for key, name in DIRECTION.items()}
ACTION_SAMPLE = "push(1,1,down,0)"
ANSWER_SAMPLE = "do(right,3), or do(moveRight(sokoban,l1_1,l1_2), 0)"


def _pattern(*parts: str) -> re.Pattern[str]:
    """The parts in a row; around a bracket or a comma there may be blanks."""
    return re.compile("".join(part if len(part) > 1 else rf"\s*{re.escape(part)}\s*" for part in parts).strip())


_WAY, _TIME = r"(?P<way>up|down|left|right)", r"(?P<time>\d{1,9})"
_ROW, _COLUMN = r"(?P<row>\d{1,9})", r"(?P<column>\d{1,9})"
_NEXT = (r"(?P<next_row>\d{1,9})", ",", r"(?P<next_column>\d{1,9})")
_OTHER = r"\d{1,9}"
_COURSE = "(?P<deed>move|push|kick)(?P<way>Up|Down|Left|Right)"
_ACTIONS = (
    _pattern("(?P<deed>move|push|kick)", "(", _ROW, ",", _COLUMN, ",", _WAY, ",", _TIME, r"\s*\)"),
    _pattern("(?:noop|hurt)", "(", _TIME, r"\s*\)"),
    _pattern("(?P<deed>move)", "(", _ROW, ",", _COLUMN, ",", *_NEXT, ",", _TIME, r"\s*\)"),
    _pattern(
        "(?P<deed>push)(?:ToGoal)?",
        "(",
        _OTHER,
        ",",
        _ROW,
        ",",
        _COLUMN,
        ",",
        *_NEXT,
        ",",
        _OTHER,
        ",",
        _OTHER,
        ",",
        _TIME,
        r"\s*\)",
    ),
)
_ANSWERS = (
    _pattern("do", "(", _WAY, ",", _TIME, r"\s*\)"),
    _pattern("do", "(", "(?:hurt|nop|noop)", ",", _TIME, r"\s*\)"),
    _pattern("do", "(", "push", "(", "(", _ROW, ",", _COLUMN, ")", ",", _WAY, ")", ",", _TIME, r"\s*\)"),
    _pattern("do", "(", f"(?P<kick>push)_(?:block|mob)_{_WAY}", ",", _TIME, r"\s*\)"),
    _pattern("do", "(", _COURSE, "(", r"\w+", ",", f"l{_ROW}_{_COLUMN}", ",", r"[\w\s,]*", ")", ",", _TIME, r"\s*\)"),
)
# Not \s before the words: it would run over line ends, from each line to the end of a text of blank lines.
_HEADING = re.compile(r"(?im)^[ \t]*(?:(?:solution|answer)[^\n:]*:.*$|step \d+:|writing theory .*$|done[ \t\r]*$)")
# What an answer set may show besides its actions: total_crates(3), box((1,2),0).
_OTHER_ATOM = re.compile(r"-?\b(?!do\b)[a-z_]\w*\((?:[\w,\"-]|\([\w,\"-]*\))*\)")


@dataclass(frozen=True)
class _Word:
    """One action of a text: its key, and what else it says, so far as it says it."""

    time: int
    at: int  # where it stands in the text
    key: str = ""  # none for a step without a key
    deed: str = ""
    player: Cell | None = None
    box: Cell | None = None  # of a push that leaves out the walk to it


def read_actions(text: str, level: Level) -> PlanRead:
    """`push(1,1,down,0)`, and the like."""
    return _plan_of(text, level, list(_words(text, _ACTIONS, "move|push|pushToGoal|kick|noop|hurt", ACTION_SAMPLE)))


def read_answer_set(text: str, level: Level) -> PlanRead:
    """The `do` atoms of an answer set; others beside them do not count."""
    return _plan_of(text, level, list(_words(text, _ANSWERS, "do", ANSWER_SAMPLE)))


def _words(text: str, patterns: tuple[re.Pattern[str], ...], names: str, sample: str) -> Iterator[_Word]:
    rest = 0
    starts = re.compile(rf"\b(?:{names})\s*\(")
    while (start := starts.search(text, rest)) is not None:
        _nothing_between(text, rest, start.start(), sample)
        match = next(filter(None, (pattern.match(text, start.start()) for pattern in patterns)), None)
        word = _word(match) if match is not None else None
        if match is None or word is None:
            raise _no_action(text, start.start(), sample)
        rest = match.end()
        yield word
    _nothing_between(text, rest, len(text), sample)


def _word(match: re.Match[str]) -> _Word | None:
    """None if it names two cells that are no neighbours."""
    said = match.groupdict()
    time, at = int(said["time"]), match.start()
    if "next_row" in said:
        here = int(said["row"]), int(said["column"])
        ahead = int(said["next_row"]), int(said["next_column"])
        towards = next((key for key in KEYS if ahead_of(here, key) == ahead), None)
        return None if towards is None else _Word(time, at, towards, said["deed"], here)
    if "way" not in said:
        return _Word(time, at)
    key = _KEY_OF[said["way"].lower()]
    if "kick" in said:
        return _Word(time, at, key, "kick")
    if "row" not in said:
        return _Word(time, at, key)
    cell = int(said["row"]), int(said["column"])
    return _Word(time, at, key, said["deed"], cell) if "deed" in said else _Word(time, at, key, "push", box=cell)


def _nothing_between(text: str, start: int, end: int, sample: str) -> None:
    """Between two actions there may be blanks, commas and full stops, and headings: `Solution found:`, `Step 3:`.

    An answer set may have atoms of other kinds there.
    """
    between = text[start:end]
    for other in (_HEADING, _OTHER_ATOM) if sample == ANSWER_SAMPLE else (_HEADING,):
        between = other.sub(lambda match: " " * len(match[0]), between)
    wrong = re.search(r"[^\s,.]", between)
    if wrong:
        raise _no_action(text, start + wrong.start(), sample)


def _no_action(text: str, at: int, sample: str) -> InputError:
    return wrong_at(text, at, "this is not an action of a plan", f"An action looks like this: {sample}")


def _plan_of(text: str, level: Level, words: list[_Word]) -> PlanRead:
    words.sort(key=lambda word: word.time)
    for one, two in pairwise(words):
        if one.time == two.time:
            raise wrong_at(text, max(one.at, two.at), f"this is the second action at time {one.time}")
    pressed = [word for word in words if word.key]
    boxes = [word.box for word in pressed]
    if None not in boxes and boxes:
        return plan_of_pushes(level, [_push(text, word) for word in pressed])
    plan = Plan("".join(word.key for word in pressed))
    remarks = [
        _remark(word, step.number, step.deed, step.player)
        for word, step in zip(pressed, steps(level, plan), strict=False)
        if word.deed not in ("", step.deed) or word.player not in (None, step.player)
    ]
    return PlanRead(plan, tuple(remarks))


def _remark(word: _Word, number: int, deed: str, player: Cell) -> str:
    if word.player is None:
        return f"key {number} is written as a {word.deed}, but is a {deed}"
    said, real = (f"({row},{column})" for row, column in (word.player, player))  # as the text counts
    return f"key {number} is written as a {word.deed} from {said}, but is a {deed} from {real}"


def _push(text: str, word: _Word) -> Push:
    assert word.box is not None
    before = text[: word.at]
    line = before.count("\n") + 1
    row, column = word.box
    return Push(word.box, word.key, f"({row},{column})", line, text.split("\n")[line - 1])
