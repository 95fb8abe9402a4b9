"""Bytes to lines, and words made harmless: what every text format needs before it looks at a board.

Comes in:  the bytes of a file.     Goes out: lines without line ends, and titles that cannot disturb a terminal.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from operator import methodcaller

from sokoplan.errors import InputError, printable

_LINE_END = re.compile(r"\r\n|\r|\n")
_PROGRAM = b"\x7fELF"  # the course's SAT planner takes MiniSat as its second argument


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 after its byte order mark, else the Windows code page of old files."""
    if data.startswith(_PROGRAM):
        raise InputError("this is a program, not a level", "A SAT solver is named by an option: -s PROGRAM.")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            try:
                text = data.decode("cp1252")
            except UnicodeDecodeError:
                text = data.decode("latin-1")
    if "\0" in text:
        raise InputError("this is not a text file", "A level is plain text (UTF-8, or the Windows code page).")
    return text


def lines_of(text: str) -> list[str]:
    """The lines, whichever way they end. (`str.splitlines` would also split at form feeds and other controls.)"""
    return _LINE_END.split(text)


_without_end = methodcaller("removesuffix", "\n")


def each_line(text: str) -> Iterator[str]:
    """The same one by one; the nothing after the last line end is not a line here."""
    return map(_without_end, io.StringIO(text, newline=None))


def paragraphs(lines: list[str], start: int = 0) -> Iterator[list[tuple[int, str]]]:
    """Runs of lines that are not blank, each line with its number from 1."""
    run: list[tuple[int, str]] = []
    for number, line in enumerate(lines[start:], start + 1):
        if line.strip():
            run.append((number, line))
        elif run:
            yield run
            run = []
    if run:
        yield run


def word(text: str) -> str:
    """A title or a name: one line, no control characters, no blanks around it."""
    if text.isascii() and text.isprintable():
        return text.strip()
    return printable(re.sub(r"[\r\n\t]+", " ", text)).strip()


def comment(text: str) -> str:
    """A comment: like a word, but its inner line breaks stay."""
    return "\n".join(printable(line).rstrip() for line in lines_of(text)).strip("\n")


def share(text: str, alphabet: str) -> float:
    """How much of the text, blanks apart, is made of these characters: 0 to 1."""
    solid = "".join(text.split())
    if not solid:
        return 0.0
    return sum(map(frozenset(alphabet).__contains__, solid)) / len(solid)
