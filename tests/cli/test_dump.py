"""Dumps: the whole search written down in the NetHack solver's form, and `sokoplan dump`, which shows them."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import pytest

from helpers.command import sokoplan
from helpers.levels import GAME
from helpers.terminal import Terminal
from sokoplan import _core
from sokoplan.cli.exitcodes import ExitCode


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.txt").write_text(GAME)
    monkeypatch.chdir(tmp_path)


def test_text() -> None:
    ran = sokoplan("solve", "diamond", "--objective", "pushes", "--dump", "text", "--expanders", "normal")
    assert ran.returncode == 0
    text = Path("dump.dump").read_text()
    entries = re.findall(r"^(Initial status|Expanded|Added|Rejected: [a-z ]+): \(", text, re.M)
    positions = re.search(r"\((\d+) positions", ran.stdout)
    assert positions
    assert entries.count("Expanded") == int(positions[1])
    assert entries[0] == "Initial status"
    assert "Rejected: seen before" in entries
    assert f"has {len(entries)} entries" in ran.stderr
    assert text.startswith(
        "Initial status: (0 + 10 = 10)\n( 3,  2) ( 2,  3) ( 4,  3) ( 3,  4)\n* * * * * * *\n* + + + + + *\n"
    )


def test_xml_holds_the_way_to_the_solution() -> None:
    assert (
        sokoplan("solve", "diamond", "--objective", "pushes", "--dump", "xml", "--dump-file", "d.xml").returncode == 0
    )
    root = ElementTree.parse("d.xml").getroot()
    numbers = root.findall("solution")[0].attrib["nodes"].split()
    assert len(numbers) == 11
    nodes = {node.attrib["id"]: node.attrib for node in root.findall("node") if node.attrib["what"] != "Expanded"}
    for before, after in pairwise(numbers):
        assert nodes[after]["parent"] == before
    assert (nodes[numbers[-1]]["cost"], nodes[numbers[-1]]["heur"]) == ("10", "0")


@pytest.mark.parametrize("style", ["text", "xml"])
@pytest.mark.parametrize("objective", ["any", "moves", "pushes", "moves-pushes", "pushes-moves"])
def test_the_answer_is_the_same_and_the_limit_is_kept(style: str, objective: str) -> None:
    plain = sokoplan("solve", "game.txt", "--objective", objective, "--json", "--threads", "1")
    ran = sokoplan(
        "solve", "game.txt", "--objective", objective, "--json", "--threads", "1", "--dump", style,
        "--dump-limit", "20", "--dump-file", "short",
    )  # fmt: skip
    facts = re.compile(r'"seconds": [\d.]+')
    assert facts.sub("", ran.stdout) == facts.sub("", plain.stdout)
    assert "stops after 20 entries" in ran.stderr
    boards = re.findall(r"^\* \* \* \* \* \* \* \* \*$", Path("short").read_text(), re.M)
    assert len(boards) == 40
    if style == "xml":
        assert len(ElementTree.parse("short").getroot().findall("node")) == 20


def test_goals_and_holes_are_drawn() -> None:
    for name, signs in (("two-yardsticks", "oOXYgG+"), ("mind-the-gap", "oOXY+")):
        assert sokoplan("solve", name, "--objective", "pushes", "--dump", "text").returncode == 0
        drawn_signs = set(re.sub(r"^.*[(:].*$", "", Path("dump.dump").read_text(), flags=re.M))
        assert set(signs) <= drawn_signs, name
        assert drawn_signs <= set("*.+oOgGXY \n")


def test_a_file_that_cannot_be_written() -> None:
    ran = sokoplan("solve", "game.txt", "--dump", "text", "--dump-file", "no/such/folder/x")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "no/such/folder/x cannot be written: No such file or directory" in ran.stderr
    full = sokoplan("solve", "game.txt", "--dump", "text", "--dump-file", "/dev/full")
    assert full.returncode == ExitCode.BAD_INPUT
    assert "solved in" in full.stdout
    assert "/dev/full cannot be written: No space left on device\n" in full.stderr


@pytest.mark.parametrize(
    ("arguments", "trouble"),
    [
        (["first-push", "--all"], "--dump has no effect with --all"),
        (["first-push", "--goal", "each-once"], "--dump has no effect with --goal each-once"),
        (["helltaker-level-1"], "--dump has no effect on Helltaker"),
    ],
)
def test_what_stands_in_the_way_of_a_dump_is_named(arguments: list[str], trouble: str) -> None:
    ran = sokoplan("solve", *arguments, "--dump", "text")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert trouble in ran.stderr


def test_the_solution_as_a_dump() -> None:
    ran = sokoplan("solve", "diamond", "--objective", "pushes", "--format", "dump")
    start, *entries = re.split(r"\n\n(?=\d+\. )", ran.stdout)
    assert start.splitlines()[1] == "Initial status"
    assert len(entries) == 10
    assert entries[0].splitlines()[:2] == ["1. ( 3,  4) --> right", "( 3,  2) ( 2,  3) ( 4,  3) ( 4,  4)"]
    assert entries[0].count("O") == 1
    assert set(entries[-1].split("right")[1]) == set("*+YX \n")


def test_the_viewer() -> None:
    sokoplan("solve", "diamond", "--objective", "pushes", "--dump", "text", "--expanders", "normal")
    text = Path("dump.dump").read_text()
    assert sokoplan("dump", "dump.dump").stdout == text
    some = sokoplan("dump", "dump.dump", "--only", "rejected").stdout
    assert some.count("Rejected") == text.count("Rejected") > 0
    assert "Added" not in some
    assert some.count("* * * * * * *") == 2 * some.count("Rejected")
    assert sokoplan("dump", "-", stdin=text).stdout == text
    coloured = sokoplan("dump", "dump.dump", "--no-pager", FORCE_COLOR="1").stdout
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == text


@pytest.mark.skipif(shutil.which("less") is None, reason="less is not installed")
def test_the_viewer_pages_on_a_terminal() -> None:
    Path("long.dump").write_text("".join(f"Added: ({n} + 0 = {n})\n\n* * o * *\n\n" for n in range(1000)))
    terminal = Terminal(Path.cwd(), "dump", "long.dump", rows=12)
    terminal.wait(r"Added: \(0 \+ 0")
    terminal.wait(r"\x1b\[1;33mo")
    terminal.wait(":")
    terminal.type("G")
    terminal.wait(r"Added: \(999 \+ 0")
    terminal.type("q")
    assert terminal.ended() == 0
    quick = Terminal(Path.cwd(), "dump", "long.dump", rows=12)
    quick.wait(r"Added: \(0 \+ 0")
    quick.type("q")
    assert quick.ended() == 0


def test_the_viewer_is_careful() -> None:
    assert sokoplan("dump", "no-such-file").returncode == ExitCode.BAD_INPUT
    Path("evil").write_bytes(b"Added: \x1b]0;title\x07\n* * *\n")
    assert "\x1b" not in sokoplan("dump", "evil").stdout


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is empty"),
        (b"\n \n", "it is empty"),
        (b"\xff\xfe\x00", "it is not a text file"),
        (b"a\0b\n* * *\n", "it is not a text file"),
        (b"* * *\n" * 2000 + b"\xff\n", "it is not a text file"),
        (b"dear diary\n", "there is no board in the first 1 line"),
    ],
)
def test_what_is_no_dump(content: bytes, why: str) -> None:
    Path("other").write_bytes(content)
    ran = sokoplan("dump", "other")
    assert ran.returncode == ExitCode.BAD_INPUT
    right = "`sokoplan solve LEVEL --dump text` writes one."
    assert ran.stderr == f"error: other: this is not a dump: {why}\n  {right}\n"
    if len(content) < 1000:
        assert ran.stdout == ""


def test_nothing_on_standard_input_is_no_dump() -> None:
    ran = sokoplan("dump", "-")
    assert (ran.returncode, ran.stdout) == (ExitCode.BAD_INPUT, "")
    assert "standard input: this is not a dump: it is empty" in ran.stderr


def test_a_search_without_a_dump_reports_none() -> None:
    board = _core.Board(3, 5, [], goals=[(1, 3)])
    assert _core.solve_push(board, (1, 1), [(1, 2)]).dumped is None


def test_a_tree_of_an_xml_dump() -> None:
    """Every position of the flat dump is there, inside the one it was reached from."""
    assert sokoplan("solve", "game.txt", "--objective", "pushes", "--dump-style", "xml").returncode == 0
    flat = ElementTree.parse("dump.xml").getroot()
    ran = sokoplan("dump", "dump.xml", "--tree")
    assert ran.returncode == 0, ran.stderr
    tree = ElementTree.fromstring(ran.stdout.encode())
    inside = {child.attrib["id"]: parent for parent in tree.iter() for child in parent if "id" in child.attrib}
    placed = [node for node in flat.findall("node") if node.attrib["what"] != "Expanded"]
    assert len(list(tree.iter("node"))) == len(placed) > 10
    for node in placed:
        if "parent" in node.attrib and "id" in node.attrib:
            assert inside[node.attrib["id"]].attrib["id"] == node.attrib["parent"]
    orders = [int(mark.attrib["order"]) for mark in tree.iter("expanded")]
    expanded = [node for node in flat.findall("node") if node.attrib["what"] == "Expanded"]
    assert sorted(orders) == list(range(1, len(expanded) + 1))


@pytest.mark.parametrize("text", ["Initial status\n* * *\n", "<other/>", "<root-node><node></root-node>", ""])
def test_what_is_no_xml_dump_has_no_tree(text: str) -> None:
    Path("d.xml").write_text(text)
    ran = sokoplan("dump", "d.xml", "--tree")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "this is not an XML dump" in ran.stderr
    assert sokoplan("dump", "nowhere.xml", "--tree").returncode == ExitCode.BAD_INPUT
    assert sokoplan("dump", "d.xml", "--tree", "--only", "added").returncode == ExitCode.USAGE
