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
from functools import cache
from itertools import islice
from typing import Literal

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import run_length
from sokoplan.puzzle.formats.board import EXPANDED, Drawing, Limits, Row
from sokoplan.puzzle.formats.text import comment, share

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
    whole: list[str] | None = None  # the lines with the blanks at their ends, where there are any

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
        return Drawing(self.lines, self.rows)

    def rows(self) -> list[Row]:
        if self.unusual is not None:
            return self.unusual
        whole = self.lines if self.whole is None else self.whole
        numbered = enumerate(zip(self.lines, whole, strict=True), self.first)
        return [Row(cells, number, line) for number, (cells, line) in numbered]


@cache
def _block(signs: str) -> re.Pattern[str]:
    """Lines of these signs alone, none of them blank."""
    solid = re.escape(signs.replace(" ", ""))
    return re.compile(rf"(?: *+[{solid}][{solid} ]*+\n)++")


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
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.text = text if text.endswith("\n") else f"{text}\n"
        self.place = 0  # of the first character that nobody has looked at
        self.block = _block(signs)
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
        if self.place == len(self.text):
            return None
        end = self.text.find("\n", self.place)
        text = self.text[self.place : end]
        self.place = end + 1
        self.number += 1
        return _Line(self.number, text, text)

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
        text, size = self.text, len(self.text)
        while True:
            if not self.ahead:
                # The plain case, which is nearly all of a large collection: rows that are just rows.
                if block := self.block.match(text, self.place):
                    rows = block[0]
                    plain = rows[:-1].split("\n")
                    first = self.number + 1
                    self.number += len(plain)
                    self.place = place = block.end()
                    # Whatever belongs to a board and is no plain row has a wall in it.
                    end = "#" not in text[place : text.find("\n", place)]
                    found = self._plain_board(plain, first, rows) if end else None
                    if found is None:
                        yield from self._careful_board([_Line(first + at, row, row) for at, row in enumerate(plain)])
                        continue
                    yield self.gap, found
                    self.gap = Gap()
                    self.last_board_line = self.number
                if self.place == size:
                    break
                end_of_line = text.find("\n", self.place)
                line_text = text[self.place : end_of_line]
                self.place = end_of_line + 1
                self.number = number = self.number + 1
                if not line_text or line_text.isspace():
                    self.gap.end_paragraph()
                    continue
                if line_text[0] not in _MAY_BE_MORE and "#" not in line_text and len(line_text.rstrip()) > 2:
                    self.gap.add(Entry(line_text), self.last_board_line > 0 and number == self.last_board_line + 1)
                    continue
                self.ahead.append(_Line(number, line_text, line_text))
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

    def _plain_board(self, lines: list[str], first: int, rows: str) -> Found | None:
        """A board of plain rows that needs no second look, or None. `rows` are the lines with their ends."""
        if len(lines) < 2 or len(lines) > self.limits.rows or not lines[0].lstrip(" ").startswith("#"):
            return None
        if "#" not in lines[-1] or not (rows[0] == "#" or "\n#" in rows):
            return None  # a rule below it, or an indented board
        if " \n" in rows:
            return Found(first, [line.rstrip(" ") for line in lines], whole=lines)
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
            yield self.gap, Found(lines[0].number, [], rows, error)
            self.gap = Gap()
            self.last_board_line = lines[-1].number
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
