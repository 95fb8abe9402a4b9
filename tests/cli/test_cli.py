"""The command line as a person meets it: the program is really started, and its output and exit codes looked at."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.command import COMMAND, alive, children_of, cpu_seconds, sokoplan, wait_for
from helpers.levels import HARD, HUGE
from sokoplan.cli.exitcodes import TABLE, ExitCode

SOLVABLE = "######\n#s   #\n#CCCX#\n#X   #\n######\n"
IMPOSSIBLE = "#########\n#S  C   #\n#   X   #\n#########\n"
_XSB = ["######", "#+   #", "#$$$.#", "#.   #", "######"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "good.txt").write_text(SOLVABLE)
    (tmp_path / "impossible.txt").write_text(IMPOSSIBLE)
    (tmp_path / "huge.xsb").write_text(HUGE)
    (tmp_path / "hell.txt").write_text("t\n9\n######\n#HB D#\n#    #\n######\n")
    (tmp_path / "broken.xsb").write_text("####\n#@$#\n####\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


EXIT_CODES = [
    (["solve", "good.txt"], ExitCode.SOLVED),
    (["solve", "impossible.txt"], ExitCode.UNSOLVABLE),
    (["solve", "huge.xsb", "--engine", "oracle", "--time", "0.3"], ExitCode.TIME),
    (["solve", "huge.xsb", "--engine", "oracle", "--memory", "300M"], ExitCode.MEMORY),
    (["solve", "good.txt", "--engine", "sat", "--max-steps", "3"], ExitCode.GAVE_UP),
    (["solve", "good.txt", "--engine", "asp", "--max-steps", "3"], ExitCode.GAVE_UP),
    (["solve", "broken.xsb"], ExitCode.BAD_INPUT),
    (["solve", "no-such-file"], ExitCode.BAD_INPUT),
    (["solve", "good.txt#7"], ExitCode.BAD_INPUT),
    (["solve", "good.txt", "--all", "--objective", "pushes"], ExitCode.USAGE),
    (["solve", "good.txt", "--all", "--objective", "pushes-moves"], ExitCode.SOLVED),
    (["solve", "good.txt", "--goal", "each-once", "--objective", "pushes"], ExitCode.SOLVED),
    (["solve", "hell.txt", "--format", "pushes"], ExitCode.USAGE),
    (["solve", "good.txt", "--limit", "3"], ExitCode.USAGE),
    (["solve", "good.txt", "--json", "--format", "rle"], ExitCode.USAGE),
    (["verify", "good.txt", "(1, 2) --> up"], ExitCode.NOT_VERIFIED),
    (["verify", "-", "-"], ExitCode.USAGE),
    (["show", "-", "-"], ExitCode.USAGE),
    (["show", ""], ExitCode.BAD_INPUT),
    (["show", "#3"], ExitCode.BAD_INPUT),
    ([], ExitCode.USAGE),
    (["solve", "good.txt", "--time", "soon"], ExitCode.USAGE),
    (["solve", "good.txt", "--objective", "beauty"], ExitCode.USAGE),
    (["solve", "good.txt", "--engine", "magic"], ExitCode.USAGE),
    (["solve", "good.txt", "--format", "song"], ExitCode.USAGE),
    (["solve"], ExitCode.USAGE),
    (["dance"], ExitCode.USAGE),
    (["solve", "good.txt", "impossible.txt"], ExitCode.UNSOLVABLE),
    (["solve", "impossible.txt", "broken.xsb", "good.txt"], ExitCode.BAD_INPUT),
    (["verify", "good.txt", "DurrrddllURuL"], ExitCode.SOLVED),
    (["verify", "good.txt", "Durrr"], ExitCode.NOT_VERIFIED),
    (["verify", "good.txt", "llll"], ExitCode.NOT_VERIFIED),
    (["verify", "good.txt", "zzz"], ExitCode.BAD_INPUT),
    (["verify", "good.txt"], ExitCode.BAD_INPUT),
    (["verify", "good.txt", "u", "--plan-file", "x"], ExitCode.USAGE),
    (["show", "good.txt"], ExitCode.SOLVED),
    (["show", "broken.xsb"], ExitCode.BAD_INPUT),
    (["convert", "good.txt", "--to", "xsb"], ExitCode.SOLVED),
    (["convert", "good.txt", "--to", "klingon"], ExitCode.USAGE),
    (["convert", "good.txt", "--to", "helltaker"], ExitCode.BAD_INPUT),
    (["export", "good.txt", "--to", "pddl"], ExitCode.SOLVED),
    (["export", "good.txt"], ExitCode.USAGE),
    (["levels"], ExitCode.SOLVED),
    (["levels", "--game", "chess"], ExitCode.USAGE),
    (["play", "good.txt"], ExitCode.BAD_INPUT),  # no terminal here
    (["--help"], ExitCode.SOLVED),
    (["--version"], ExitCode.SOLVED),
]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "code"), EXIT_CODES, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_exit_codes(arguments: list[str], code: ExitCode) -> None:
    ran = sokoplan(*arguments)
    assert ran.returncode == code, ran.stderr
    assert "Traceback" not in ran.stderr + ran.stdout
    if code in (ExitCode.USAGE, ExitCode.BAD_INPUT) and arguments:
        assert ran.stderr.strip()


def test_the_program_starts_by_its_name_and_as_a_process() -> None:
    ended = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0
    assert ended.stdout.startswith("sokoplan ")


def test_every_exit_code_is_documented() -> None:
    assert set(TABLE) == set(ExitCode)
    help_text = sokoplan("--help").stdout
    for code, words in TABLE.items():
        assert f"{code.value}  {words}" in help_text


@pytest.mark.usefixtures("folder")
class TestSolve:
    def test_json_has_every_field(self) -> None:
        ran = sokoplan("solve", "good.txt", "impossible.txt", "--json", "--objective", "moves")
        solved, impossible = map(json.loads, ran.stdout.splitlines())
        seconds = solved.pop("seconds")
        assert seconds >= 0
        assert solved == {
            "file": "good.txt", "index": 1, "title": "", "game": "sokoban", "status": "solved", "reason": None,
            "objective": "moves", "optimal": True, "plan": "DurrrddllURuL", "moves": 13, "pushes": 4, "cost": 13,
            "bound": 13, "gap": 0.0,
            "engine": solved["engine"], "strategy": solved["strategy"], "nodes": solved["nodes"],
        }  # fmt: skip
        assert solved["nodes"] > 0
        assert impossible["status"] == "unsolvable"
        assert impossible["plan"] is None
        assert impossible["optimal"] is False

    def test_json_tells_why_it_does_not_know(self) -> None:
        ran = sokoplan("solve", "huge.xsb", "--json", "--time", "0.3", "--engine", "oracle")
        answer = json.loads(ran.stdout)
        assert (answer["status"], answer["reason"]) == ("unknown", "time")

    def test_any_claims_nothing(self) -> None:
        assert json.loads(sokoplan("solve", "good.txt", "--json").stdout)["optimal"] is False

    def test_all_plans_of_an_impossible_level(self) -> None:
        answer = json.loads(sokoplan("solve", "impossible.txt", "--json", "--all").stdout)
        assert (answer["status"], answer["plans"]) == ("unsolvable", 0)

    def test_all_plans(self) -> None:
        ran = sokoplan("solve", "good.txt", "--json", "--all", "--limit", "1")
        answer = json.loads(ran.stdout)
        assert answer["plans"] == 1
        assert len(answer["listed"]) == 1
        assert answer["objective"] == "moves"

    def test_formats(self) -> None:
        plan = {
            name: sokoplan("solve", "good.txt", "--objective", "moves", "--format", name).stdout.splitlines()[1:]
            for name in ("lurd", "rle", "actions", "pushes", "old-pushes", "boards")
        }
        assert plan["lurd"] == ["DurrrddllURuL"]
        assert plan["rle"] == ["Du3r2d2lURuL"]
        assert plan["actions"][0] == "push(1,1,down,0)"
        assert len(plan["actions"]) == 13
        assert plan["pushes"][0] == "( 1,  2) --> down"
        assert plan["old-pushes"][0] == "( 1,  2) --> ( 1,  1)"
        assert plan["boards"][-5:] == ["######", "#*@  #", "#   *#", "#*   #", "######"]
        assert plan["boards"][:7] == [*_XSB, "", "1. D"]

    def test_a_table_for_several_levels_and_the_lost_file_is_told(self) -> None:
        ran = sokoplan("solve", "good.txt", "broken.xsb", "impossible.txt")
        assert "good.txt" in ran.stdout
        assert "2 of 2 levels: 1 solved, 1 unsolvable" in ran.stdout
        assert "more boxes than goals" in ran.stderr

    def test_each_once(self) -> None:
        two_boxes = "#######\n#@$.  #\n#  $  #\n#     #\n#######\n"
        refused = sokoplan("solve", "-", stdin=two_boxes)
        assert refused.returncode == ExitCode.BAD_INPUT
        assert "each-once" in refused.stderr
        read_otherwise = sokoplan("solve", "-", "--goal", "each-once", "--json", stdin=two_boxes)
        assert json.loads(read_otherwise.stdout)["status"] == "solved"

    def test_output_is_plain_when_piped_and_long_lines_are_whole(self) -> None:
        ran = sokoplan("solve", "good.txt", COLUMNS="20")
        assert "\x1b" not in ran.stdout
        assert "DurrrddllURuL" in ran.stdout.splitlines()

    @pytest.mark.parametrize("engine", ["oracle", "search"])
    def test_ctrl_c_ends_it_and_leaves_no_child(self, folder: Path, engine: str) -> None:
        (folder / "hard.xsb").write_text(HARD)
        program = subprocess.Popen(
            [*COMMAND, "solve", "hard.xsb", "--engine", engine, "--objective", "moves", "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder,
        )  # fmt: skip
        # Well after the start, which takes a fifth of a second.
        assert wait_for(lambda: max(map(cpu_seconds, [program.pid, *children_of(program.pid)])) > 0.7, 100)
        children = children_of(program.pid)
        assert bool(children) == (engine == "oracle")
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=100)
        assert program.returncode == ExitCode.INTERRUPTED
        assert not alive(children)
        answer = json.loads(out)
        assert answer["reason"] == "cancelled"
        assert answer["nodes"] > 0
        assert "Traceback" not in err


@pytest.mark.usefixtures("folder")
class TestVerify:
    def test_an_illegal_plan_is_explained_and_drawn(self) -> None:
        ran = sokoplan("verify", "good.txt", "DuRu")
        assert "illegal: key 4 (up) is not allowed: a wall is in the way" in ran.stdout
        assert ran.stdout.splitlines()[1:6] == ["######", "#.@  #", "# $$.#", "#*   #", "######"]
        assert "key 3 (R) is written as a push, but is a move" in ran.stderr

    def test_counts(self) -> None:
        record = json.loads(sokoplan("verify", "good.txt", "DurrrddllURuL", "--json").stdout)
        assert record["solved"] is True
        assert (record["moves"], record["pushes"], record["box_changes"]) == (13, 4, 4)

    def test_plan_from_standard_input_and_from_a_file(self, folder: Path) -> None:
        assert sokoplan("verify", "good.txt", "-", stdin="Durrrd dllU\nRuL\n").returncode == 0
        (folder / "plan.txt").write_text("Du3r2d2lURuL")
        assert sokoplan("verify", "good.txt", "--plan-file", "plan.txt").returncode == 0

    def test_solutions_in_the_file(self, folder: Path) -> None:
        (folder / "with.xsb").write_text("#####\n#@$.#\n#####\nSolution: R\n")
        assert sokoplan("verify", "with.xsb").returncode == 0


@pytest.mark.usefixtures("folder")
class TestFiles:
    def test_convert_there_and_back(self, folder: Path) -> None:
        xsb = sokoplan("convert", "good.txt", "--to", "xsb").stdout
        assert "#$$$.#" in xsb
        again = sokoplan("convert", "-", "--to", "course", "--output", "again.txt", stdin=xsb)
        assert again.returncode == 0
        assert (folder / "again.txt").read_text() == SOLVABLE

    @pytest.mark.parametrize("command", ["explain", "teach", "draw", "verify", "export --to asp"])
    def test_a_folder_where_one_level_is_asked_for(self, folder: Path, command: str) -> None:
        word, *more = command.split()
        ran = sokoplan(word, str(folder), *more)
        assert ran.returncode == ExitCode.BAD_INPUT
        assert ran.stderr == f"error: {folder} is a folder, not a level\n  Give one of its files.\n"

    def test_a_formula_says_its_horizon(self) -> None:
        chosen = sokoplan("export", "first-push", "--to", "dimacs")
        assert chosen.stdout.startswith("c sokoplan: a plan of exactly 4 moves\n")
        assert chosen.stderr.startswith("note: the formula asks for a plan of exactly 4 moves, the shortest there is")
        assert sokoplan("export", "first-push", "--to", "dimacs", "--horizon", "4").stderr == ""

    def test_export_writes_files(self, folder: Path) -> None:
        ran = sokoplan("export", "good.txt", "--to", "pddl", "--output", "planning")
        assert ran.returncode == 0
        assert "(define (domain" in (folder / "planning" / "domain.pddl").read_text()
        assert "(define (problem" in (folder / "planning" / "problem.pddl").read_text()

    def test_export_json_is_json(self) -> None:
        for kind in ("json", "sas"):
            assert json.loads(sokoplan("export", "good.txt", "--to", kind).stdout)

    def test_a_folder_that_is_not_there_is_a_sentence(self, folder: Path) -> None:
        ran = sokoplan("convert", "good.txt", "--to", "xsb", "--output", str(folder / "no" / "such" / "folder.xsb"))
        assert ran.returncode == ExitCode.BAD_INPUT
        assert "No such file" in ran.stderr

    def test_collections_by_number_and_title(self, folder: Path) -> None:
        (folder / "two.xsb").write_text("####\n#@*#\n####\nTitle: First\n\n#####\n#@$.#\n#####\nTitle: Second one\n")
        assert json.loads(sokoplan("show", "two.xsb#2", "--json").stdout)["title"] == "Second one"
        assert json.loads(sokoplan("show", "two.xsb#first", "--json").stdout)["index"] == 1
        wrong = sokoplan("show", "two.xsb#Secnd one")
        assert "Did you mean 'Second one'" in wrong.stderr
        assert len(sokoplan("show", "two.xsb", "--json").stdout.splitlines()) == 2

    def test_a_folder(self, folder: Path) -> None:
        (folder / "sub").mkdir()
        (folder / "sub" / "a.xsb").write_text("#####\n#@$.#\n#####\n")
        (folder / "sub" / "b.xsb").write_text("#####\n#@$.#\n#####\n")
        assert len(sokoplan("show", "sub", "--json").stdout.splitlines()) == 2

    def test_limits_are_configurable(self) -> None:
        assert sokoplan("show", "good.txt", "--max-board", "4x4").returncode == ExitCode.BAD_INPUT
        assert sokoplan("show", "good.txt", "--max-bytes", "10").returncode == ExitCode.BAD_INPUT
        assert sokoplan("show", "good.txt", SOKOPLAN_MAX_BOARD="4x4").returncode == ExitCode.BAD_INPUT
        assert sokoplan("show", "good.txt", "--max-board", "huge").returncode == ExitCode.USAGE

    def test_control_characters_never_reach_the_terminal(self, folder: Path) -> None:
        (folder / "evil.xsb").write_bytes(b"#####\n#@$.#\n#####\nTitle: \x1b[2Jgone\x07\xe2\x80\xae\n")
        (folder / "evil2.xsb").write_bytes(b"#####\n#@\x1b[2J$.#\n#####\n")
        for name in ("evil.xsb", "evil2.xsb", "\x1b[2J.xsb"):
            ran = sokoplan("show", name)
            assert "[2J" in ran.stdout + ran.stderr  # it is shown, only not as a command
            for char in ("\x1b", "\x07", "\u202e"):
                assert char not in ran.stdout + ran.stderr
        solved = sokoplan("solve", "evil.xsb")
        assert "[2Jgone" in solved.stdout + solved.stderr
        assert "\x1b" not in solved.stdout + solved.stderr

    def test_a_closed_pipe_is_no_error(self, folder: Path) -> None:
        (folder / "many.xsb").write_text("#####\n#@$.#\n#####\n\n" * 3000)
        command = f"{sys.executable} -c 'from sokoplan.__main__ import main; main()' show many.xsb"
        piped = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {command} | head -1"],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert len(piped.stdout.splitlines()) == 1
        assert piped.stderr == ""
        assert piped.returncode == 0

    def test_one_bad_file_in_a_folder_does_not_lose_the_others(self, folder: Path) -> None:
        (folder / "mix").mkdir()
        (folder / "mix" / "a.xsb").write_text("#####\n#@$.#\n#####\n")
        (folder / "mix" / "notes.txt").write_text("nothing but words\n")
        ran = sokoplan("solve", "mix", "--json")
        assert json.loads(ran.stdout)["status"] == "solved"
        assert ran.returncode == ExitCode.BAD_INPUT

    def test_titles_with_a_number_sign(self, folder: Path) -> None:
        (folder / "hash.xsb").write_text("#####\n#@$.#\n#####\nTitle: Level #2\n\n####\n#@*#\n####\nTitle: b\n")
        assert json.loads(sokoplan("show", "hash.xsb#Level #2", "--json").stdout)["index"] == 1
        assert "It has levels 1 to 2." in sokoplan("show", "hash.xsb#9").stderr
        assert sokoplan("show", f"{folder}#1").returncode == ExitCode.BAD_INPUT

    def test_nothing_is_imported_from_the_current_folder(self, folder: Path) -> None:
        (folder / "random.py").write_text("raise SystemExit('a stranger was here')")
        (folder / "sokoplan").mkdir()
        ran = sokoplan("solve", "good.txt", "--engine", "oracle", "--json")
        assert json.loads(ran.stdout)["status"] == "solved"

    def test_odd_streams(self, folder: Path) -> None:
        (folder / "accent.xsb").write_text("#####\n#@$.#\n#####\nTitle: \u00e9t\u00e9\n", encoding="utf-8")
        command = f"{sys.executable} -c 'from sokoplan.__main__ import main; main()'"
        for line, code in (
            (f"{command} show accent.xsb >&-", 0),
            (f"{command} show - <&-", ExitCode.BAD_INPUT),
            (f"PYTHONIOENCODING=ascii {command} show accent.xsb", 0),
            (f"PYTHONIOENCODING=ascii {command} solve accent.xsb --json", 0),
            (f"{command} show accent.xsb > /dev/full", ExitCode.BAD_INPUT),
        ):
            ended = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60, check=False)
            assert ended.returncode == code, (line, ended.stderr)
            assert "Traceback" not in ended.stderr

    def test_a_long_title_never_hides_a_number(self, folder: Path) -> None:
        (folder / "long.xsb").write_text(f"#####\n#@$.#\n#####\nTitle: {'long ' * 60}\n\n####\n#@*#\n####\n")
        piped = sokoplan("solve", "long.xsb")
        first, second, *_ = (line.split() for line in piped.stdout.splitlines()[1:])
        assert first[0] == "long.xsb#1"
        answer = first.index("solved")  # after as much of the title as fits
        assert 2 < answer < 20
        assert (first[answer : answer + 3], second[1:4]) == (["solved", "1", "1"], ["solved", "0", "0"])

    def test_large_levels_keep_their_limits(self, folder: Path) -> None:
        rows = ["#" * 200, "#@$" + " " * 195 + ".#", *["#" + " " * 198 + "#"] * 190, "#" * 200]
        (folder / "large.xsb").write_text("\n".join(row[:199] + "#" for row in rows) + "\n")
        ran = sokoplan("solve", "large.xsb", "--time", "1", "--json")
        assert ran.returncode in (ExitCode.TIME, ExitCode.SOLVED)

    def test_a_number_of_plans_with_thousands_of_digits(self, folder: Path) -> None:
        loop = "t\n900\n#######\n#H    #\n# ### #\n#    D#\n#######\n"
        (folder / "loop.txt").write_text(loop)
        ran = sokoplan("solve", "loop.txt", "--all", "--limit", "1")
        assert ran.returncode == 0
        assert "plans within the limit of 900" in ran.stdout


def test_remarks_are_shown() -> None:
    solved = sokoplan("show", "-", stdin="####\n#@*#\n####\n")
    assert solved.returncode == 0
    assert "It is already solved" in solved.stdout
    sealed = sokoplan("show", "-", stdin="########\n#@$.#$.#\n########\n")
    assert sealed.returncode == 0
    assert "can never reach 1 box, at row 2, column 6" in sealed.stdout
    assert sokoplan("solve", "-", stdin="########\n#@$.#$.#\n########\n").returncode == ExitCode.UNSOLVABLE
    decorated = sokoplan("show", "-", stdin="#######\n#@$.# #\n#######\n")
    assert "decoration" in decorated.stdout


class TestPlanOnly:
    """`sokoplan solve LEVEL --plan-only > FILE` for every game: plans alone, the rest on standard error."""

    @pytest.mark.parametrize("name", ["sample-map-1", "diamond", "mind-the-gap", "helltaker-level-1"])
    def test_only_the_plan_is_on_standard_output(self, name: str) -> None:
        ran = sokoplan("solve", name, "--plan-only")
        assert ran.returncode == 0
        assert re.fullmatch(r"[udlrUDLR]+\n", ran.stdout)
        assert "solved in" in ran.stderr
        assert sokoplan("verify", name, ran.stdout.strip()).returncode == 0

    def test_all_plans_of_a_level(self) -> None:
        ran = sokoplan("solve", "helltaker-level-1", "--all", "--plan-only")
        plans = ran.stdout.split()
        assert len(set(plans)) == 8
        assert all(len(plan) == 23 for plan in plans)
        assert "8 plans within the limit of 23" in ran.stderr

    def test_several_levels_and_one_without_a_plan(self) -> None:
        ran = sokoplan("solve", "first-push", "too-late", "sample-map-1", "--plan-only", "--objective", "moves")
        assert ran.returncode == ExitCode.UNSOLVABLE
        assert ran.stdout.splitlines() == ["rRRR", "DurrrddllURuL"]
        assert "2 solved, 1 unsolvable" in ran.stderr

    def test_in_another_notation_and_not_with_json(self) -> None:
        ran = sokoplan("solve", "helltaker-level-1", "--plan-only", "--format", "asp")
        assert re.match(r"do\((move|kick)\w+\(hero,l1_6,l\d_\d\), 0\)\n", ran.stdout)
        assert "sokoban" not in ran.stdout
        assert sokoplan("verify", "helltaker-level-1", "-", stdin=ran.stdout).returncode == 0
        assert sokoplan("solve", "first-push", "--plan-only", "--json").returncode == ExitCode.USAGE


def test_all_lists_up_to_a_hundred_plans(tmp_path: Path) -> None:
    level = tmp_path / "room.txt"
    level.write_text("Room\n6\n" + "#######\n#H    #\n#     #\n#     #\n#    D#\n#######\n")
    ran = sokoplan("solve", str(level), "--all")
    told = re.search(r"^(\d+) plans within", ran.stdout, re.MULTILINE)
    assert told
    assert 20 < int(told[1]) <= 100
    assert len(ran.stdout.splitlines()) == int(told[1]) + 2
