"""Comparisons: every engine and strategy on one level, the picture, and the page that a measurement makes."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command import sokoplan
from helpers.levels import drawn
from helpers.rows import ROW
from sokoplan.cli.commands.compare import faster
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Answer, Budget, Report, Request
from sokoplan.engines.options.sat import PARTS
from sokoplan.engines.sat import strategies
from sokoplan.lab.report import page
from sokoplan.lab.rows import Row
from sokoplan.lab.variants import variants, variants_for
from sokoplan.views import charts

LEVEL = "#######\n#@ $ .#\n#  $ .#\n#     #\n#######\nTitle: Pair <b>\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pair.xsb").write_text(LEVEL)


def test_everybody_takes_part_and_agrees() -> None:
    ran = sokoplan("compare", "pair.xsb", "--objective", "pushes", "--time", "60", "--json", "--picture", "bars.svg")
    assert ran.returncode == 0, ran.stderr
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [(row["engine"], row["variant"]) for row in rows] == [(one.engine, one.way) for one in variants()]
    assert {row["engine"] for row in rows} == set(ENGINES)
    assert {row["cost"] for row in rows} == {4}
    assert all(row["optimal"] and row["memory_mb"] > 0 and row["cpu"] > 0 for row in rows)
    assert all(row["clauses"] > 0 for row in rows if row["engine"] in ("sat", "asp"))
    picture = ElementTree.fromstring(Path("bars.svg").read_text())
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert "Pair <b>" in texts
    assert {"search", "sat fresh", "asp single"} <= set(texts)


def test_the_table_and_one_engine_alone() -> None:
    ran = sokoplan("compare", "pair.xsb", "--engine", "search,oracle", "--time", "60")
    lines = ran.stdout.splitlines()
    assert lines[0] == "Pair <b>"
    assert lines[1].split()[:3] == ["engine", "answer", "CPU"]
    assert [line.split()[0] for line in lines[2:4]] == ["search", "oracle"]
    assert "fast" in lines[-1]
    assert sokoplan("compare", "pair.xsb", "--engine", "magic").returncode == ExitCode.USAGE


@pytest.mark.parametrize(
    ("one", "two", "says"),
    [
        (0.10, 0.25, "search is 2.5 times as fast as oracle"),
        (0.19, 0.191, "search and oracle are equally fast"),
        (0.0, 0.0, "search and oracle are equally fast"),
    ],
)
def test_who_is_faster(one: float, two: float, says: str) -> None:
    rows = (
        Row("pair.xsb", 1, "", engine, "moves", "solved", "", True, 8, 4, 8, 1, cpu, cpu)
        for engine, cpu in (("search", one), ("oracle", two))
    )
    assert faster(*rows) == says


def test_a_contradiction_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(name: str, request: Request, budget: Budget, report: Report) -> Answer:
        return Answer("unsolvable") if name == "oracle" else ENGINES["oracle"].load()(request, budget, report)

    monkeypatch.setattr("sokoplan.lab.compare.in_a_child", run)
    ran = sokoplan("compare", "pair.xsb", "--engine", "search,oracle")
    assert ran.returncode == ExitCode.INTERNAL
    assert "search and oracle contradict each other" in ran.stderr


def test_every_strategy_of_an_engine_takes_part() -> None:
    """They come from the options' rows, as the help does; the engines have a function for each."""
    ways = {engine: [one.way for one in variants() if one.engine == engine] for engine in ENGINES}
    assert ways == {
        "search": ["", "ida"],
        "sat": list(strategies.STRATEGIES),
        "asp": ["below", "multi", "single"],
        "oracle": [""],
    }
    told = " ".join(sokoplan("solve", "--help", COLUMNS="200").stdout.split())
    assert "sat: auto (default), patterns, deepen, fresh, binary, ramp. asp: below (default), multi, single." in told
    listed = sokoplan("solve", "first-push", "--engine", "sat", "--without", "magic")
    assert f"unknown value 'magic' for --without. Choose any of: {', '.join(PARTS)}." in listed.stderr


def test_ida_is_asked_only_what_it_knows() -> None:
    level = drawn(LEVEL)
    assert "ida" in [one.way for one in variants_for(Request(level, "pushes"))]
    assert "ida" not in [one.way for one in variants_for(Request(level, "moves"))]


def test_a_measurement_of_two_engines_makes_a_page() -> None:
    arguments = ("bench", "pair.xsb", "--engine", "search,oracle", "--objective", "moves", "--report", "page.html")
    assert sokoplan(*arguments, "--output", "before.json").returncode == 0
    ran = sokoplan(*arguments, "--earlier", "before.json")
    assert ran.returncode == 0
    assert "oracle: 1 level: 1 solved" in ran.stdout
    html = Path("page.html").read_text()
    assert html.count("<svg") == 4  # the mark of the program, the cactus, time against length, search against oracle
    assert html.count("<figure>") == 1  # what took longest, drawn
    assert "Pair &lt;b&gt;" in html
    assert "Pair <b>" not in html
    assert "answered by both runs: 1" in html
    assert not re.search(r"(src|srcset|href)=(?!\"data:)|@import|url\(", html)  # nothing is loaded from anywhere
    assert sokoplan("bench", "pair.xsb", "--earlier", "before.json").returncode == ExitCode.USAGE
    assert sokoplan("bench", "pair.xsb", "--report", "no/such/folder.html").returncode == ExitCode.BAD_INPUT


def test_the_page_tells_gains_losses_and_contradictions() -> None:
    unknown = {"status": "unknown", "reason": "time", "optimal": False, "cost": None}
    then = [ROW, replace(ROW, index=2, title="Lost"), replace(ROW, index=3, title="Won", **unknown)]  # type: ignore[arg-type]
    now = [replace(ROW, cost=9), replace(ROW, index=2, title="Lost", **unknown), replace(ROW, index=3, title="Won")]  # type: ignore[arg-type]
    html = page(now, "title", then)
    assert "answered only now: Won" in html
    assert "answered only then: Lost" in html
    assert "CONTRADICTIONS: One" in html
    assert "nothing to plot" in page([replace(ROW, **unknown)], "title")  # type: ignore[arg-type]


def test_charts_keep_their_points_on_the_paper() -> None:
    svg = charts.steps("A & B", {"one": [(0.001, 1), (100.0, 155)], "two": [(5.0, 3)]}, "x", "y")
    ElementTree.fromstring(svg)
    numbers = [
        float(number)
        for path in re.findall(r'd="M([^"]+)" fill="none"', svg)
        for number in re.findall(r"\d+\.\d", path)
    ]
    assert numbers
    assert all(0 <= number <= 640 for number in numbers)
    assert "A &amp; B" in svg


def test_a_level_that_has_a_plan_only_under_each_once() -> None:
    """Two boxes and one goal: neither command could read it without --goal."""
    Path("two.xsb").write_text("#######\n#@    #\n# $.$ #\n#     #\n#######\n")
    for command in ("compare", "bench"):
        asked = (command, "two.xsb", "--engine", "search,oracle", "--objective", "moves", "--json")
        assert sokoplan(*asked).returncode == ExitCode.BAD_INPUT
        ran = sokoplan(*asked, "--goal", "each-once", "--from", "xsb")
        assert ran.returncode == 0, ran.stderr
        rows = [json.loads(line) for line in ran.stdout.splitlines()]
        assert [(row["cost"], row["reading"]) for row in rows] == [(10, "each-once")] * 2
