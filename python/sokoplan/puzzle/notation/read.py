"""Text to plans: notations are recognised by their look, and whatever a text says beyond its keys is checked.

Comes in:  a text and its level.     Goes out: a `PlanRead`; or an InputError that points at the place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from sokoplan.errors import InputError
from sokoplan.puzzle.level import DIRECTION, KEYS, Cell, Level, ahead_of, place
from sokoplan.puzzle.notation.repeats import expand, wrong_at
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import Replay, shortest_walk, steps

_KEY_OF = {name: key for key, name in DIRECTION.items()}


@dataclass(frozen=True)
class PlanRead:
    """A plan, and remarks on what else its text got wrong, a sentence each."""

    plan: Plan
    remarks: tuple[str, ...] = ()


def read_plan(text: str, level: Level) -> PlanRead:
    """The plan in a text of any of the notations, or in all that `solve` prints. Raises InputError."""
    text = _plan_alone(text)
    if "-->" in text:
        return _read_pushes(text, level)
    if re.search(r"\bdo\s*\(", text):
        return _read_words(text, level, _ASP, "do(moveRight(sokoban,l1_1,l1_2), 0)", _asp_word)
    if re.search(r"[a-z]\(\s*-?\d", text):
        return _read_words(text, level, _ACTION, "push(1,1,down,0)", _action_word)
    return _read_lurd(text, level)


# The line that `solve` prints above a plan, and the lines between the boards of its formats `boards` and `dump`.
_HEADLINE = re.compile(r"(?m)^.*: solved in \d.*; .* \(.*\d s\)[ \t\r]*$")
_NUMBERED = re.compile(r"\s*\d+\.\s+([udlrUDLR]|\(.*-->.*)")


def _plan_alone(text: str) -> str:
    """`text` with blanks for what stands around a plan, so that places in it stay what they are."""
    text = _HEADLINE.sub(lambda match: " " * len(match[0]), text)
    lines = text.split("\n")
    found = [_NUMBERED.fullmatch(line.rstrip()) for line in lines]
    if not any(found):
        return text
    return "\n".join(" " * match.start(1) + match[1] if match else "" for match in found)


def _read_lurd(text: str, level: Level) -> PlanRead:
    written = expand(text)
    plan = Plan(written.lower())
    if written == written.lower() or not level.law.capitals:
        return PlanRead(plan)
    remarks = []
    for step, char in zip(steps(level, plan), written, strict=False):
        if char != step.letter:
            written_as, real = ("push", "move") if char.isupper() else ("move", "push")
            remarks.append(f"key {step.number} ({char}) is written as a {written_as}, but is a {real}")
    return PlanRead(plan, tuple(remarks))


_ACTION = re.compile(
    r"(?P<deed>move|push|kick)\s*\(\s*(?P<row>\d+)\s*,\s*(?P<column>\d+)\s*,\s*"
    r"(?P<way>up|down|left|right)\s*,\s*(?P<time>\d+)\s*\)"
    r"|(?:noop|hurt)\s*\(\s*\d+\s*\)"
)
_ASP = re.compile(
    r"do\s*\(\s*(?P<deed>move|push|kick)(?P<way>Up|Down|Left|Right)\s*\(\s*\w+\s*,\s*"
    r"l(?P<row>\d+)_(?P<column>\d+)\s*,[\w\s,]*\)\s*,\s*(?P<time>\d+)\s*\)"
)


@dataclass(frozen=True)
class _Word:
    """One action of a text: what it says it is, and where the player is said to stand."""

    key: str
    deed: str
    player: Cell
    time: int


def _action_word(match: re.Match[str]) -> _Word | None:
    if match["deed"] is None:  # noop and hurt have no key
        return None
    return _Word(_KEY_OF[match["way"]], match["deed"], (int(match["row"]), int(match["column"])), int(match["time"]))


def _asp_word(match: re.Match[str]) -> _Word | None:
    player = int(match["row"]), int(match["column"])
    return _Word(_KEY_OF[match["way"].lower()], match["deed"], player, int(match["time"]))


def _read_words(
    text: str, level: Level, pattern: re.Pattern[str], sample: str, word_of: Callable[[re.Match[str]], _Word | None]
) -> PlanRead:
    """Actions in any order of lines, sorted by their time, as an answer set may print them."""
    words = []
    rest = 0
    for match in pattern.finditer(text):
        _nothing_between(text, rest, match.start(), sample)
        rest = match.end()
        word = word_of(match)
        if word is not None:
            words.append(word)
    _nothing_between(text, rest, len(text), sample)
    words.sort(key=lambda word: word.time)
    plan = Plan("".join(word.key for word in words))
    remarks = [
        f"key {step.number} is written as a {word.deed} from {place(word.player)}, "
        f"but is a {step.deed} from {place(step.player)}"
        for word, step in zip(words, steps(level, plan), strict=False)
        if (word.deed, word.player) != (step.deed, step.player)
    ]
    return PlanRead(plan, tuple(remarks))


def _nothing_between(text: str, start: int, end: int, sample: str) -> None:
    """Between two actions there may be blanks, commas and full stops, and a heading such as `Solution found:`."""
    between = re.sub(
        r"(?im)^\s*(solution[^\n:]*|answer[^\n:]*):.*$", lambda match: " " * len(match[0]), text[start:end]
    )
    wrong = re.search(r"[^\s,.]", between)
    if wrong:
        raise wrong_at(
            text, start + wrong.start(), "this is not an action of a plan", f"An action looks like this: {sample}"
        )


_PUSH = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)\s*-->\s*(?:(up|down|left|right)|\(\s*(\d+)\s*,\s*(\d+)\s*\))")


def _read_pushes(text: str, level: Level) -> PlanRead:
    """Pushes only: the walks between them are the shortest there are."""
    if not level.law.walking_is_free:
        raise InputError(f"a list of pushes is not enough for {level.law.name}", "Give the keys: u, d, l, r.")
    game = Replay(level)
    state = game.state
    keys: list[str] = []
    sample = "(7, 3) --> left, or (7, 3) --> (6, 3); the column comes first"
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        match = _PUSH.fullmatch(line.strip())
        if match is None:
            raise InputError(
                "this is not a push", f"A push looks like this: {sample}", line=number, column=0, text=line
            )
        box = int(match[2]), int(match[1])
        key = _KEY_OF[match[3]] if match[3] else _key_between(box, (int(match[5]), int(match[4])))
        if key is None:
            raise InputError("a push moves the box to a neighbouring cell", line=number, column=0, text=line)
        walk = shortest_walk(level, state, ahead_of(box, key, -1))
        if not state.box[box] or walk is None:
            what = (
                "the player cannot get behind this box"
                if state.box[box]
                else f"there is no box at ({box[1]}, {box[0]})"
            )
            raise InputError(what, line=number, column=0, text=line)
        keys.append(walk + key)
        if not all(game.press(step) for step in walk + key):
            break  # not allowed: `verify` will say so, and the board at that moment can be drawn
    return PlanRead(Plan("".join(keys)))


def _key_between(cell: Cell, other: Cell) -> str | None:
    return next((key for key in KEYS if ahead_of(cell, key) == other), None)
