"""The consoles of rich, set up for this program. Imported only to print something: rich is slow to load."""

from __future__ import annotations

from typing import IO

import rich.console

# A table that goes to a file or a pipe may be as wide as it needs to be.
_WIDE = 500


class Console(rich.console.Console):
    def on_broken_pipe(self) -> None:
        """`| head` is nobody's fault; rich would end the program with a code of its own."""
        raise BrokenPipeError


def console(*, stderr: bool) -> Console:
    made = Console(stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)
    if not made.is_terminal:
        made.width = _WIDE
    return made


def console_of(pipe: IO[str]) -> Console:
    """In colour, because the pager that reads the pipe is on a terminal."""
    return Console(file=pipe, force_terminal=True, width=_WIDE, highlight=False, soft_wrap=True, markup=False)
