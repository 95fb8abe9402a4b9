"""The words around the boards of a collection: whose title, author, comment or solution is it?

Comes in:  the gaps between the boards.     Goes out: title, author, collection, comments, solutions of each board.

    Microban                            a paragraph of its own above everything: the collection
    Author: David W. Skinner            ... and what all its levels share

    ; 1 First steps                     above the board, or
    ####
    #@.#  ...
    Title: First steps                  under it; keys may also be written as remarks (`; Author: ...`)
    Solution: lUrR
    Snapshot/Moves
    lUr

Text that touches a board belongs to it. Text between two boards, touching neither, belongs to the one below if
titles stand above boards in this file (that is, if there is a title above the first board), else to the one above.
A solution or a snapshot (the keys of a game that was left off) always belongs to the board above. All other words
become comments, those of the whole file comments of its first level; nothing is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from sokoplan.puzzle.formats.text import comment, word
from sokoplan.puzzle.formats.xsb_boards import Entry, Found, Gap
from sokoplan.puzzle.level import Level, Solution

_REMARK = re.compile(r"^\s*(?:;+|::+)\s?")
_KEY = re.compile(r"(title|name|author|copyright|collection|set)\s*:\s*(.*)", re.IGNORECASE)
_FIELD = {
    "title": "title",
    "name": "title",
    "author": "author",
    "copyright": "author",
    "collection": "collection",
    "set": "collection",
}
# Lines with these keys are never taken for a title.
_OTHER_KEY = re.compile(
    r"(date|terms|licen[cs]e|source|levels?|e-?mail|home-?page|url|difficulty|version|moves|pushes|snapshot|id|note)s?\s*:",
    re.IGNORECASE,
)
_KEYS = re.compile(r"(solution|snapshot)(?:\s*[/ ]\s*([^:]*?))?\s*(?::(.*)|)", re.IGNORECASE)
_MOVES = "lurdLURD0123456789()"
_MOVES_AND_BLANKS = f"{_MOVES} \t"
_MARKS = str.maketrans("", "", "*")  # in a snapshot: where a player may jump back to


class Words:
    """The words of one board: sorted out already, and made into fields of a Level when they are asked for."""

    __slots__ = ("_fields", "_shared", "above", "below")

    def __init__(self, above: list[Entry], below: list[Entry], shared: dict[str, Any] | None) -> None:
        self.above, self.below = above, below
        self._shared = shared
        self._fields: dict[str, Any] | None = None

    def fields(self) -> dict[str, Any]:
        if self._fields is None:
            words, shared = _fields(self.above, self.below), self._shared
            if shared is not None:
                words["author"] = words["author"] or shared["author"]
                words["collection"] = words["collection"] or shared["collection"] or shared["title"]
                if shared["comments"]:
                    words["comments"] = (*shared["comments"], *words["comments"])
            self._fields = words
        return self._fields

    def title(self) -> str:
        title: str = self.fields()["title"]
        return title


Boards = Iterator[tuple[Gap, Found | None]]


def with_words(boards: Boards, last_gap: Callable[[], Gap]) -> Iterator[tuple[Found, Words]]:
    """Each board with its words. `last_gap` is called only where the end of the file decides whose title is whose."""
    gap, board = next(boards)
    if board is None:
        return
    titles_above = _titles_above(gap, last_gap)
    first = list(gap.paragraphs)
    above = first.pop() if first and (titles_above or gap.touches_below) else []
    header = _fields([entry for paragraph in first for entry in paragraph], [], of_level=False) if first else None
    if header is not None and header["collection"] and header["title"]:
        header["comments"] = (header["title"], *header["comments"])
    later = {**header, "comments": ()} if header is not None else None  # what is said of the file is said once
    for gap, following in boards:
        below: list[Entry] = []
        next_above: list[Entry] = []
        paragraphs = gap.paragraphs
        lowest = len(paragraphs) - 1
        for at, paragraph in enumerate(paragraphs):
            touches = at == 0 and gap.touches_above and not (at == lowest and gap.touches_below and titles_above)
            goes_down = titles_above or (gap.touches_below and not touches)
            if following is not None and at == lowest and not touches and goes_down and not _has_keys(paragraph):
                next_above = paragraph
            else:
                below += paragraph
        assert board is not None
        yield board, Words(above, below, header)
        board, above, header = following, next_above, later


def _titles_above(first: Gap, last_gap: Callable[[], Gap]) -> bool:
    """Whether the first board has a title above it, so that the others will have theirs there too."""
    if not first.paragraphs or not _may_title(first.paragraphs[-1]):
        return False
    if first.touches_below or any(_key(entry) == "title" for entry in first.paragraphs[-1]):
        return True
    return not any(_key(entry) == "title" for part in last_gap().paragraphs for entry in part)


def _may_title(paragraph: list[Entry]) -> bool:
    return any(_key(entry) == "title" or _plain(entry) for entry in paragraph)


def _text(entry: Entry) -> str:
    text = entry.text
    if entry.kind != "line":
        return text
    if text[:1] == ";":
        return text.lstrip(";").strip()
    remark = _REMARK.match(text)
    return (text[remark.end() :] if remark else text).strip()


def _key(entry: Entry) -> str:
    match = _KEY.fullmatch(_text(entry)) if entry.kind == "line" and ":" in entry.text else None
    return _FIELD[match[1].lower()] if match else ""


def _plain(entry: Entry) -> bool:
    """A line that may be a title: no key, no comment, no solution."""
    text = _text(entry)
    return (
        entry.kind == "line"
        and not _KEY.fullmatch(text)
        and not _OTHER_KEY.match(text)
        and not _KEYS.fullmatch(text)
        and not is_bare_solution(text)
    )


def _has_keys(paragraph: list[Entry]) -> bool:
    for entry in paragraph:
        if entry.kind == "line":
            text = _text(entry)
            # Only these letters could announce keys, and only lines of these could be some; most are numbers.
            if text[:1] in "sS" and _KEYS.fullmatch(text):
                return True
            if not text.isdecimal() and not text.strip(_MOVES_AND_BLANKS) and is_bare_solution(text):
                return True
    return False


def moves(text: str) -> str:
    """The keys of a solution without its blanks, or nothing if these are not keys."""
    keys = "".join(text.split())
    return keys if keys and not keys.strip(_MOVES) and keys.strip("0123456789()") else ""


def is_bare_solution(text: str) -> bool:
    """Whether a line without `Solution:` is one. `Dull`, `Ruud` and `2D` are words; `RR` and `llldRR` are keys."""
    keys = moves(text)
    if len(keys) >= 12:
        return True
    return (
        bool(keys)
        and not any(char in "0123456789()" for char in keys)
        and not keys[1:].islower()
        and (len(keys) > 1 and any(char.isupper() for char in keys))
    )


_NOTHING = {"title": "", "author": "", "collection": "", "comments": (), "solutions": (), "snapshots": ()}


def _fields(up: list[Entry], down: list[Entry], *, of_level: bool = True) -> dict[str, Any]:
    """Title, author, collection, comments, solutions and snapshots from the words above and below one board."""
    if not up and not down:
        return dict(_NOTHING)
    if of_level and len(up) + len(down) == 1:
        title = _only_title((up or down)[0])
        if title:
            return {**_NOTHING, "title": title}
    words: dict[str, Any] = dict(_NOTHING)
    for entry in up + down:
        match = _KEY.fullmatch(_text(entry)) if entry.kind == "line" and ":" in entry.text else None
        if match and not words[_FIELD[match[1].lower()]]:
            words[_FIELD[match[1].lower()]] = word(match[2])
    comments: list[str] = []
    solutions: list[tuple[str, list[str]]] = []  # note, keys line by line
    snapshots: list[tuple[str, list[str]]] = []
    filled: list[tuple[str, list[str]]] | None = None  # which of the two the next line of keys belongs to
    seen: set[str] = set()
    for entry in up + down:
        text = _text(entry)
        if entry.kind == "line" and of_level:
            match = _KEYS.fullmatch(text)
            if match and (not (match[3] or "").strip() or moves(match[3].translate(_MARKS))):
                filled = solutions if match[1].lower() == "solution" else snapshots
                filled.append((word(match[2] or ""), [moves((match[3] or "").translate(_MARKS))]))
                continue
            keys = moves(text.translate(_MARKS) if filled is snapshots else text)
            if keys and (filled is not None or is_bare_solution(text)):
                if filled is None:
                    filled = solutions
                    filled.append(("", []))
                filled[-1][1].append(keys)
                continue
        filled = None
        key = _key(entry)
        if key and key not in seen and (word(text.split(":", 1)[1]) in ("", words[key])):
            seen.add(key)
        elif not words["title"] and _plain(entry) and word(text):
            words["title"] = word(text)
            seen.add("title")
        elif kept := comment(text):
            comments.append(kept)
    words["comments"] = tuple(comments)
    for name, found in (("solutions", solutions), ("snapshots", snapshots)):
        words[name] = tuple(Solution("".join(keys), note) for note, keys in found if any(keys))
    return words


def _only_title(entry: Entry) -> str:
    """The title, where one short line of words is all that is said of a level: so it is in most collections."""
    if entry.kind != "line" or ":" in entry.text or len(entry.text) > 60:
        return ""
    text = _text(entry)
    # Only words of these letters could be keys, and only these could announce some; a mere number is a title.
    if not text or text[0] in "sS" or (not text.strip(_MOVES) and not text.isdecimal()):
        return ""
    return word(text)


# --- writing --------------------------------------------------------------------------------------------------------


_INNER = re.compile(r"\\*\s*comment(?:s?:|-end)", re.IGNORECASE)


def write_words(level: Level) -> list[str]:
    """The keys under a board."""
    lines = []
    for key in ("title", "author", "collection"):
        if text := word(getattr(level, key)):
            lines.append(f"{key.capitalize()}: {text}")
    for name, found in (("Solution", level.solutions), ("Snapshot", level.snapshots)):
        for solution in found:
            if keys := moves(solution.keys):
                note = word(solution.note.replace(":", " "))
                lines.append(f"{name}/{note}: {keys}" if note else f"{name}: {keys}")
    for text in map(comment, level.comments):
        if "\n" in text or text != text.strip():
            # Whatever looks like a board or a key in there is left alone; only our own marks must be hidden.
            inner = [f"\\{line}" if _INNER.match(line) else line for line in text.split("\n")]
            lines += ["Comment:", *inner, "Comment-end:"]
        elif text:
            lines.append(f"Comment: {text}")
    return lines
