"""What a store hands out: collections, tables and a page; and that it hands out nothing that is wrong."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

import sokoplan as sp
from helpers.command import sokoplan
from helpers.levels import drawn
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.puzzle.formats import write
from sokoplan.puzzle.symmetry import turned

LEVEL = drawn("#######\n#@ $ .#\n#    ##\n#######\n")
CANNOT = "#####\n#@.$#\n#####\n"


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = f"{write([LEVEL], 'xsb')}Title: <b>One</b>\n\n{write([turned(LEVEL, 6)], 'xsb')}Title: Two\n\n{CANNOT}"
    Path("a.xsb").write_text(text)
    for objective in ("pushes", "any"):
        ran = sokoplan("batch", "run", "s.store", "a.xsb", "first-push", "--objective", objective, "--jobs", "1")
        assert ran.returncode == 0


def export(to: str, *more: str) -> Path:
    ran = sokoplan("batch", "export", "s.store", "--to", to, *more)
    assert ran.returncode == 0, ran.stderr
    return Path(f"s.{to}")


def check(rows: list[dict[str, object]]) -> None:
    assert [(row["title"], row["number"], row["objective"], row["status"]) for row in rows] == [
        ("<b>One</b>", 1, "pushes", "solved"),
        ("<b>One</b>", 1, "any", "solved"),
        ("Two", 2, "pushes", "solved"),
        ("Two", 2, "any", "solved"),
        ("", 3, "pushes", "unsolvable"),
        ("", 3, "any", "unsolvable"),
        ("First Push", 1, "pushes", "solved"),
        ("First Push", 1, "any", "solved"),
    ]
    assert (rows[0]["pushes"], rows[0]["optimal"], rows[1]["optimal"]) == (2, True, False)
    assert sp.verify(LEVEL, str(rows[0]["plan"]))
    assert sp.verify(turned(LEVEL, 6), str(rows[2]["plan"]))
    assert sp.level(str(rows[2]["board"])).same_board(turned(LEVEL, 6))
    assert (rows[0]["version"], rows[0]["engine"]) == (sp.__version__, "search")


def test_json_lines() -> None:
    check([json.loads(line) for line in export("jsonl").read_text().splitlines()])
    only = export("jsonl", "--objective", "pushes").read_text().splitlines()
    assert {json.loads(line)["objective"] for line in only} == {"pushes"}


def test_csv() -> None:
    with export("csv").open() as file:
        rows = list(csv.DictReader(file))
    kinds: dict[str, Callable[[str], object]] = {
        "number": int,
        "pushes": lambda text: int(text or 0),
        "optimal": lambda text: text == "True",
    }
    check([{name: kinds.get(name, str)(text) for name, text in row.items()} for row in rows])


def test_parquet() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    check(parquet.read_table(export("parquet")).to_pylist())


def test_sok() -> None:
    levels = sp.read(export("sok"))
    assert [level.title for level in levels] == ["<b>One</b>", "Two", "", "First Push"]
    assert [[solution.note for solution in level.solutions] for level in levels] == [
        ["pushes, optimal", "any"],
        ["pushes, optimal", "any"],
        [],
        ["pushes, optimal", "any"],
    ]
    assert all(sp.verify(level, solution.keys) for level in levels for solution in level.solutions)


def test_the_page() -> None:
    page = export("html").read_text()
    assert "4 levels (3 different puzzles; rotated and mirrored ones are the same) from a.xsb, first-push." in page
    assert "<td>pushes</td><td>3</td><td>2</td><td>2</td><td>1</td><td>0</td><td>0</td>" in page
    assert page.count("<figure>") == 6
    assert "<td>a.xsb</td><td>pushes</td><td>3</td><td>2</td><td>2</td><td>1</td><td>0</td><td>0</td>" in page
    assert "Levels answered within so much time each" in page
    assert "&lt;b&gt;One&lt;/b&gt;" in page
    assert "<b>One</b>" not in page
    assert not re.findall(r'(?:src|href)="(?!#)', page)  # nothing is loaded from anywhere


def test_a_wrong_plan_in_the_file_is_not_handed_out() -> None:
    with sqlite3.connect("s.store") as connection:
        connection.execute("UPDATE answer SET plan = 'uuu' WHERE plan IS NOT NULL")
    connection.close()
    ran = sokoplan("batch", "export", "s.store", "--to", "jsonl")
    assert ran.returncode == ExitCode.INTERNAL
    assert "the store has a wrong plan for a.xsb#1" in ran.stderr


def test_what_cannot_be_exported() -> None:
    ran = sokoplan("batch", "export", "s.store", "--to", "csv", "--objective", "moves")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "has no answers for the objective moves" in ran.stderr
    assert sokoplan("batch", "export", "s.store", "--to", "csv", "-o", "no/a.csv").returncode == ExitCode.BAD_INPUT
    assert sokoplan("batch", "export", "s.store", "--to", "xlsx").returncode == ExitCode.USAGE
