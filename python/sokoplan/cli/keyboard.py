"""The keyboard of a terminal, one key at a time, and the screen given back as it was.

Comes in:  what the terminal sends.     Goes out: names of keys: "up" "down" "left" "right", "escape",
or the character itself.
Only POSIX terminals; the thin file to replace for another system.
"""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager

_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
# How long after an escape character the rest of an arrow's sequence may take to arrive.
_ESCAPE = 0.05


class Keyboard:
    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting = ""

    def read(self, seconds: float | None = None) -> str | None:
        """The next key, or None if none came in time. Raises EOFError when the terminal has gone."""
        char = self._next(seconds)
        if char != "\x1b":
            return char
        # Arrows come as ESC [ A, or ESC O A; modifiers as ESC [ 1 ; 5 A. A lone ESC is itself.
        if self._next(_ESCAPE) not in ("[", "O"):
            return "escape"
        final = self._next(_ESCAPE)
        while final is not None and (final.isdigit() or final == ";"):
            final = self._next(_ESCAPE)
        return _ARROWS.get(final or "", "unknown")

    def _next(self, seconds: float | None) -> str | None:
        if not self._waiting:
            if not select.select([self._descriptor], [], [], seconds)[0]:
                return None
            data = os.read(self._descriptor, 1024)
            if not data:
                raise EOFError
            self._waiting = data.decode("utf-8", errors="ignore")
            if not self._waiting:
                return None
        char, self._waiting = self._waiting[0], self._waiting[1:]
        return char


@contextmanager
def keyboard() -> Iterator[Keyboard]:
    """Keys as they are pressed, without Enter and without echo; Ctrl-C still interrupts."""
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield Keyboard(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
