"""Plans as text: LURD and its run-length form, and the words of the projects this one grew out of.

Comes in:  a text and its level, or a plan and its level.     Goes out: a Plan, or lines of text.

    lurd      rrUdd                           capitals are pushes
    rle       2rU2d, 3(uR)                    a number repeats a letter or a group
    actions   push(1,1,down,0)                player's (row,column) before it, direction, time from 0
    pushes    ( 7,  3) --> left               the box's (column, row) before the push; walking is left out
    old       ( 7,  3) --> ( 6,  3)           the same, with where the box goes
    asp       do(pushRight(sokoban,l1_3,l1_4,l1_5,crate_01), 2)

All of them are read, whichever it is, told apart by their look. Keys are what counts: directions are believed, and
what the text says besides (capitals, cells, times) is checked against the law and reported where it is wrong.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sokoplan.errors import InputError
from sokoplan.level import DIRECTION, KEYS, Cell, Level, ahead_of
from sokoplan.plan import Plan
from sokoplan.rules import Deed, State, begin, play

# A plan longer than this is a bomb (`999999999u`), not a plan: the longest known solutions have some 100,000 keys.
MOST_KEYS = 1_000_000
_KEY_OF = {name: key for key, name in DIRECTION.items()}
_DEEPEST = 50


# --- reading ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlanRead:
    """A plan, and what its text got wrong besides, a sentence each."""

    plan: Plan
    remarks: tuple[str, ...] = ()


def read_plan(text: str, level: Level) -> PlanRead:
    """The plan in a text of any of the notations. Raises InputError."""
    if "-->" in text:
        return _read_pushes(text, level)
    if re.search(r"\bdo\s*\(", text):
        return _read_words(text, level, _ASP, "do(moveRight(sokoban,l1_1,l1_2), 0)", _asp_word)
    if re.search(r"[a-z]\(\s*-?\d", text):
        return _read_words(text, level, _ACTION, "push(1,1,down,0)", _action_word)
    return _read_lurd(text, level)


def expand(text: str) -> str:
    """LURD with its repetitions written out, capitals kept: `2(uR)` is `uRuR`."""
    groups: list[tuple[list[str], int]] = []  # an open group's outer part, and how often it repeats
    keys: list[str] = []
    size = 0
    number = ""
    for where, char in enumerate(text):
        if char.isdigit() and char.isascii():
            number += char
            if len(number) > len(str(MOST_KEYS)):
                raise _bad(text, where, f"a plan has at most {MOST_KEYS} keys")
            continue
        times = int(number) if number else 1
        if char == "(":
            if len(groups) >= _DEEPEST:
                raise _bad(text, where, f"groups are nested more than {_DEEPEST} deep")
            groups.append((keys, times))
            keys = []
        elif number and (char.isspace() or char == ")"):
            raise _bad(text, where, "a number stands before nothing", "A number repeats what follows it: 3L, 2(uR).")
        elif char == ")":
            if not groups:
                raise _bad(text, where, "a group is closed that was never opened")
            outer, times = groups.pop()
            inner = "".join(keys)
            keys = outer
            size += len(inner) * (times - 1)  # once it is counted already
            if size > MOST_KEYS:
                raise _bad(text, where, f"a plan has at most {MOST_KEYS} keys")
            keys.append(inner * times)
        elif char.lower() in KEYS:
            if size + times > MOST_KEYS:
                raise _bad(text, where, f"a plan has at most {MOST_KEYS} keys")
            keys.append(char * times)
            size += times
        elif not char.isspace():
            raise _bad(
                text, where, "this is no key of a plan", "A plan is made of u, d, l, r, or U, D, L, R for pushes."
            )
        number = ""
    if number:
        raise _bad(
            text, len(text) - 1, "a number stands before nothing", "A number repeats what follows it: 3L, 2(uR)."
        )
    if groups:
        raise _bad(text, len(text) - 1, "a group is opened and never closed", "Close it with `)`.")
    return "".join(keys)


def _bad(text: str, where: int, says: str, right: str = "") -> InputError:
    before = text[:where]
    line = before.count("\n") + 1
    start = before.rfind("\n") + 1
    end = text.find("\n", start)
    return InputError(says, right, line=line, column=where - start, text=text[start : end if end >= 0 else len(text)])


def _read_lurd(text: str, level: Level) -> PlanRead:
    written = expand(text)
    plan = Plan(written.lower())
    if written == written.lower() or level.game == "helltaker":
        return PlanRead(plan)
    remarks = []
    for number, (step, char) in enumerate(zip(steps(level, plan), written, strict=False), start=1):
        if char.isupper() != (step.deed == "push"):
            told, real = ("push", "move") if char.isupper() else ("move", "push")
            remarks.append(f"key {number} ({char}) is written as a {told}, but is a {real}")
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
        f"key {number} is said to be a {word.deed} from {word.player}, but is a {step.deed} from {step.player}"
        for number, (word, step) in enumerate(zip(words, steps(level, plan), strict=False), start=1)
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
        raise _bad(text, start + wrong.start(), "this is no action of a plan", f"An action looks like this: {sample}")


_PUSH = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)\s*-->\s*(?:(up|down|left|right)|\(\s*(\d+)\s*,\s*(\d+)\s*\))")


def _read_pushes(text: str, level: Level) -> PlanRead:
    """Pushes only: the walks between them are the shortest there are."""
    if level.game == "helltaker":
        raise InputError("a list of pushes is no plan for Helltaker", "Give the keys: u, d, l, r.")
    state = begin(level)
    keys: list[str] = []
    sample = "(7, 3) --> left, or (7, 3) --> (6, 3); the column comes first"
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        match = _PUSH.fullmatch(line.strip())
        if match is None:
            raise InputError("this is no push", f"A push looks like this: {sample}", line=number, column=0, text=line)
        box = int(match[2]), int(match[1])
        key = _KEY_OF[match[3]] if match[3] else _key_between(box, (int(match[5]), int(match[4])))
        if key is None:
            raise InputError("a push moves the box to a neighbouring cell", line=number, column=0, text=line)
        walk = shortest_walk(level, state, ahead_of(box, key, -1))
        if not state.box[box] or walk is None:
            what = (
                "the player cannot get behind this box"
                if state.box[box]
                else f"no box is at column {box[1]}, row {box[0]}"
            )
            raise InputError(what, line=number, column=0, text=line)
        keys.append(walk + key)
        if not all(play(level, state, step)[0] for step in walk + key):
            break  # not allowed: the judge will say so, and draw the board at that moment
    return PlanRead(Plan("".join(keys)))


def _key_between(cell: Cell, other: Cell) -> str | None:
    return next((key for key in KEYS if ahead_of(cell, key) == other), None)


def shortest_walk(level: Level, state: State, target: Cell) -> str | None:
    """The keys of a shortest walk that pushes nothing, or None."""
    came: dict[Cell, tuple[str, Cell]] = {}
    seen = {state.player}
    queue = deque([state.player])
    while queue:
        cell = queue.popleft()
        if cell == target:
            keys = ""
            while cell in came:
                key, cell = came[cell]
                keys = key + keys
            return keys
        for key in KEYS:
            other = ahead_of(cell, key)
            if other not in seen and not (level.wall(other) or state.box[other] or state.hole[other]):
                seen.add(other)
                came[other] = key, cell
                queue.append(other)
    return None


# --- writing ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One key of a plan as it happened: the player's cell before it, what it did, what it cost."""

    key: str
    deed: Deed
    player: Cell
    cost: int
    state: State  # after the step; one object for the whole walk, so look before you go on


def steps(level: Level, plan: Plan) -> Iterator[Step]:
    """The plan key by key; ends before the first key that is not allowed."""
    state = begin(level)
    for key in plan.keys:
        player = state.player
        deed, cost = play(level, state, key)
        if not deed:
            return
        yield Step(key, deed, player, cost, state)


def lurd(level: Level, plan: Plan) -> str:
    """Capitals for pushes; Helltaker's plans are all lower case."""
    return "".join(step.key.upper() if step.deed == "push" else step.key for step in steps(level, plan))


def run_length(keys: str) -> str:
    """`rrUdd` as `2rU2d`."""
    return "".join(
        (str(len(match[0])) if len(match[0]) > 1 else "") + match[1] for match in re.finditer(r"(.)\1*", keys)
    )


def actions(level: Level, plan: Plan) -> Iterator[str]:
    time = 0
    for step in steps(level, plan):
        row, column = step.player
        yield f"{step.deed}({row},{column},{DIRECTION[step.key]},{time})"
        time += 1
        if step.cost == 2:
            yield f"hurt({time})"
            time += 1


def pushes(level: Level, plan: Plan) -> Iterator[str]:
    for step in steps(level, plan):
        if step.deed != "move":
            row, column = ahead_of(step.player, step.key)
            yield f"({column:2}, {row:2}) --> {DIRECTION[step.key]}"


def old_pushes(level: Level, plan: Plan) -> Iterator[str]:
    for step in steps(level, plan):
        if step.deed != "move":
            (row, column), (to_row, to_column) = (ahead_of(step.player, step.key, far) for far in (1, 2))
            yield f"({column:2}, {row:2}) --> ({to_column:2}, {to_row:2})"


def asp_words(level: Level, plan: Plan) -> Iterator[str]:
    """Each crate keeps the number it has at the start, row by row."""
    crates = {cell: f"crate_{number:02}" for number, cell in enumerate(sorted(level.boxes), start=1)}
    for time, step in enumerate(steps(level, plan)):
        here, ahead, beyond = (ahead_of(step.player, step.key, far) for far in (0, 1, 2))
        cells = [
            f"l{row}_{column}" for row, column in ((here, ahead, beyond) if step.deed == "push" else (here, ahead))
        ]
        if step.deed == "push":
            crates[beyond] = crates.pop(ahead)
            cells.append(crates[beyond])
        yield f"do({step.deed}{DIRECTION[step.key].capitalize()}({','.join(['sokoban', *cells])}), {time})"


NOTATIONS: dict[str, Callable[[Level, Plan], Iterator[str]]] = {
    "lurd": lambda level, plan: iter([lurd(level, plan)]),
    "rle": lambda level, plan: iter([run_length(lurd(level, plan))]),
    "actions": actions,
    "pushes": pushes,
    "old-pushes": old_pushes,
    "asp": asp_words,
}
