"""The README beside the encodings: its commands answer what it says, and no file or parameter is left out."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.command import sokoplan
from sokoplan.planning.asp.encodings import FOLDER, names, text_of

README = (FOLDER / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)


def test_there_is_something_to_run() -> None:
    assert len(BLOCKS) == 3
    assert sum(block.count("\nclingo ") for block in BLOCKS) >= 10


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split()[2])
def test_the_commands_answer_what_is_said(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line in block.splitlines():
        command, _, answer = line.partition("#")
        program, *arguments = shlex.split(command)
        if program == "sokoplan":
            ran = sokoplan(*arguments[: -2 if ">" in arguments else None])
            assert ran.returncode == 0, ran.stderr
            if ">" in arguments:
                Path(arguments[-1]).write_text(ran.stdout)
        elif program == "echo":
            text, sign, file = arguments
            assert sign == ">"
            Path(file).write_text(text + "\n")
        else:
            assert program == "clingo"
            done = subprocess.run(
                [sys.executable, "-m", "clingo", *arguments], capture_output=True, text=True, check=False
            )
            assert answer.strip() in done.stdout.splitlines(), f"{line}\n{done.stdout}{done.stderr}"


def test_every_file_has_its_row() -> None:
    rows = re.findall(r"^\| `([\w-]+\.lp)` \|", README, re.MULTILINE)
    assert sorted(rows) == names()


def test_every_parameter_has_its_row() -> None:
    constants = {
        (name, file, value)
        for file in names()
        for name, value in re.findall(r"^#const (\w+) = (\d+)\.", text_of(file), re.MULTILINE)
    }
    rows = re.findall(r"^\| `-c (\w+)=N` \| `([\w-]+\.lp)` \| (.*?) \|", README, re.MULTILINE)
    assert set(rows) == constants | {
        ("horizon", "level.lp", "Helltaker's limit, else 20, or what a shortest plan needs")
    }


def test_every_fact_has_its_row() -> None:
    """What board.lp knows to be perhaps absent is what a level may hold, and what other files work out."""
    declared = set(re.findall(r"#defined (\w+)/", text_of("board.lp")))
    worked_out = {"dead", "over", "hole", "owed"}
    rows = re.findall(r"^\| (`.*?`) \|", README.partition("## Facts")[2], re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`(\w+)", row)}
    assert told == declared - worked_out
