"""SIGTERM taken for Ctrl-C: `timeout` and batch systems send it, and what was found so far must reach the disk."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def terminate_interrupts() -> Iterator[None]:
    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, interrupt)
    except ValueError:  # not the main thread: signals go elsewhere
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
