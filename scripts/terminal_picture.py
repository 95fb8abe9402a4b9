"""A picture of the program in a terminal, as SVG: run commands in a window of their own and draw what it shows.

    python scripts/terminal_picture.py docs/terminal.svg

Comes in:  nothing.     Goes out: the picture. It loads no font from anywhere.
"""

from __future__ import annotations

import os
import re
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text
from terminal_window import in_a_window

WIDTH = 108
COMMANDS = (
    "sokoplan show saltire",
    "sokoplan solve saltire --engine race --objective pushes --time 20",
    "sokoplan explain two-into-one",
)


def shown(command: str) -> str:
    here = Path(sys.executable).parent
    environment = {"PATH": f"{here}:{os.environ['PATH']}", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    return in_a_window(["sh", "-c", command], WIDTH, environment)[1]


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
