"""`sokoplan generate` as a person meets it."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

import sokoplan as sp
from helpers.command import COMMAND, sokoplan

QUICK = ("generate", "--difficulty", "2", "--size", "7x7", "--boxes", "2-3", "--seed", "3", "--jobs", "1")


def test_levels_go_to_standard_output_with_their_figures_and_plans() -> None:
    ran = sokoplan(*QUICK, "--count", "2")
    assert ran.returncode == 0, ran.stderr
    levels = sp.read(ran.stdout)
    assert [level.title for level in levels] == ["Generated 1 (seed 3)", "Generated 2 (seed 3)"]
    for level in levels:
        assert level.comments[0].startswith("Difficulty ")
        assert sp.verify(level, level.solutions[0].keys)


def test_a_file_is_written_and_a_table_printed(tmp_path: Path) -> None:
    file = tmp_path / "new.sok"
    ran = sokoplan(*QUICK, "--count", "2", "--output", str(file))
    assert ran.returncode == 0, ran.stderr
    assert len(sp.read(file)) == 2
    assert ran.stdout.split()[:3] == ["level", "difficulty", "pushes"]
    assert len(ran.stdout.splitlines()) == 3
    # Made again while those are to be avoided, they are others.
    others = sp.read(sokoplan(*QUICK, "--avoid", str(file)).stdout)
    assert not any(others[0].same_board(level) for level in sp.read(file))


def test_a_folder_gets_a_file_for_each_level(tmp_path: Path) -> None:
    ran = sokoplan("generate", "--game", "sink", *QUICK[1:], "--count", "2", "--output", str(tmp_path / "new"))
    assert ran.returncode == 0, ran.stderr
    files = sorted((tmp_path / "new").iterdir())
    assert [file.name for file in files] == ["001.txt", "002.txt"]
    assert all(sp.level(file).game == "sink" for file in files)


def test_json_has_one_line_for_each_level() -> None:
    ran = sokoplan(*QUICK, "--count", "2", "--json")
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(rows) == 2
    for row in rows:
        level = sp.level(row["level"])
        assert sp.verify(level, row["plan"]).counts.pushes == row["length"]
        assert round(row["difficulty"]) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--boxes", "many"], 2, "not a number or a range: 'many'"),
        (["--boxes", "9"], 33, "from 1 to 8"),
        (["--difficulty", "0"], 33, "from 1 (easy) to 10 (hard)"),
        (["--size", "300x300"], 33, "too large"),
        (["--game", "chess"], 2, "unknown value 'chess'"),
        (["--avoid", "no-such-file"], 33, "no-such-file"),
        (["--output", "no/such/folder.sok"], 33, "cannot be written"),
        (["--game", "helltaker", "--to", "xsb", "--difficulty", "1"], 33, "xsb"),
        (["--size", "5x4", "--boxes", "1", "--difficulty", "10"], 12, "found 0 levels of 1"),
    ],
)
def test_what_is_wrong_is_one_sentence(arguments: list[str], code: int, says: str) -> None:
    ran = sokoplan("generate", "--jobs", "1", *arguments)
    assert says in ran.stderr
    assert ran.returncode == code
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(jobs: str, tmp_path: Path) -> None:
    file = tmp_path / "new.sok"
    command = [*COMMAND, *QUICK[:-2], "--jobs", jobs, "--count", "9000", "--output", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        until = time.monotonic() + 100
        while not (file.exists() and file.read_text().count("Title:") >= 2) and time.monotonic() < until:
            time.sleep(0.05)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert child.returncode == 130, err
    assert len(sp.read(file)) >= 2
    assert len(out.splitlines()) == len(sp.read(file)) + 1
