"""Bad input: one sentence, the line, a caret, and what would be right.

Text from outside is made harmless here (`printable`), so that no level title or broken line can send control
characters to a terminal.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

# Categories of Unicode that move the cursor, reorder text or show nothing: controls, formats (among them the
# bidirectional overrides), surrogates, private use, unassigned, line and paragraph separators.
_HARMFUL = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
# The zero-width joiner holds emoji together ("family" is four people and three joiners) and moves nothing.
_HARMLESS_FORMATS = frozenset({"\N{ZERO WIDTH JOINER}"})


def printable(text: str) -> str:
    """`text` on one line, with every character that could disturb a terminal replaced by `�`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " "
        if char == "\t"
        else char
        if char in _HARMLESS_FORMATS or unicodedata.category(char) not in _HARMFUL
        else _REPLACEMENT
        for char in text
    )


@dataclass(unsafe_hash=True)  # by its fields, which nobody changes; frozen it could not be raised
class InputError(Exception):
    """Bad input, described to a person; `str` is the whole message.

    `says`   one sentence without a full stop: what is wrong.
    `right`  what would be right, as a sentence; may be empty.
    `source` the file or "standard input"; `line` (from 1) and `column` (from 0) where known, and `text`, that line.
    `cell`   the cell of the board that the error is about, if it is about one.

    >>> import sokoplan as sp
    >>> try:
    ...     sp.read("frist-push")
    ... except sp.InputError as error:
    ...     print(error)
    there is no file or bundled level named 'frist-push'
      Did you mean first-push?
    """

    says: str
    right: str = ""
    source: str = ""
    line: int | None = None
    column: int | None = None
    text: str = ""
    cell: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        super().__init__(self.says)

    def at(self, source: str) -> InputError:
        """The same error with the file it is in."""
        return InputError(self.says, self.right, source, self.line, self.column, self.text, self.cell)

    def __str__(self) -> str:
        place = printable(self.source)
        if self.line is not None:
            place = f"{place}, line {self.line}" if place else f"line {self.line}"
        lines = [f"{place}: {printable(self.says)}" if place else printable(self.says)]
        if self.text:
            lines += _excerpt(printable(self.text), self.column)
        if self.right:
            lines.append(f"  {printable(self.right)}")
        return "\n".join(lines)


_WIDTH = 76


def _excerpt(text: str, column: int | None) -> list[str]:
    """The offending line, cut to a window around the column, and a caret under it."""
    start = max(0, min((column or 0) - _WIDTH // 2, len(text) - _WIDTH))
    window = ("…" if start else "") + text[start : start + _WIDTH] + ("…" if start + _WIDTH < len(text) else "")
    lines = [f"    {window}"]
    if column is not None:
        offset = column - start + (1 if start else 0)
        lines.append(f"    {' ' * offset}^")
    return lines
