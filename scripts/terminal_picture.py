"""A picture of the program in a terminal, as SVG: run commands in a window of their own and draw what it shows.

    python scripts/terminal_picture.py docs/terminal.svg

Comes in:  nothing.     Goes out: the picture. It loads no font from anywhere.
"""

from __future__ import annotations

import os
import pty
import re
import struct
import subprocess
import sys
import termios
from fcntl import ioctl
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

WIDTH = 108
COMMANDS = (
    "sokoplan show saltire",
    "sokoplan solve saltire --engine race --objective pushes --time 20",
    "sokoplan explain two-into-one",
)


def shown(command: str) -> str:
    """What a person would see: standard output in colour, without the progress that is wiped away again."""
    master, slave = pty.openpty()
    ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, WIDTH, 0, 0))
    here = Path(sys.executable).parent
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    environment |= {"PATH": f"{here}:{os.environ['PATH']}", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(
        command, shell=True, stdin=slave, stdout=slave, stderr=subprocess.DEVNULL, env=environment
    )
    os.close(slave)
    seen = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        seen += part
    process.wait()
    os.close(master)
    return seen.decode().replace("\r\n", "\n")


def picture() -> str:
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True)
    for command in COMMANDS:
        console.print(Text.assemble(("$ ", "bold green"), (command, "bold")))
        console.print(Text.from_ansi(shown(command).rstrip()))
        console.print()
    svg = console.export_svg(title="sokoplan")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(picture(), encoding="utf-8")
