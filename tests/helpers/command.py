"""The program as tests run it, and the processes it leaves behind."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
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
    return children_of(os.getpid())


def children_of(pid: int) -> list[int]:
    """Processes whose parent this is, the dead ones that nobody has buried left out."""
    found = []
    # Not by `Path.glob`, which raises an error if a process ends while it looks.
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            text = Path(f"/proc/{name}/status").read_text()
        except OSError:
            continue
        if f"PPid:\t{pid}\n" in text and "\nState:\tZ" not in text:
            found.append(int(name))
    return found


def descendants_of(pid: int) -> list[int]:
    """The same and theirs, as the system keeps them for each thread; quick enough to be asked all the time."""
    found, todo = [], [pid]
    while todo:
        folder = f"/proc/{todo.pop()}/task"
        try:
            threads = os.listdir(folder)
        except OSError:
            continue  # it has just ended
        for thread in threads:
            with suppress(OSError), open(f"{folder}/{thread}/children", encoding="ascii") as file:
                todo += map(int, file.read().split())
        found += todo[:]
    return sorted(set(found))


def alive(pids: list[int]) -> list[int]:
    found = []
    for pid in pids:
        try:
            if "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text():
                found.append(pid)
        except OSError:
            continue
    return found


def cpu_seconds(pid: int) -> float:
    """What a process has used of the processor, by itself; what it waited for does not count."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for(what: Callable[[], object], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if what():
            return True
        time.sleep(0.02)
    return bool(what())
