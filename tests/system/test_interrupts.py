"""Ctrl-C and SIGTERM end the program wherever they come: in the middle of an import, and while a file is written."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from helpers.command import COMMAND, wait_for
from helpers.levels import HARD

# Where Python makes a RuntimeError of what is raised in an import, and where it prints it and goes on.
CORNERS = {
    "a name that is set": "class B:\n    def __set_name__(self, owner, name): signalled()\nclass A: b = B()\n",
    "an object that goes": "class A:\n    def __del__(self): signalled()\nA()\n",
}
PROGRAM = """
import sys, time
from sokoplan.system.interrupts import obey
def main():
    obey(main.__code__)
    import corner
    print("imported", flush=True)
    time.sleep(20)
try:
    main()
except KeyboardInterrupt:
    sys.exit(130)
"""


def run(program: str, folder: Path, inherited: signal.Handlers) -> subprocess.CompletedProcess[str]:
    """`inherited`: what the parent wants done with Ctrl-C."""
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=15,
        preexec_fn=lambda: signal.signal(signal.SIGINT, inherited),
        check=False,
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("corner", CORNERS)
def test_an_import_is_finished_first(tmp_path: Path, corner: str, number: int) -> None:
    begin = f"import os\ndef signalled(): os.kill(os.getpid(), {int(number)})\n"
    (tmp_path / "corner.py").write_text(begin + CORNERS[corner])
    done = run(PROGRAM, tmp_path, signal.SIG_DFL)
    assert (done.returncode, done.stderr) == (130, "")


def test_what_the_parent_wants_ignored_is_ignored(tmp_path: Path) -> None:
    """As with `nohup`."""
    (tmp_path / "corner.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = run(PROGRAM.replace("time.sleep(20)", ""), tmp_path, signal.SIG_IGN)
    assert (done.returncode, done.stdout) == (0, "imported\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_dump_that_is_interrupted_is_a_whole_file(tmp_path: Path, number: int) -> None:
    level, dump = tmp_path / "hard.xsb", tmp_path / "dump.xml"
    level.write_text(HARD)
    words = ["solve", str(level), "--engine", "search", "--objective", "pushes", "--dump", "xml"]
    program = subprocess.Popen(
        [*COMMAND, *words, "--dump-file", str(dump)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert wait_for(lambda: dump.exists() and dump.stat().st_size > 100_000, 20)
    program.send_signal(number)
    assert program.wait(10) == 130
    assert len(ElementTree.parse(dump).getroot()) > 100


@pytest.mark.parametrize("command", ["compare", "check", "bench"])
def test_sigterm_is_taken_for_ctrl_c(tmp_path: Path, command: str) -> None:
    level = tmp_path / "hard.xsb"
    level.write_text(HARD)
    program = subprocess.Popen(
        [*COMMAND, command, str(level)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    maps = Path(f"/proc/{program.pid}/maps")
    assert wait_for(lambda: b"sokoplan/_core" in maps.read_bytes(), 20)  # the engines are being loaded
    program.send_signal(signal.SIGTERM)
    assert program.wait(10) == 130


def test_ctrl_c_ends_an_export_and_not_only_the_search_in_it(tmp_path: Path) -> None:
    """How long a shortest plan is, is looked for first; nothing is written after that was stopped."""
    level = tmp_path / "hard.xsb"
    level.write_text(HARD)
    program = subprocess.Popen(
        [*COMMAND, "export", str(level), "--to", "dimacs", "-o", str(tmp_path / "formula")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    maps = Path(f"/proc/{program.pid}/maps")
    assert wait_for(lambda: b"sokoplan/_core" in maps.read_bytes(), 20)
    time.sleep(0.3)  # the search has begun
    program.send_signal(signal.SIGINT)
    assert program.wait(10) == 130
    assert not list((tmp_path / "formula").glob("*"))
