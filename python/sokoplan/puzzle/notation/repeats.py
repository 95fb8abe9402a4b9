"""Repetitions in LURD: `3L` is `LLL`, `2(uR)` is `uRuR`.

Comes in:  text.     Goes out: the letters, written out; or the other way round, for letters that repeat.
"""

from __future__ import annotations

import re

from sokoplan.errors import InputError
from sokoplan.puzzle.level import KEYS

# A plan longer than this is a bomb (`999999999u`), not a plan: the longest known solutions have some 100,000 keys.
MOST_KEYS = 1_000_000
_DEEPEST = 50


_TOKEN = re.compile(r"(?P<number>[0-9]*)(?P<sign>[^0-9]?)")
_NOTHING = "a number with nothing after it", "A number repeats what follows it: 3L, 2(uR)."


def expand(text: str) -> str:
    """LURD with its repetitions written out, capitals kept: `2(uR)` is `uRuR`."""
    writer = _Writer(text)
    for match in _TOKEN.finditer(text):
        if match[0]:
            writer.take(match)
    return writer.whole()


class _Writer:
    """Writes letters out, and never more of them than a plan may have."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.groups: list[tuple[list[str], int]] = []  # an open group's outer part, and how often it repeats
        self.keys: list[str] = []
        self.size = 0

    def take(self, match: re.Match[str]) -> None:
        number, sign, where = match["number"], match["sign"], match.end() - 1
        if len(number) > len(str(MOST_KEYS)):
            raise self.too_long(match.start() + len(str(MOST_KEYS)))
        if sign == "(":
            self.open(int(number or 1), where)
        elif number and (not sign or sign.isspace() or sign == ")"):
            raise wrong_at(self.text, where, *_NOTHING)
        elif sign == ")":
            self.close(where)
        elif sign.lower() in KEYS:
            self.add(sign, int(number or 1), where)
        elif not sign.isspace():
            right = "A plan is made of u, d, l, r, or U, D, L, R for pushes."
            raise wrong_at(self.text, where, "this is not a key of a plan", right)

    def open(self, times: int, where: int) -> None:
        if len(self.groups) >= _DEEPEST:
            raise wrong_at(self.text, where, f"groups are nested more than {_DEEPEST} deep")
        self.groups.append((self.keys, times))
        self.keys = []

    def close(self, where: int) -> None:
        if not self.groups:
            raise wrong_at(self.text, where, "this `)` closes no group")
        inner = "".join(self.keys)
        self.size -= len(inner)  # it is counted once already
        self.keys, times = self.groups.pop()
        self.add(inner, times, where)

    def add(self, letters: str, times: int, where: int) -> None:
        self.size += len(letters) * times
        if self.size > MOST_KEYS:
            raise self.too_long(where)
        self.keys.append(letters * times)

    def whole(self) -> str:
        if self.groups:
            last = len(self.text) - 1
            raise wrong_at(self.text, last, "a group is never closed", "Close it with `)`.")
        return "".join(self.keys)

    def too_long(self, where: int) -> InputError:
        return wrong_at(self.text, where, f"a plan has at most {MOST_KEYS} keys")


def wrong_at(text: str, where: int, says: str, right: str = "") -> InputError:
    """The error that points at this place of a text of several lines."""
    before = text[:where]
    line = before.count("\n") + 1
    start = before.rfind("\n") + 1
    end = text.find("\n", start)
    return InputError(says, right, line=line, column=where - start, text=text[start : end if end >= 0 else len(text)])


def run_length(keys: str) -> str:
    """`rrUdd` as `2rU2d`."""
    return "".join(
        (str(len(match[0])) if len(match[0]) > 1 else "") + match[1] for match in re.finditer(r"(.)\1*", keys)
    )
