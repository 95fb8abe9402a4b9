"""Text to levels and back: one file a format, and this table of them.

Comes in:  the bytes of a file.     Goes out: levels, or one InputError that says what is wrong, where, and what
would be right.

    read(b"#####\\n#@$.#\\n#####\\n")  ->  [Level(height=3, width=5, player=(1, 1), ...)]

A format is found by its content; the file's ending only decides where the content does not. To add one, write a
module with a FORMAT and put it in the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import (
    boxoban,
    course,
    course_bt,
    course_xho,
    helltaker,
    helltaker_cocu_tan,
    helltaker_lurbinaa,
    helltaker_zaki,
    json,
    nethack_picture,
    nethack_solver,
    slc,
    xsb,
)
from sokoplan.puzzle.formats.base import Draft, Format
from sokoplan.puzzle.formats.board import Limits
from sokoplan.puzzle.formats.text import decode
from sokoplan.puzzle.level import Level, Reading

__all__ = ["FORMATS", "Draft", "Format", "Limits", "detect", "drafts", "read", "refusal", "write"]

# In the order in which they are tried: what has the clearest marks first, and XSB, which takes any board, last.
FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        json,
        slc,
        helltaker_zaki,
        nethack_solver,
        boxoban,
        helltaker,
        helltaker_cocu_tan,
        helltaker_lurbinaa,
        nethack_picture,
        course_bt,
        course,
        course_xho,
        xsb,
    )
}


def read(
    data: bytes | str,
    *,
    source: str = "",
    format: str | None = None,
    reading: Reading = "end",
    limits: Limits = Limits(),  # noqa: B008 (frozen)
) -> list[Level]:
    """The levels in a file's content, at least one; the first one that is broken is an InputError.

    `source` is the file's name, for messages and as a last hint.
    """
    found = drafts(data, source=source, format=format, reading=reading, limits=limits)
    return [draft.make() for draft in found]


def drafts(
    data: bytes | str,
    *,
    source: str = "",
    format: str | None = None,
    reading: Reading = "end",
    limits: Limits = Limits(),  # noqa: B008 (frozen)
) -> Iterator[Draft]:
    """The levels in a file's content, at least one, not made yet.

    Iterating raises InputError where the file as a whole is no good; making a draft, where that level is broken. The
    latter says which of several it is.
    """
    try:
        size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "replace"))
        if size > limits.size:
            raise limits.too_large("the file")
        text = decode(data) if isinstance(data, bytes) else data.removeprefix("\ufeff")
        if not text or text.isspace():
            raise InputError(f"the {'file' if source else 'text'} is empty", "It should hold at least one level.")
        chosen = _named(format) if format else FORMATS[detect(text, source)]
        found = iter(chosen.read(text, reading, limits))
        first = next(found)
        second = next(found, None)
        if second is None:
            first.source = source
            yield first
            return
        for number, draft in enumerate(chain((first, second), found), start=1):
            draft.source, draft.number = source, number
            yield draft
    except InputError as error:
        raise error.at(source) from None


# A format shows itself in the first lines; only a file that begins with a long text is looked at as a whole.
_SAMPLE = 100_000


def detect(text: str, source: str = "") -> str:
    """The name of the format of this text; the file's ending counts only if the text itself does not decide."""
    samples = [text]
    if len(text) > 2 * _SAMPLE and (end := text.find("\n", _SAMPLE)) >= 0:
        samples = [text[:end], text]
    for sample in samples:
        for name, format in FORMATS.items():
            if format.looks_like(sample):
                return name
    ending = "." + source.rpartition(".")[2].lower()
    for name, format in FORMATS.items():
        if ending in format.endings and ending != ".txt":
            return name
    raise InputError("this is not a level in any known format", f"Known formats: {', '.join(FORMATS)}.")


def write(levels: Sequence[Level], format: str) -> str:
    """The levels as text. A level that the format cannot hold is an InputError that says which format can."""
    chosen = _named(format)
    try:
        if not levels:
            raise InputError("there is no level to write")
        return _written(chosen, levels)
    except InputError as error:
        could = [name for name, other in FORMATS.items() if levels and not refusal(levels, other)]
        hint = f"Formats that can hold it: {', '.join(could)}." if could else ""
        right = " ".join(filter(None, (error.right, hint)))
        raise replace(error, says=f"{format}: {error.says}", right=right) from None


def refusal(levels: Sequence[Level], format: Format) -> str:
    """Why these levels cannot be written in this format; empty if they can."""
    try:
        _written(format, levels)
    except InputError as error:
        return error.says
    return ""


def _written(format: Format, levels: Sequence[Level]) -> str:
    if format.write is None:
        raise InputError(f"the format {format.name} can only be read, not written")
    for level in levels:
        if level.game not in format.games:
            raise InputError(f"this format cannot hold a level of {level.law.name}")
        # What happened before is not drawn on a board; a position that depends on it must not be written as one.
        if (level.has_key or level.settled - level.goals) and not format.holds_positions:
            raise InputError("this is a position from the middle of a game, which this format cannot hold")
    return format.write(levels)


def _named(format: str) -> Format:
    if format not in FORMATS:
        raise InputError(f"unknown format {format!r}", f"Choose one of: {', '.join(FORMATS)}.")
    return FORMATS[format]
