"""The program as tests run it, and the processes it leaves behind."""

from __future__ import annotations

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from sokoplan.cli import run

COMMAND = [sys.executable, "-c", "from sokoplan.__main__ import main; main()"]


@dataclass
class Run:
    returncode: int
    stdout: str
    stderr: str


def sokoplan(*arguments: str, stdin: str = "", **environment: str) -> Run:
    """The program, run in this process: starting Python for each of a hundred runs would take half a minute."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        for name, value in {"COLUMNS": "100", **environment}.items():
            patch.setenv(name, value)
        code = run(list(arguments))
    return Run(code, out.getvalue(), err.getvalue())


def children() -> list[int]:
    """The processes that are ours and still there."""
    return [
        int(path.parent.name)
        for path in Path("/proc").glob("[0-9]*/status")
        if f"PPid:\t{os.getpid()}\n" in _text(path) and "\nState:\tZ" not in _text(path)
    ]


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
