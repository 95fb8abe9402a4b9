"""Run every example of the pages given and write down what it prints.

    python scripts/update_examples.py README.md docs/formats.md

`make test` only compares (tests/project/test_docs.py); run this after you have changed the output on purpose, and
read the result.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def printed(command: str) -> str:
    """What a command prints, in an empty folder, with the program of this Python on the path."""
    here = Path(sys.executable).parent
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            timeout=100,
            env={**os.environ, "PATH": f"{here}:{os.environ['PATH']}", "COLUMNS": "100", "LC_ALL": "C.UTF-8"},
            check=False,
        )
    return run.stdout.rstrip() + "\n"


def refreshed(block: re.Match[str]) -> str:
    parts = []
    for part in re.split(r"^\$ ", block[1], flags=re.M)[1:]:
        command, _, old = part.partition("\n")
        # Where lines were left out on purpose, a person has to look.
        output = old.rstrip() + "\n" if "\n...\n" in f"\n{old}" else printed(command)
        parts.append(f"$ {command}\n{output}")
    return "```console\n" + "\n".join(parts) + "```"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name)
        text = page.read_text(encoding="utf-8")
        page.write_text(re.sub(r"^```console\n(.*?)^```", refreshed, text, flags=re.M | re.S), encoding="utf-8")
