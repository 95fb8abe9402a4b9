"""The words around the boards of a collection: whose title, author, comment or solution is it?

Comes in:  the gaps between the boards.     Goes out: title, author, collection, comments, solutions of each board.

    Microban                            a paragraph of its own above everything: the collection
    Author: David W. Skinner            ... and what all its levels share

    ; 1 First steps                     above the board, or
    ####
    #@.#  ...
    Title: First steps                  under it; keys may also be written as remarks (`; Author: ...`)
    Solution: lUrR

Text that touches a board belongs to it. Text between two boards, touching neither, belongs to the one below if
titles stand above boards in this file (that is, if there is a title above the first board), else to the one above.
A solution always belongs to the board above. All other words become comments, those of the whole file
comments of its first level; nothing is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sokoplan.puzzle.formats.text import comment, word
from sokoplan.puzzle.formats.xsb_boards import Entry, Gap
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
_SOLUTION = re.compile(r"solution(?:\s*[/ ]\s*([^:]*?))?\s*(?::(.*)|)", re.IGNORECASE)
_MOVES = "lurdLURD0123456789()"


def read_words(gaps: Sequence[Gap]) -> list[dict[str, Any]]:
    """The words of every board, as fields of a Level."""
    boards = len(gaps) - 1
    above: list[list[Entry]] = [[] for _ in range(boards)]
    below: list[list[Entry]] = [[] for _ in range(boards)]
    header: list[Entry] = []

    titles_above = _titles_above(gaps)
    first = list(gaps[0].paragraphs)
    if boards and first and (titles_above or gaps[0].touches_below):
        above[0] = first.pop()
    for paragraph in first:
        header += paragraph
    for board, gap in enumerate(gaps[1:]):
        last = board == boards - 1
        for at, paragraph in enumerate(gap.paragraphs):
            lowest = at == len(gap.paragraphs) - 1
            touches = at == 0 and gap.touches_above and not (lowest and gap.touches_below and titles_above)
            goes_down = titles_above or (gap.touches_below and not touches)
            if not last and lowest and not touches and goes_down and not _has_solution(paragraph):
                above[board + 1] = paragraph
            else:
                below[board] += paragraph
    shared = _fields(header, [], of_level=False)
    found = [_fields(up, down) for up, down in zip(above, below, strict=True)]
    for words in found:
        words["author"] = words["author"] or shared["author"]
        words["collection"] = words["collection"] or shared["collection"] or shared["title"]
    if found:
        spare = (shared["title"],) if shared["collection"] and shared["title"] else ()
        found[0]["comments"] = (*spare, *shared["comments"], *found[0]["comments"])
    return found


def _titles_above(gaps: Sequence[Gap]) -> bool:
    """Whether the first board has a title above it, so that the others will have theirs there too."""
    if not gaps[0].paragraphs or not _may_title(gaps[0].paragraphs[-1]):
        return False
    ends_with_title = any(_key(entry) == "title" for part in gaps[-1].paragraphs for entry in part)
    starts_with_title = any(_key(entry) == "title" for entry in gaps[0].paragraphs[-1])
    return starts_with_title or gaps[0].touches_below or not ends_with_title


def _may_title(paragraph: list[Entry]) -> bool:
    return any(_key(entry) == "title" or _plain(entry) for entry in paragraph)


def _text(entry: Entry) -> str:
    return _REMARK.sub("", entry.text, count=1).strip() if entry.kind == "line" else entry.text


def _key(entry: Entry) -> str:
    match = _KEY.fullmatch(_text(entry)) if entry.kind == "line" else None
    return _FIELD[match[1].lower()] if match else ""


def _plain(entry: Entry) -> bool:
    """A line that may be a title: no key, no comment, no solution."""
    text = _text(entry)
    return (
        entry.kind == "line"
        and not _KEY.fullmatch(text)
        and not _OTHER_KEY.match(text)
        and not _SOLUTION.fullmatch(text)
        and not is_bare_solution(text)
    )


def _has_solution(paragraph: list[Entry]) -> bool:
    return any(
        entry.kind == "line" and (_SOLUTION.fullmatch(_text(entry)) or is_bare_solution(_text(entry)))
        for entry in paragraph
    )


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


def _fields(up: list[Entry], down: list[Entry], *, of_level: bool = True) -> dict[str, Any]:
    """Title, author, collection, comments and solutions from the words above and below one board."""
    words: dict[str, Any] = {"title": "", "author": "", "collection": ""}
    for entry in up + down:
        match = _KEY.fullmatch(_text(entry)) if entry.kind == "line" else None
        if match and not words[_FIELD[match[1].lower()]]:
            words[_FIELD[match[1].lower()]] = word(match[2])
    comments: list[str] = []
    solutions: list[tuple[str, list[str]]] = []  # note, keys line by line
    open_solution = False
    seen: set[str] = set()
    for entry in up + down:
        text = _text(entry)
        if entry.kind == "line" and of_level:
            match = _SOLUTION.fullmatch(text)
            if match and (not (match[2] or "").strip() or moves(match[2])):
                solutions.append((word(match[1] or ""), [moves(match[2] or "")]))
                open_solution = True
                continue
            if moves(text) and (open_solution or is_bare_solution(text)):
                if not open_solution:
                    solutions.append(("", []))
                    open_solution = True
                solutions[-1][1].append(moves(text))
                continue
        open_solution = False
        key = _key(entry)
        if key and key not in seen and (word(text.split(":", 1)[1]) in ("", words[key])):
            seen.add(key)
        elif not words["title"] and _plain(entry) and word(text):
            words["title"] = word(text)
            seen.add("title")
        elif kept := comment(text):
            comments.append(kept)
    words["comments"] = tuple(comments)
    words["solutions"] = tuple(Solution("".join(keys), note) for note, keys in solutions if any(keys))
    return words


# --- writing --------------------------------------------------------------------------------------------------------


_INNER = re.compile(r"\\*\s*comment(?:s?:|-end)", re.IGNORECASE)


def write_words(level: Level) -> list[str]:
    """The keys under a board."""
    lines = []
    for key in ("title", "author", "collection"):
        if text := word(getattr(level, key)):
            lines.append(f"{key.capitalize()}: {text}")
    for solution in level.solutions:
        if keys := moves(solution.keys):
            note = word(solution.note.replace(":", " "))
            lines.append(f"Solution/{note}: {keys}" if note else f"Solution: {keys}")
    for text in map(comment, level.comments):
        if "\n" in text or text != text.strip():
            # Whatever looks like a board or a key in there is left alone; only our own marks must be hidden.
            inner = [f"\\{line}" if _INNER.match(line) else line for line in text.split("\n")]
            lines += ["Comment:", *inner, "Comment-end:"]
        elif text:
            lines.append(f"Comment: {text}")
    return lines
