"""A program in a terminal's window: what a person would see on its standard output.

Comes in:  a command, the window's width.     Goes out: the exit code, and the text with its colours.
"""

from __future__ import annotations

import os
import pty
import struct
import subprocess
import termios
from collections.abc import Mapping, Sequence
from fcntl import ioctl


def in_a_window(command: Sequence[str], columns: int, environment: Mapping[str, str]) -> tuple[int, str]:
    """Progress, which goes to standard error and is wiped away again, is left out."""
    master, slave = pty.openpty()
    ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    # These would say more than the window does.
    inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    with subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=subprocess.DEVNULL, env={**inherited, **environment}
    ) as process:
        os.close(slave)
        seen = _all_of(master)
    os.close(master)
    return process.returncode, seen.decode().replace("\r\n", "\n")


def _all_of(descriptor: int) -> bytes:
    seen = b""
    while True:
        try:
            part = os.read(descriptor, 65536)
        except OSError:  # the other end is closed: so Linux says it
            return seen
        if not part:
            return seen
        seen += part
