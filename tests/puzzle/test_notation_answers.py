"""Plans as other programs print them: the NetHack solver's document, clingo as text and JSON, PDDL planners."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.command import sokoplan
from helpers.levels import drawn
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.plans import PLAN_FORMATS, WITHOUT_WALKS
from sokoplan.errors import InputError
from sokoplan.puzzle.notation import NOTATIONS, PlanRead, read_plan, read_plans
from sokoplan.puzzle.notation.write import lurd
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify

# The four pushes that the document of the NetHack solver shows, in both styles.
NEW = "( 7,  3) --> left\n( 7,  2) --> up\n( 5,  3) --> down\n( 5,  6) --> right"
OLD = "( 7,  3) --> ( 8,  3)\n( 7,  2) --> ( 7,  3)\n( 5,  3) --> ( 5,  2)\n( 5,  6) --> ( 4,  6)"
ROOM = """
#9
#11
#***********
#*........x*
#*......o..*
#*....o.oy.*
#*.........*
#*.........*
#*....o....*
#*.........*
#***********
"""


def test_the_documents_pushes_in_both_styles() -> None:
    level = drawn(ROOM.strip())
    plan = read_plan(NEW, level).plan
    assert lurd(level, plan).count("L") == 1
    assert read_plan(OLD, level).plan == plan
    assert "\n".join(NOTATIONS["pushes"](level, plan)) == NEW
    assert "\n".join(NOTATIONS["old-pushes"](level, plan)) == OLD


def test_old_style_output_of_solve_is_verified(tmp_path: Path) -> None:
    printed = sokoplan("solve", "diamond", "--objective", "pushes", "--old-style-output").stdout
    ran = sokoplan("verify", "diamond", "-", stdin=printed)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "Diamond: solved" in ran.stdout


CORRIDOR = "#######\n#@ $ .#\n#######"


@pytest.mark.parametrize(
    "text",
    [
        "do(right,3) do(right,1) do(right,2)",
        "do( right , 1 ). do(right,2). do(right,3).",
        "do(push((1,3),right),1) do(push((1,4),right),2)",
        "total_crates(1) do(moveRight(sokoban,l1_1,l1_2),0) do(pushRight(sokoban,l1_2,l1_3,l1_4,crate_01),1) "
        "do(pushRight(sokoban,l1_3,l1_4,l1_5,crate_01),2) total_walls(20) at(crate_01,l1_3,0) box((1,3),0)",
        # As the course's ASP project prints its solution.
        "Solution found in 3 steps (0..2):\nStep 0: do(moveRight(sokoban,l1_1,l1_2), 0)\n"
        "Step 1: do(pushRight(sokoban,l1_2,l1_3,l1_4,crate_01), 1)\n"
        "Step 2: do(pushRight(sokoban,l1_3,l1_4,l1_5,crate_01), 2)\n",
        # As the program of the course's SAT report prints it.
        "Writing theory and solving the problem...\nDONE\nSolution found, actions:\nmove(1,1,1,2,1)\n"
        "push(1,1,2,1,3,1,4,2)\npushToGoal(1,1,3,1,4,1,5,3)\n",
        # All that a planner prints: Fast Downward, FF.
        "INFO     Running translator.\nParsing: [0.010s CPU]\n[t=0.001s, 10412 KB] Solution found!\n"
        "move c1-1 c1-2 (1)\npush-to-plain c1-2 c1-3 c1-4 box-1 (1)\npush-to-goal c1-3 c1-4 c1-5 box-1 (1)\n"
        "[t=0.002s, 10412 KB] Plan length: 3 step(s).\nPeak memory: 10412 KB\n",
        "ff: found legal plan as follows\n\nstep    0: MOVE C1-1 C1-2\n"
        "        1: PUSH-TO-PLAIN C1-2 C1-3 C1-4 BOX-1\n"
        "        2: PUSH-TO-GOAL C1-3 C1-4 C1-5 BOX-1\n     \ntime spent:    0.00 seconds\n",
        "(move c1-1 c1-2)\n(push-to-plain c1-2 c1-3 c1-4 box-1)\n(push-to-goal c1-3 c1-4 c1-5 box-1)\n; cost = 3\n",
        "move c1-1 c1-2 (1)\npush-to-plain c1-2 c1-3 c1-4 box-1 (1)\npush-to-goal c1-3 c1-4 c1-5 box-1 (1)\n",
    ],
)
def test_other_peoples_words(text: str) -> None:
    read = read_plan(text, drawn(CORRIDOR))
    assert (read.plan.keys, read.remarks) == ("rrr", ())


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("(move c1-1 c1-2)\n(move c1-2 c1-3)", "key 2 is written as a move from c1-2, but is a push from c1-2"),
        (
            "(MOVE C1-1 C1-2)\n(PUSH C1-3 C1-4 C1-5 BOX-1)",
            "key 2 is written as a push from c1-3, but is a push from c1-2",
        ),
        ("(push-to-goal c1-1 c1-2 c1-3 box-1)", "key 1 is written as a push from c1-1, but is a move from c1-1"),
        ("(other-name c1-2 c1-3)", "key 1 is written as a move from c1-2, but is a move from c1-1"),
    ],
)
def test_what_an_action_says_of_itself_is_checked(text: str, remark: str) -> None:
    read = read_plan(text, drawn(CORRIDOR))
    assert (set(read.plan.keys), read.remarks) == ({"r"}, (remark,))


def test_a_forced_step_has_neither_key_nor_remark() -> None:
    level = drawn("Spikes\n9\n######\n#HS D#\n######")
    text = "(walk c1-1 c1-2 even odd)\n(suffer)\n(walk c1-2 c1-3 odd even)\n; cost = 3 (unit cost)\n"
    assert read_plan(text, level) == PlanRead(Plan("rr"))


def test_the_helltaker_projects_words() -> None:
    level = drawn("Room\n9\n######\n#HB D#\n######")
    read = read_plan("do(nop,4) do(push_block_right,0) do(right,1) do(hurt,2) do(push_mob_right,3)", level)
    assert read.plan.keys == "rrr"
    assert read_plan("do(push_block_left,0)", drawn("Room\n9\n######\n# H D#\n######")).remarks == (
        "key 1 is written as a kick, but is a move",
    )


@pytest.mark.parametrize(
    ("text", "says", "column"),
    [
        ("do(right,1) do(up,1)", "this is the second action at time 1", 12),
        ("do(right,1) and then", "this is not an action of a plan", 12),
        ("do(jump,1)", "this is not an action of a plan", 0),
        ("move(1,1,1,2,1) move(1,2,1,4,2)", "this is not an action of a plan", 16),
        ("do(push((1,2),right),1)", "there is no box at (1,2)", 0),
        ("(push c1-1 c1-2 c1-3)\n(fly c1-2 c1-5)", "this is not an action of our domains", 0),
        ("Solving...\nUNSATISFIABLE\n", "there is no answer set in this output of clingo: UNSATISFIABLE", None),
        ('{"Call": 3}', "this is not the JSON that clingo prints", None),
        ('{"Call": [', "this is not the JSON that clingo prints", None),
    ],
)
def test_broken_answers(text: str, says: str, column: int | None) -> None:
    with pytest.raises(InputError) as caught:
        read_plan(text, drawn(CORRIDOR))
    assert (caught.value.says, caught.value.column) == (says, column)


def test_a_wrong_atom_is_shown_in_its_line() -> None:
    with pytest.raises(InputError) as caught:
        read_plan("clingo version 5\nAnswer: 1\ndo(right,1) do(fly,2)\nSATISFIABLE\n", drawn(CORRIDOR))
    assert (caught.value.line, caught.value.column) == (3, 12)


def _clingo(folder: Path, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "clingo", *arguments], capture_output=True, text=True, check=False, cwd=folder
    ).stdout


def test_everything_that_clingo_prints(tmp_path: Path) -> None:
    """Text and JSON; several answers are several plans, but of an optimization only the last counts."""
    assert sokoplan("export", "sample-map-1", "--to", "asp", "--output", str(tmp_path)).returncode == 0
    one = _clingo(tmp_path, "push.lp", "level.lp", "-c", "horizon=13")
    best = _clingo(tmp_path, "push.lp", "shortest.lp", "deadlock.lp", "mutex.lp", "level.lp", "-c", "horizon=15")
    assert best.count("Answer:") >= 1
    pushes = _clingo(tmp_path, "pushes.lp", "level.lp", "-c", "horizon=6", "--outf=2")
    for text in (one, best, pushes):
        (tmp_path / "out").write_text(text)
        ran = sokoplan("verify", "sample-map-1", "--plan-file", str(tmp_path / "out"))
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert ran.stdout.count("solved") == 1
    assert "13 moves" in sokoplan("verify", "sample-map-1", "-", stdin=best).stdout


def test_every_line_of_all_plans_is_checked() -> None:
    """`solve --all` prints a plan in a line, alone or below what it counted; a plan in two lines is one."""
    level = drawn("#####\n#@  #\n# $ #\n#  .#\n#####")
    plans = [Plan("drurd"), Plan("rdldr")]
    text = "".join(f"{plan.keys}\n" for plan in plans)
    assert [read.plan for read in read_plans(text, level)] == plans
    headline = "x: solved in 5 moves, 2 pushes; optimal in moves, proved by asp (6 conflicts, 0.60 s)"
    counted = f"{headline}\n2 plans of that length\n{text}"
    assert [read.plan for read in read_plans(counted, level)] == plans
    assert [read.plan for read in read_plans("dru\nrd\n", level)] == [Plan("drurd")]
    wrong = read_plans("drurd\nrdldl\n", level)
    assert [verify(level, read.plan).solved for read in wrong] == [True, False]


@pytest.mark.parametrize("format", PLAN_FORMATS)
def test_all_plans_in_any_notation_can_be_told_apart(format: str) -> None:
    """A plan of several lines is set off from the next; `verify` reads each of them."""
    level, objective = ("diamond", "pushes-moves") if format in WITHOUT_WALKS else ("helltaker-level-1", "any")
    asked = ("solve", level, "--all", "--objective", objective, "--format", format)
    for more in ((), ("--plan-only",)):
        printed = sokoplan(*asked, *more).stdout
        ran = sokoplan("verify", level, "-", "--json", stdin=printed)
        found = [json.loads(line) for line in ran.stdout.splitlines()]
        assert all(plan["solved"] for plan in found), printed + ran.stderr
        assert len(found) == ALL_PLANS[level]


ALL_PLANS = {"helltaker-level-1": 8, "diamond": 24}


def test_a_broken_line_below_another_plan_is_named() -> None:
    level = drawn(ROOM.strip())
    text = "1. ( 7,  3) --> left\n\n1. ( 7,  3) --> left\n2. ( 1,  1) --> left\n"
    with pytest.raises(InputError) as caught:
        read_plans(text, level)
    assert (caught.value.says, caught.value.line) == ("there is no box at (1, 1)", 4)


def test_very_many_plans_take_no_room() -> None:
    """Each used to be a copy of the whole text."""
    assert len(read_plans("1. r\n" * 20_000, drawn(CORRIDOR))) == 20_000
    assert len(read_plans("do(right,1)\n\n" * 5_000, drawn("####\n#@.#\n####"))) == 5_000


def test_blank_lines_are_read_once() -> None:
    """Each used to be read again from every line before it: hours for a file of some hundred kilobytes."""
    assert read_plan("do(right,1)\n" + " \n" * 100_000, drawn(CORRIDOR)).plan == Plan("r")


def test_all_of_clingos_answers_are_checked(tmp_path: Path) -> None:
    assert sokoplan("export", "helltaker-level-1", "--to", "asp", "--output", str(tmp_path)).returncode == 0
    for style in ("--outf=0", "--outf=2"):
        text = _clingo(tmp_path, "kick.lp", "level.lp", "0", style)
        ran = sokoplan("verify", "helltaker-level-1", "-", "--json", stdin=text)
        found = [json.loads(line) for line in ran.stdout.splitlines()]
        assert ran.returncode == 0, ran.stderr
        assert len({plan["plan"] for plan in found}) == 8
        assert all(plan["solved"] for plan in found)


def test_an_optimization_means_its_last_answer() -> None:
    text = "Answer: 1\ndo(left,1)\nOptimization: 1\nAnswer: 2\ndo(right,1)\nOptimization: 0\nOPTIMUM FOUND\n"
    assert [read.plan for read in read_plans(text, drawn(CORRIDOR))] == [Plan("r")]
    assert len(read_plans(text.replace("Optimization", "%").replace("OPTIMUM", "%"), drawn(CORRIDOR))) == 2


def test_a_broken_answer_is_one_sentence() -> None:
    ran = sokoplan("verify", "sample-map-1", "-", stdin="Solving...\nUNSATISFIABLE\n")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "no answer set" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_json_of_solve_is_read() -> None:
    one = sokoplan("solve", "sample-map-1", "--objective", "moves", "--json").stdout
    ran = sokoplan("verify", "sample-map-1", "-", stdin=one)
    assert ran.returncode == 0, ran.stderr
    assert "13 moves" in ran.stdout
    every = sokoplan("solve", "helltaker-level-1", "--all", "--json").stdout
    ran = sokoplan("verify", "helltaker-level-1", "-", "--json", stdin=every)
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stdout.splitlines()) == 8


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"plan": null}', "there is no plan in this JSON"),
        ('{"plan": 3}', "this is not the JSON that `solve --json` prints"),
        ('{"plan": "r"', "this is not the JSON that `solve --json` prints"),
    ],
)
def test_json_without_a_plan(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        read_plan(text, drawn(CORRIDOR))
    assert caught.value.says == says


def test_a_file_may_be_named_in_place_of_the_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("level.xsb").write_text(CORRIDOR)
    for name in ("plan.txt", "r"):
        Path(name).write_text("rRR")
    assert sokoplan("verify", "level.xsb", "plan.txt").returncode == 0
    # What is a plan is never taken for a file; and what is neither is pointed at.
    assert sokoplan("verify", "level.xsb", "r").returncode == ExitCode.NOT_VERIFIED
    ran = sokoplan("verify", "level.xsb", "x" * 5000)
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "this is not a key of a plan" in ran.stderr
