"""Levels as answer set programs for plain clingo: one file, a folder with a README, or the course's own words."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.command import sokoplan
from helpers.levels import drawn
from helpers.small_levels import KINDS, small_levels
from sokoplan.cli import run
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.planning.asp.encodings import encoding_of
from sokoplan.planning.asp.export import files, program
from sokoplan.puzzle.notation import read_plans
from sokoplan.puzzle.verify import verify


def _clingo(folder: Path, *arguments: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "clingo", *arguments], capture_output=True, text=True, check=False, cwd=folder
    )
    assert not ran.stderr, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_one_file_is_enough(kind: str, tmp_path: Path) -> None:
    """It finds a plan of the optimal cost, none of one less, and says nothing on standard error."""
    for level, cost in small_levels(kind, 12)[:3]:
        assert cost is not None
        (tmp_path / "level.lp").write_text(program(level, cost))
        found = _clingo(tmp_path, "level.lp")
        (read,) = read_plans(found, level)
        assert verify(level, read.plan).solved
        assert "UNSATISFIABLE" in _clingo(tmp_path, "level.lp", "-c", f"horizon={cost - 1}")


def test_helltakers_limit_is_the_default_horizon(tmp_path: Path) -> None:
    ran = sokoplan("export", "helltaker-level-1", "--to", "asp")
    (tmp_path / "level.lp").write_text(ran.stdout)
    assert re.search(r"^Models +: 8$", _clingo(tmp_path, "level.lp", "-n0"), re.MULTILINE)
    assert "UNSATISFIABLE" in _clingo(tmp_path, "level.lp", "-c", "horizon=22")


def test_a_plan_that_needs_more_than_twenty_steps_is_within_the_horizon(tmp_path: Path) -> None:
    """With a horizon of 20 the program says UNSATISFIABLE of a level that has a plan."""
    for kind in ("asp", "lp"):
        ran = sokoplan("export", "diamond", "--to", kind)
        assert "#const horizon = 27." in ran.stdout
        assert "the horizon of the program is 27, the moves of a shortest plan; " in ran.stderr
    (tmp_path / "level.lp").write_text(sokoplan("export", "diamond", "--to", "asp").stdout)
    assert "UNSATISFIABLE" not in _clingo(tmp_path, "level.lp")
    ran = sokoplan("export", "diamond", "--to", "asp", "--horizon", "26")
    assert "#const horizon = 26." in ran.stdout
    assert ran.stderr == ""


@pytest.mark.parametrize("name", ["two-yardsticks", "too-late", "helltaker-level-1"])
def test_a_usual_horizon_needs_no_note(name: str) -> None:
    ran = sokoplan("export", name, "--to", "asp")
    assert ran.stderr == ""
    assert ("#const horizon = 23." if name.startswith("helltaker") else "#const horizon = 20.") in ran.stdout


@pytest.mark.parametrize("name", ["two-yardsticks", "first-the-key"])
def test_the_folder_has_what_its_readme_needs(name: str, tmp_path: Path) -> None:
    ran = sokoplan("export", name, "--to", "asp", "--output", str(tmp_path), "--horizon", "13")
    written = {Path(line).name for line in ran.stdout.splitlines()}
    assert ("kick.lp" in written) != ("push.lp" in written)
    readme = (tmp_path / "README.md").read_text()
    assert set(re.findall(r"^\| `([\w-]+\.lp)`", readme, re.MULTILINE)) == written - {"README.md"}
    commands = re.findall(r"^(clingo .*?) +#", readme, re.MULTILINE)
    assert len(commands) >= 6
    for command in commands:
        line, pipe, _ = command.partition(" | ")
        printed = _clingo(tmp_path, *shlex.split(line)[1:], *(["--quiet=1"] if line.endswith(" 0") else []))
        assert "SATISFIABLE" in printed or "OPTIMUM FOUND" in printed, command
        if pipe:
            assert sokoplan("verify", name, "-", stdin=printed).returncode == 0


def test_all_files_are_there_before_the_first_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever reads the list may stop early: `sokoplan export ... | head -1`."""

    def stop(words: str) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("click.echo", stop)
    run(["export", "first-push", "--to", "asp", "--output", str(tmp_path)])
    assert {"README.md", "level.lp", "push.lp"} <= {path.name for path in tmp_path.iterdir()}


def test_no_file_of_another_game() -> None:
    for kind in KINDS:
        level, _ = small_levels(kind, 12)[0]
        other = {"push.lp": "kick.lp", "kick.lp": "push.lp"}[encoding_of(level)]
        assert other not in files(level)
        assert f'#include "{other}"' not in "".join(files(level).values())
        assert "#include" not in program(level)


# The course's program, as its document prints it.
COURSE = Path(__file__).parents[2] / "benchmarks" / "course" / "sokoban.lp"


@pytest.mark.parametrize(
    ("text", "reading", "moves"),
    [
        ("######\n#s   #\n#CCCX#\n#X   #\n######\n", "end", 13),
        ("  ####\n###S ##\n#  C X#\n#    ##\n######\n", "end", 8),
        ("#######\n#@    #\n# $.$ #\n#     #\n#######\n", "each-once", 10),  # fewer goals than crates
    ],
)
def test_the_courses_program_runs_on_our_facts(text: str, reading: str, moves: int, tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text(text)
    where = [str(tmp_path / "map.txt"), "--goal", reading]
    facts = sokoplan("export", *where, "--to", "lp", "--words", "course").stdout
    (tmp_path / "level.lp").write_text(facts + "#show total_crates/1. #show total_walls/1.\n")
    printed = subprocess.run(
        [sys.executable, "-m", "clingo", str(COURSE), "level.lp", "-c", f"maxsteps={moves + 1}", "-W", "none"],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    ).stdout  # fmt: skip
    assert "OPTIMUM FOUND" in printed, printed
    level = drawn(text, reading=reading)
    assert {f"total_walls({len(level.walls)})", f"total_crates({len(level.boxes)})"} <= set(printed.split())
    told = sokoplan("verify", *where, "-", stdin=printed)
    assert told.returncode == 0, told.stdout + told.stderr
    assert f"{moves} moves" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["diamond", "--to", "lp", "--words", "course"], ExitCode.BAD_INPUT, "plays only Sokoban"),
        (["sample-map-1", "--to", "pddl", "--words", "course"], ExitCode.USAGE, "only --to lp has other words"),
        (["sample-map-1", "--to", "json", "--horizon", "3"], ExitCode.USAGE, "have a horizon"),
        (["sample-map-1", "--to", "lp", "--words", "course", "--horizon", "3"], ExitCode.USAGE, "-c maxsteps=N"),
    ],
)
def test_what_cannot_be_exported(arguments: list[str], code: ExitCode, says: str) -> None:
    ran = sokoplan("export", *arguments)
    assert (ran.returncode, says in ran.stderr) == (code, True), ran.stderr


def test_show_has_the_totals() -> None:
    assert "3 boxes, 3 goals, 18 walls" in sokoplan("show", "sample-map-1").stdout
