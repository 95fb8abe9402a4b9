"""Which lines of a collection are boards, and which are words.

Comes in:  the text of a file.     Goes out: one after the other, the words of a gap and the board below it.

    Title: One          <- gap 0
    ####
    #@.#  ...           <- board 0
    ; a remark          <- gap 1
    > 4#|#@.#           <- board 1: quoted, and run-length encoded

A run of lines that looks like a board but is broken stays a board, so that its error is reported and not skipped.
Lines are read as they are needed: whoever wants the third board of a large collection pays for three.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import run_length
from sokoplan.puzzle.formats.board import EXPANDED, Drawing, Limits, Row
from sokoplan.puzzle.formats.text import comment, each_line, share

_QUOTE = re.compile(r"(?:> ?)+")
_COMMENT = re.compile(r"\s*comments?:(.*)", re.IGNORECASE)
_COMMENT_END = re.compile(r"\s*comment-end:?\s*", re.IGNORECASE)
_PROTECTED = re.compile(r"\\+\s*comment(?:s?:|-end)", re.IGNORECASE)
_RULE = re.compile(r"-{3,}|_{3,}")
# A board may be this many rows above the limit, before rules around it are taken off.
_ROOM = 100
# Where a line begins with none of these and has no wall, it is just words.
_MAY_BE_MORE = frozenset("> \tcC@+$*._-")
_REMARK = re.compile(r"\s*(?:;|::)")


@dataclass(slots=True)
class Entry:
    """A line of words, or a whole comment of several lines."""

    text: str
    kind: Literal["line", "comment"] = "line"


@dataclass(slots=True)
class Gap:
    """The words between two boards, by paragraphs."""

    paragraphs: list[list[Entry]] = field(default_factory=list)
    touches_above: bool = False  # no blank line between the board above and the first paragraph
    touches_below: bool = False
    _open: bool = False

    def add(self, entry: Entry, after_board: bool) -> None:
        if not self._open:
            self.touches_above |= after_board and not self.paragraphs
            self.paragraphs.append([])
        self.paragraphs[-1].append(entry)
        self._open = self.touches_below = True

    def end_paragraph(self) -> None:
        self._open = self.touches_below = False


@dataclass(slots=True)
class Found:
    """The lines of a board. Plain ones become rows only when the level is made."""

    first: int  # its first line, from 1
    lines: list[str]
    unusual: list[Row] | None = None  # the rows, where some are quoted, run-length encoded, indented or broken
    error: InputError | None = None  # why they could not even be collected

    @property
    def cells(self) -> int:
        rows = self.lines if self.unusual is None else [row.cells for row in self.unusual]
        return len(rows) * max(map(len, rows), default=0)

    def has(self, signs: str) -> bool:
        lines = self.lines if self.unusual is None else [row.cells for row in self.unusual]
        return any(sign in line for line in lines for sign in signs)

    def drawing(self) -> Drawing:
        if self.error is not None:
            raise self.error
        if self.unusual is not None:
            return Drawing([row.cells for row in self.unusual], self.rows)
        return Drawing([line.rstrip(" ") for line in self.lines], self.rows)

    def rows(self) -> list[Row]:
        if self.unusual is not None:
            return self.unusual
        return [Row(line.rstrip(" "), number, line) for number, line in enumerate(self.lines, self.first)]


def find_boards(text: str, signs: str, limits: Limits) -> Iterator[tuple[Gap, Found | None]]:
    """Each gap and the board that ends it; the last gap has none."""
    return _Scan(text, signs, limits).run()


def may_be_row(line: str, signs: str) -> bool:
    """Whether this line has the look of a row, good or broken."""
    return _is_row(line, signs) or run_length.is_encoded(line, signs) or _broken_row(line, signs)


def _is_row(line: str, signs: str) -> bool:
    return bool(line.strip()) and not line.strip(signs)


def _broken_row(line: str, signs: str) -> bool:
    """A row except for some strange characters; not a title such as `Level #2` or `# 2`."""
    if "#" not in line or _REMARK.match(line):
        return False
    solid = line.strip()
    if "|" in solid:
        signs += "0123456789|"
    if len(solid) < 3:
        return False
    if solid[0] == solid[-1] == "#":
        return not solid.strip("#") or share(solid, signs) >= 0.5
    return solid.count("#") > 1 and share(solid, signs) >= 0.7


@dataclass(slots=True)
class _Line:
    """A line of words or of an unusual row; `bare` is without the quote marks of e-mail."""

    number: int
    whole: str
    bare: str
    offset: int = 0


class _Scan:
    """One pass over the lines; every line is looked at a fixed number of times."""

    def __init__(self, text: str, signs: str, limits: Limits) -> None:
        self.source = each_line(text)
        self.ahead: deque[_Line] = deque()  # lines that somebody had to look at early
        self.number = 0
        self.signs = signs
        self.limits = limits
        self.gap = Gap()
        self.last_board_line = 0  # from 1; 0: none yet
        self.unfolded = 0
        self.unquoted = 0  # lines up to this one have had their quote marks looked at

    # --- lines ----------------------------------------------------------------------------------------------------

    def _next(self) -> _Line | None:
        if self.ahead:
            return self.ahead.popleft()
        return self._fresh()

    def _fresh(self) -> _Line | None:
        for text in self.source:
            self.number += 1
            return _Line(self.number, text, text)
        return None

    def _peek(self) -> Iterator[_Line]:
        """The lines to come, which stay to come."""
        at = 0
        while True:
            if at == len(self.ahead):
                line = self._fresh()
                if line is None:
                    return
                self.ahead.append(line)
            yield self.ahead[at]
            at += 1

    # --- what they are --------------------------------------------------------------------------------------------

    def run(self) -> Iterator[tuple[Gap, Found | None]]:
        signs, source = self.signs, self.source
        while True:
            if not self.ahead:
                # The plain case, which is nearly all of a large collection: rows that are just rows.
                plain: list[str] = []
                number = self.number
                text: str | None = None
                for text in source:
                    number += 1
                    if text.strip(signs) or not text or text.isspace():
                        break
                    plain.append(text)
                else:
                    text = None
                self.number = number
                if plain:
                    first = number - len(plain) + (text is None)
                    # Whatever belongs to a board and is no plain row has a wall in it.
                    end = text is None or "#" not in text
                    found = self._plain_board(plain, first) if end else None
                    if found is not None:
                        yield from self._board_found(found, first + len(plain) - 1)
                    else:
                        if text is not None:
                            self.ahead.append(_Line(number, text, text))
                        start = [_Line(first + at, row, row) for at, row in enumerate(plain)]
                        yield from self._careful_board(start)
                        continue
                if text is None:
                    break
                if not text or text.isspace():
                    self.gap.end_paragraph()
                    continue
                if text[0] not in _MAY_BE_MORE and "#" not in text and len(text.rstrip()) > 2:
                    self.gap.add(Entry(text), self.last_board_line > 0 and number == self.last_board_line + 1)
                    continue
                self.ahead.append(_Line(number, text, text))
            line = self._next()
            assert line is not None
            if line.number > self.unquoted and line.bare.startswith(">"):
                self._unquote(line)
            if line.bare.strip() in ("", ";", "::"):
                self.gap.end_paragraph()
            elif opening := _COMMENT.fullmatch(line.bare):
                self._comment(line, opening[1])
            elif may_be_row(line.bare, self.signs):
                yield from self._careful_board([line])
            else:
                self._words(line)
        yield self.gap, None

    def _board_found(self, found: Found, last_line: int) -> Iterator[tuple[Gap, Found | None]]:
        yield self.gap, found
        self.gap = Gap()
        self.last_board_line = last_line

    def _plain_board(self, lines: list[str], first: int) -> Found | None:
        """A board of plain rows that needs no second look, or None."""
        if len(lines) < 2 or len(lines) > self.limits.rows or not lines[0].strip().startswith("#"):
            return None
        if "#" not in lines[-1] or not any(line[0] == "#" for line in lines):
            return None  # a rule below it, or an indented board
        return Found(first, lines)

    def _unquote(self, first: _Line) -> None:
        """Take the `>` off a run of quoted lines if there is a row among them."""
        run: list[tuple[_Line, int]] = []
        for line in _chain(first, self._peek()):
            quote = _QUOTE.match(line.bare)
            if not quote:
                break
            run.append((line, quote.end()))
        self.unquoted = run[-1][0].number
        if any("#" in line.bare and may_be_row(line.bare[at:], self.signs) for line, at in run):
            for line, at in run:
                line.bare, line.offset = line.bare[at:], at

    def _comment(self, line: _Line, first: str) -> None:
        """A comment in one line, or up to its end mark if that comes before the next comment."""
        length = 0
        for number, ahead in enumerate(self._peek(), start=1):
            if _COMMENT_END.fullmatch(ahead.bare):
                length = number
                break
            if _COMMENT.fullmatch(ahead.bare):
                break
        text = first.strip()
        if length:
            lines = [self.ahead.popleft().bare for _ in range(length)][:-1]
            inner = [inner[1:] if _PROTECTED.match(inner) else inner for inner in lines]
            text = "\n".join([text, *inner])
        if text := comment(text):
            self.gap.add(Entry(text, "comment"), self._after_board(line))

    def _words(self, line: _Line) -> None:
        self.gap.add(Entry(line.bare), self._after_board(line))

    def _after_board(self, line: _Line) -> bool:
        return self.last_board_line > 0 and line.number == self.last_board_line + 1

    def _careful_board(self, lines: list[_Line]) -> Iterator[tuple[Gap, Found | None]]:
        """Collect the run of rows that begins with these lines, whatever they look like."""
        rows: list[Row] = []
        error: InputError | None = None
        walls = False
        at = 0
        while True:
            if at == len(lines):
                ahead = next(islice(self._peek(), 1), None)
                if ahead is None or not may_be_row(ahead.bare, self.signs):
                    break
                lines.append(self.ahead.popleft())
            line = lines[at]
            at += 1
            walls |= "#" in line.bare
            # Nobody needs all of a board that is far too high; an endless ornament, which is none, goes on.
            if error is not None or (walls and len(rows) > self.limits.rows + _ROOM):
                continue
            if _is_row(line.bare, self.signs):
                rows.append(Row(line.bare, line.number, line.whole, line.offset))
                continue
            try:
                rows += run_length.rows_of(line.bare, line.number, line.whole, line.offset, self.signs, self.limits)
            except InputError as refused:
                error = refused
        self._unfold(rows)
        rows = _cropped(rows)
        if error is not None or _is_board(rows):
            yield from self._board_found(Found(lines[0].number, [], rows, error), lines[-1].number)
        else:
            for line in lines:
                if not _RULE.fullmatch(line.bare.strip()):
                    self._words(line)

    def _unfold(self, rows: list[Row]) -> None:
        """A short text may expand into very many cells, which count like bytes of the file."""
        self.unfolded += sum(len(row.cells) for row in rows if row.columns is not None)
        if self.unfolded > self.limits.size:
            raise self.limits.too_large("the file", EXPANDED)


def _chain(first: _Line, rest: Iterator[_Line]) -> Iterator[_Line]:
    yield first
    yield from rest


def _is_board(rows: list[Row]) -> bool:
    """A lone line of walls is a rule, `# 1 #` a heading, and `* * *` an ornament."""
    signs = set().union(*(row.cells for row in rows))
    if "#" in signs:
        return len(rows) > 1 or bool(signs & set("@+$*."))
    return bool(signs & set("@+")) and bool(signs & set("$*"))


def _cropped(rows: list[Row]) -> list[Row]:
    """Without rules above and below, and without the blanks around the board."""
    first, last = 0, len(rows)
    while first < last and _margin(rows[first]):
        first += 1
    while first < last and _margin(rows[last - 1]):
        last -= 1
    rows = rows[first:last]
    indent = min((len(row.cells) - len(row.cells.lstrip(" ")) for row in rows if row.cells.strip(" ")), default=0)
    return [row if indent == 0 and row.cells[-1:] != " " else _cut(row, indent) for row in rows]


def _cut(row: Row, indent: int) -> Row:
    columns = None if row.columns is None else row.columns[indent:]
    return Row(row.cells.rstrip(" ")[indent:], row.line, row.text, row.offset + indent, columns)


def _margin(row: Row) -> bool:
    cells = row.cells.strip()
    return not cells or _RULE.fullmatch(cells) is not None
