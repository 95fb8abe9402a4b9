"""Ctrl-C and SIGTERM: both raise KeyboardInterrupt, but never in the middle of an import.

`timeout` and batch systems send SIGTERM, and what was found so far must reach the disk. An import is no place to
stop: Python turns what is raised in some corners of it into a RuntimeError, or prints it and goes on, so that Ctrl-C
was called a bug of ours or forgotten. The signal is given again a moment later, until no import is under way.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType

_AGAIN = 0.01  # seconds
_IMPORTS = "<frozen importlib._bootstrap>"
_main: CodeType | None = None  # what was imported before the program began is none of its imports

# What may interrupt: whoever must not be interrupted holds these back.
SIGNALS = frozenset(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGALRM") if hasattr(signal, name))


def interrupt(number: int, frame: FrameType | None) -> None:
    """The handler of all of them."""
    if _is_importing(frame) and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)
        return
    raise KeyboardInterrupt


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code is not _main:
        if frame.f_code.co_filename == _IMPORTS:
            return True
        frame = frame.f_back
    return False


def obey(main: CodeType) -> None:
    """From now on, and while the function with this code runs. What the parent wants ignored stays so (`nohup`)."""
    global _main
    _main = main
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, interrupt)


def obeyed() -> None:
    """Everything is done: from now on a signal just ends the process, and no more is said about it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is interrupt:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def terminate_interrupts() -> Iterator[None]:
    """SIGTERM taken for Ctrl-C, where the program was not started as one."""
    try:
        before = signal.signal(signal.SIGTERM, interrupt)
    except ValueError:  # not the main thread: signals go elsewhere
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
