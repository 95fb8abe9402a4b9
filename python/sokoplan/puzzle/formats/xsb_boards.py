"""Which lines of a collection are boards, and which are words.

Comes in:  the lines of a file.     Goes out: boards (runs of rows), and the text in the gaps between them.

    Title: One          <- gap 0
    ####
    #@.#  ...           <- board 0
    ; a remark          <- gap 1
    > 4#|#@.#           <- board 1: quoted, and run-length encoded

A run of lines that looks like a board but is broken stays a board, so that its error is reported and not skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from sokoplan.puzzle.formats import run_length
from sokoplan.puzzle.formats.board import EXPANDED, Limits, Row, check_size
from sokoplan.puzzle.formats.collection import LEAST
from sokoplan.puzzle.formats.text import comment, share

_QUOTE = re.compile(r"(?:> ?)+")
_COMMENT = re.compile(r"\s*comments?:(.*)", re.IGNORECASE)
_COMMENT_END = re.compile(r"\s*comment-end:?\s*", re.IGNORECASE)
_PROTECTED = re.compile(r"\\+\s*comment(?:s?:|-end)", re.IGNORECASE)
_RULE = re.compile(r"-{3,}|_{3,}")
# A board may be this many rows above the limit, before rules around it are taken off.
_ROOM = 100
_REMARK = re.compile(r"\s*(?:;|::)")


@dataclass(frozen=True)
class Entry:
    """A line of words, or a whole comment of several lines."""

    text: str
    kind: Literal["line", "comment"] = "line"


@dataclass
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


def find_boards(lines: list[str], signs: str, limits: Limits) -> tuple[list[list[Row]], list[Gap]]:
    """The boards, and one gap more than boards."""
    scan = _Scan(lines, signs, limits)
    scan.run()
    return scan.boards, scan.gaps


def may_be_row(line: str, signs: str) -> bool:
    """Whether this line has the look of a row, good or broken."""
    return _is_row(line, signs) or run_length.is_encoded(line, signs) or _broken_row(line, signs)


def _is_row(line: str, signs: str) -> bool:
    return bool(line.strip()) and not line.strip(signs)


def _broken_row(line: str, signs: str) -> bool:
    """A row except for some strange characters; not a title such as `Level #2` or `# 2`."""
    solid = line.strip()
    if "|" in solid:
        signs += "0123456789|"
    if _REMARK.match(line) or len(solid) < 3 or "#" not in solid:
        return False
    if solid[0] == solid[-1] == "#":
        return not solid.strip("#") or share(solid, signs) >= 0.5
    return solid.count("#") > 1 and share(solid, signs) >= 0.7


class _Scan:
    """One pass over the lines; every line is looked at a fixed number of times."""

    def __init__(self, lines: list[str], signs: str, limits: Limits) -> None:
        self.whole = lines
        self.lines = list(lines)  # without the quote marks of e-mail
        self.offsets = [0] * len(lines)
        self.signs = signs
        self.limits = limits
        self.boards: list[list[Row]] = []
        self.gaps = [Gap()]
        self.last_board_line = -1
        self.unfolded = 0
        self.next_end = self._next(_COMMENT_END.fullmatch)
        self.next_comment = self._next(_COMMENT.fullmatch)

    def _next(self, matches: Callable[[str], object]) -> list[int]:
        """For every line, the first line after it that matches."""
        following = [len(self.lines)] * len(self.lines)
        for index in range(len(self.lines) - 2, -1, -1):
            following[index] = index + 1 if matches(self.lines[index + 1]) else following[index + 1]
        return following

    def run(self) -> None:
        index = 0
        unquoted = 0  # lines before this one have had their quote marks looked at
        while index < len(self.lines):
            if index >= unquoted and self.lines[index].startswith(">"):
                unquoted = self._unquote(index)
            line = self.lines[index]
            if line.strip() in ("", ";", "::"):
                self.gaps[-1].end_paragraph()
                index += 1
            elif start := _COMMENT.fullmatch(line):
                index = self._comment(index, start[1])
            elif may_be_row(line, self.signs):
                index = self._board(index)
            else:
                self._words(index)
                index += 1

    def _unquote(self, start: int) -> int:
        """Take the `>` off a run of quoted lines if there is a row among them; the end of the run."""
        end = start
        bare = []
        while end < len(self.lines) and (quote := _QUOTE.match(self.lines[end])):
            bare.append((self.lines[end][quote.end() :], quote.end()))
            end += 1
        if any("#" in line and may_be_row(line, self.signs) for line, _ in bare):
            for index, (line, offset) in enumerate(bare, start):
                self.lines[index], self.offsets[index] = line, offset
        return end

    def _comment(self, index: int, first: str) -> int:
        """A comment in one line, or up to its end mark if that comes before the next comment."""
        end = self.next_end[index]
        if end < len(self.lines) and end < self.next_comment[index]:
            inner = [line[1:] if _PROTECTED.match(line) else line for line in self.lines[index + 1 : end]]
            text = "\n".join([first.strip(), *inner])
        else:
            end = index
            text = first.strip()
        if text := comment(text):
            self.gaps[-1].add(Entry(text, "comment"), index == self.last_board_line + 1)
        return end + 1

    def _words(self, index: int) -> None:
        after_board = bool(self.boards) and index == self.last_board_line + 1
        self.gaps[-1].add(Entry(self.lines[index]), after_board)

    def _board(self, start: int) -> int:
        """Collect the run of rows from here; the line after it."""
        end = start
        rows: list[Row] = []
        walls = False
        while end < len(self.lines):
            line = self.lines[end]
            if _is_row(line, self.signs):
                rows.append(Row(line, end + 1, self.whole[end], self.offsets[end]))
            elif run_length.is_encoded(line, self.signs) or _broken_row(line, self.signs):
                rows += self._unusual_rows(line, end)
            else:
                break
            end += 1
            walls |= "#" in line
            # Give up on a board that is far too high before all of it is collected; an endless ornament goes on.
            if walls and len(rows) > self.limits.rows + _ROOM:
                check_size(rows, self.limits)
        rows = _cropped(rows)
        if _is_board(rows):
            self.boards.append(rows)
            if len(self.boards) > 1 and len(self.boards) * LEAST > self.limits.size:
                raise self.limits.too_large("the file", EXPANDED)
            self.gaps.append(Gap())
            self.last_board_line = end - 1
        else:
            for index in range(start, end):
                if not _RULE.fullmatch(self.lines[index].strip()):
                    self._words(index)
        return end

    def _unusual_rows(self, line: str, index: int) -> Iterator[Row]:
        """The rows of a run-length encoded line, or one broken row."""
        if not run_length.is_encoded(line, self.signs) and "|" not in line:
            yield Row(line, index + 1, self.whole[index], self.offsets[index])
            return
        for row in run_length.decode(line, index + 1, self.whole[index], self.offsets[index], self.limits):
            # A short text may expand into very many cells, which count like bytes of the file.
            self.unfolded += len(row.cells)
            if self.unfolded > self.limits.size:
                raise self.limits.too_large("the file", EXPANDED)
            yield row


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
