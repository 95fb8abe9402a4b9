"""The packing plan: `explain --plan` in text, SVG and JSON; the levels that have none; and the plan in a dump."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import pytest

from helpers.command import sokoplan
from helpers.levels import drawn
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.engines.answer import Budget
from sokoplan.engines.search.packing import packing_of
from sokoplan.puzzle.library import bundled
from sokoplan.puzzle.packing import PackingPlan, packing_plan
from sokoplan.views.packing_svg import packing_picture
from sokoplan.views.packing_text import boards, text

SHAFT = bundled()["bottom-drawer"].level()


def plan_of(name: str) -> PackingPlan:
    found = packing_of(bundled()[name].level(), Budget()).plan
    assert found is not None
    return found


def test_the_deepest_goal_is_filled_first_and_one_box_is_parked() -> None:
    plan = plan_of("bottom-drawer")
    assert plan.goals == ((5, 6), (4, 6), (3, 6))
    assert set(plan.starts) == SHAFT.boxes
    (parked,) = [step for step in plan.steps if step.until is not None]
    last = plan.steps[parked.until - 1] if parked.until else None
    assert last is not None
    assert (last.box, last.source) == (parked.box, parked.to)


@pytest.mark.parametrize("name", [name for name, level in bundled().items() if level.game == "sokoban"])
def test_every_plan_takes_each_box_to_a_goal_of_its_own(name: str) -> None:
    level = bundled()[name].level()
    found = packing_of(level, Budget())
    if found.plan is None:
        assert found.proved, found.words
        return
    place = dict(enumerate(found.plan.starts, 1))
    assert set(place.values()) == level.boxes
    for step in found.plan.steps:
        assert place[step.box] == step.source
        place[step.box] = step.to
    assert tuple(place.values()) == found.plan.goals
    assert set(found.plan.goals) <= level.goals


def test_what_is_moved_on_comes_from_where_it_was_parked() -> None:
    plan = packing_plan([((1, 1), (2, 2), 2), ((1, 3), (5, 5), None), ((1, 1), (4, 5), None)], "packing", 7)
    assert [str(step) for step in plan.steps] == [
        "Park box 2: from row 2, column 2 to row 3, column 3, until step 3.",
        "Box 1: from row 2, column 4 to the goal at row 6, column 6.",
        "Box 2: from row 3, column 3 to the goal at row 5, column 6.",
    ]
    stays = packing_plan([((1, 1), (1, 1), None)], "packing", 1)
    assert str(stays.steps[0]) == "Box 1 stays on its goal at row 2, column 2."


def test_the_boards_show_numbers() -> None:
    start, end = boards(SHAFT, plan_of("bottom-drawer"))
    assert start[2] == "###   $2 $1 $3       ###"
    assert [row[-6:] for row in end[3:6]] == [".3 ###", ".2 ###", ".1 ###"]
    assert end[3].startswith("###   p3 ")
    wide, narrow = (text(SHAFT, plan_of("bottom-drawer"), columns) for columns in (100, 40))
    assert len(narrow) == len(wide) + len(start) + 1  # one above the other, and an empty line between


def test_two_digits_and_a_goal_that_is_a_parking_place() -> None:
    _, granary = boards(bundled()["granary"].level(), plan_of("granary"))
    assert ".10 " in granary[7]
    jester = bundled()["jester"].level()
    _, end = boards(jester, plan_of("jester"))
    assert re.search(r"\.\d+p\d+", end[1])


def test_the_picture() -> None:
    for theme in ("light", "dark"):
        root = ElementTree.fromstring(packing_picture(SHAFT, plan_of("bottom-drawer"), theme))
        texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
        assert sorted(filter(None, texts)) == ["1", "1", "2", "2", "3", "3", "P3"]
        described = root.find("{http://www.w3.org/2000/svg}desc")
        assert described is not None
        assert "1. Park box 3: " in (described.text or "")


def test_a_box_on_a_goal_leaves_room_for_the_number_of_the_goal() -> None:
    level = drawn("########\n#@ $ *.#\n#      #\n########")
    found = packing_of(level, Budget())
    assert found.plan is not None
    svg = packing_picture(level, found.plan)
    assert svg.count("<circle") >= 4
    assert "<title>Packing plan of sokoban</title>" in svg


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = sokoplan("explain", "bottom-drawer", "--plan", "-o", "plan.svg")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Bottom Drawer: A packing plan in 4 steps: 3 goals, 1 box parked on the way.\n")
    assert "\n2. Box 1: from row 3, column 4 to the goal at row 6, column 7.\n" in ran.stdout
    assert Path("plan.svg").read_text().startswith("<svg")
    record = json.loads(sokoplan("explain", "bottom-drawer", "--plan", "--json").stdout)
    assert [step["box"] for step in record["plan"]["steps"]] == [3, 1, 2, 3]
    assert record["plan"]["steps"][0] == {"step": 1, "box": 3, "from": [2, 4], "to": [3, 2], "until": 4}
    assert record["plan"]["boxes"][0] == {"box": 1, "start": [2, 3], "goal": [5, 6]}


@pytest.mark.parametrize(
    ("level", "sentence", "code"),
    [
        ("diamond", "There is no packing plan: a sink swallows every box and never fills up", ExitCode.SOLVED),
        ("mind-the-gap", "There is no packing plan: a hole takes one box and is floor from then on", ExitCode.SOLVED),
        ("helltaker-level-1", "There is no packing plan: Helltaker has no goals for boxes.", ExitCode.SOLVED),
        ("two-into-one", "There is no packing plan, because each of the boxes at", ExitCode.UNSOLVABLE),
    ],
)
def test_levels_without_a_plan_get_a_sentence(level: str, sentence: str, code: ExitCode) -> None:
    ran = sokoplan("explain", level, "--plan")
    assert (ran.returncode, ran.stderr) == (code, "")
    assert f": {sentence}" in ran.stdout
    assert ran.stdout.count("\n") == 1
    assert json.loads(sokoplan("explain", level, "--plan", "--json").stdout)["plan"] is None


def test_no_time_no_plan() -> None:
    ran = sokoplan("explain", "bottom-drawer", "--plan", "--time", "0")
    assert (ran.returncode, ran.stdout.count("\n")) == (ExitCode.TIME, 1)
    assert "No packing plan was found within the time limit" in ran.stdout
    solved = sokoplan("explain", "-", "--plan", stdin="#####\n#@* #\n#####\n")
    assert "all boxes are on goals already" in solved.stdout
    once = sokoplan("explain", "first-push", "--plan", "--goal", "each-once")
    assert "each has to be on one only once" in once.stdout


@pytest.mark.parametrize(
    ("arguments", "trouble"),
    [
        (["--plan", "--engine", "asp"], "only the engine search makes packing plans"),
        (["--output", "x.svg"], "add --plan"),
        (["--plan", "--output", "x.png"], "use a name ending in .svg"),
    ],
)
def test_wrong_usage(arguments: list[str], trouble: str) -> None:
    ran = sokoplan("explain", "bottom-drawer", *arguments)
    assert ran.returncode == ExitCode.USAGE
    assert trouble in ran.stderr


def test_a_dump_of_the_packing_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = json.loads(sokoplan("solve", "jester", "--json", "--dump", "text", "--threads", "1").stdout)
    assert ran["strategy"].startswith("packing")
    dump = Path("dump.dump").read_text()
    # The plan comes first, as explain shows it: the cells in the order in which they are filled.
    cells = " ".join(f"({column:2}, {row:2})" for row, column in (step.to for step in plan_of("jester").steps))
    assert dump.startswith(f"Packing plan: packing\n{cells}\n\nInitial status: packing: (packed 0, areas ")
    heading = re.compile(
        r"^(Initial status|Expanded|Added|Rejected: [a-z ]+): (packing[a-z-]*)(, named by [a-z ]+)?: "
        r"\(packed -?\d+, areas \d+, lost links \d+, out of plan \d+, hotspots \d+, away \d+, weight \d+\)$",
        re.M,
    )
    found = [(what, advisor) for what, _, advisor in heading.findall(dump)]
    assert {"Initial status", "Expanded", "Added"} <= {what for what, _ in found}
    assert ", named by packing" in {advisor for _, advisor in found}
    assert re.search(r"^Solved: packing", dump, re.M)
    named = sokoplan("dump", "dump.dump", "--only", "named by").stdout
    assert named.count("named by") == sum(bool(advisor) for _, advisor in found) > 0


def test_a_dump_in_xml_holds_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sokoplan("solve", "bottom-drawer", "--dump", "xml")
    root = ElementTree.parse("dump.xml").getroot()
    (plan,) = root.findall("plan")
    assert plan.attrib["style"] == "packing"
    expanded = {node.attrib["id"]: node.attrib for node in root.findall("node") if "id" in node.attrib}
    way = root.findall("solution")[0].attrib["nodes"].split()
    packed = [int(expanded[number]["packed"]) for number in way]
    assert packed == sorted(packed)
    for before, after in pairwise(way):
        assert expanded[after]["parent"] == before
    (solved,) = [node.attrib for node in root.findall("node") if node.attrib["what"] == "Solved"]
    assert solved["parent"] == way[-1]
