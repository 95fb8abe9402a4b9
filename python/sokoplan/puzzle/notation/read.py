"""Text to plans: notations are recognised by their look, and whatever a text says beyond its keys is checked.

Comes in:  a text and its level.     Goes out: a `PlanRead`; or an InputError that points at the place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress

from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.notation import clingo_output, planner
from sokoplan.puzzle.notation.plan_read import PlanRead
from sokoplan.puzzle.notation.pushes import read_pushes
from sokoplan.puzzle.notation.repeats import expand
from sokoplan.puzzle.notation.timed import read_actions, read_answer_set
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import steps
from sokoplan.puzzle.verify import verify


def read_plan(text: str, level: Level) -> PlanRead:
    """The plan in a text of any of the notations, or in all that `solve` prints. Raises InputError.

    Of several plans it is the last: a program that improves its answers ends with the best.
    """
    return read_plans(text, level)[-1]


def read_plans(text: str, level: Level) -> list[PlanRead]:
    """The plans in a text: several where clingo or `solve --all` was asked for them. Raises InputError."""
    numbered = _numbered(text)
    if numbered:
        return [_read_from(line, plan, level) for line, plan in numbered]
    text = _plan_alone(text)
    if text.lstrip().startswith("{") and '"plan"' in text:
        return [_read_lurd(keys, level) for keys in _of_json_lines(text)]
    if clingo_output.looks_like(text):
        return [read_answer_set(answer, level) for answer in clingo_output.answers(text)]
    between = _LINE_END if _reader_of(text) is _read_lurd else _EMPTY_LINES
    parts = [part for part in between.split(text) if part.strip()]
    if len(parts) > 1:
        # A long plan may be written in several parts; but where one of them alone solves the level, each is a plan.
        with suppress(InputError):
            each = [_read_alone(part, level) for part in parts]
            if any(verify(level, read.plan).solved for read in each):
                return each
    return [_read_alone(text, level)]


def _read_alone(text: str, level: Level) -> PlanRead:
    return _reader_of(text)(text, level)


def _reader_of(text: str) -> Callable[[str, Level], PlanRead]:
    """The notation of a text, by its look."""
    if "-->" in text:
        return read_pushes
    if re.search(r"\bdo\s*\(", text):
        return read_answer_set
    if planner.looks_like(text):
        return planner.read_pddl
    return read_actions if re.search(r"[a-z]\(\s*-?\d", text) else _read_lurd


_LINE_END = re.compile(r"\n")
_EMPTY_LINES = re.compile(r"\n(?:[ \t\r]*\n)+")


# The line that `solve` prints above a plan, and the lines between the boards of its formats `boards` and `dump`.
_HEADLINE = re.compile(r"(?m)^.*: solved in \d.*; .* \(.*\d s\)[ \t\r]*$")
# What `solve --all` prints above and below its plans.
_COUNTED = re.compile(r"(?m)^(\d[\d,]* plans? (within the limit of \d+|of that length)|\(.* more; .*\))[ \t\r]*$")
_NUMBERED = re.compile(r"\s*(\d+)\.\s+([udlrUDLR]|\(.*-->.*)")


def _plan_alone(text: str) -> str:
    """`text` with blanks for what stands around a plan, so that places in it stay what they are."""
    for words in (_HEADLINE, _COUNTED):
        text = words.sub(lambda match: " " * len(match[0]), text)
    return text


def _numbered(text: str) -> list[tuple[int, str]]:
    """The plans between boards, and the line that each begins in: numbered lines, with blanks for all else.

    A line with the number 1 begins another plan.
    """
    plans: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.split("\n")):
        match = _NUMBERED.fullmatch(line.rstrip())
        if match is not None and (match[1] == "1" or not plans):
            plans.append((number, []))
        if plans:
            plans[-1][1].append("" if match is None else " " * match.start(2) + match[2])
    return [(first, "\n".join(lines)) for first, lines in plans]


def _read_from(line: int, text: str, level: Level) -> PlanRead:
    """A part of a text that begins in this line of it, counted from 0."""
    try:
        return _read_alone(text, level)
    except InputError as error:
        if error.line is None:
            raise
        raise InputError(
            error.says, error.right, line=error.line + line, column=error.column, text=error.text
        ) from None


def _of_json_lines(text: str) -> list[str]:
    """The plans in what `solve --json` prints: an object in a line; `--all` puts the plans into `listed`."""
    plans: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            found = record.get("listed") or [record["plan"]]
            plans += [keys for keys in found if keys is not None]
            if not all(isinstance(keys, str) for keys in plans):
                raise TypeError
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise InputError(
                "this is not the JSON that `solve --json` prints", "Each line is an object with a plan.", line=number
            ) from None
    if not plans:
        raise InputError("there is no plan in this JSON", "Without a plan there is nothing to check.")
    return plans


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
