"""The program in a pseudo-terminal, as a person at a keyboard meets it."""

from __future__ import annotations

import os
import pty
import re
import select
import struct
import sys
import termios
import time
from fcntl import ioctl
from pathlib import Path

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"


class Terminal:
    """The program in a pseudo-terminal: type keys, wait for words."""

    def __init__(self, folder: Path, *arguments: str, rows: int = 24, columns: int = 80) -> None:
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", PYTHONIOENCODING="utf-8")
            os.environ.pop("COLUMNS", None)
            code = "from sokoplan.__main__ import main; main()"
            os.execv(sys.executable, [sys.executable, "-c", code, *arguments])
        ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.seen = ""

    def wait(self, pattern: str, seconds: float = 100) -> str:
        """Everything up to the pattern; what was seen before does not count again."""
        deadline = time.monotonic() + seconds
        while not (match := re.search(pattern, self.seen)):
            if (
                time.monotonic() > deadline
                or not select.select([self.descriptor], [], [], deadline - time.monotonic())[0]
            ):
                raise AssertionError(f"{pattern!r} did not come; the screen had {self.seen[-2000:]!r}")
            try:
                self.seen += os.read(self.descriptor, 65536).decode("utf-8", "replace")
            except OSError:
                raise AssertionError(f"the program ended before {pattern!r}: {self.seen[-2000:]!r}") from None
        before, self.seen = self.seen[: match.end()], self.seen[match.end() :]
        return before

    def type(self, keys: str) -> None:
        os.write(self.descriptor, keys.encode())

    def ended(self) -> int:
        """Wait for the end; the exit code."""
        deadline = time.monotonic() + 100
        while time.monotonic() < deadline:
            try:
                if select.select([self.descriptor], [], [], 0.1)[0]:
                    self.seen += os.read(self.descriptor, 65536).decode("utf-8", "replace")
            except OSError:
                break
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
