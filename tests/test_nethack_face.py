"""The NetHack solver's options, checkers, dumps and option lines, as a person meets them."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import levelgen
from conftest import SHARED, drawn
from sokoplan import _core
from sokoplan.answer import Budget
from sokoplan.engines.level_options import KNOWN, WITHOUT_MEANING, merged, of_level
from sokoplan.engines.search_options import checkers, core_options, expanders
from sokoplan.errors import InputError
from sokoplan.exitcodes import ExitCode
from sokoplan.formats import read
from sokoplan.library import bundled
from sokoplan.oracle import search
from sokoplan.solve import solve
from sokoplan.verify import verify
from sokoplan.views.text import draw
from test_cli import HARD, sokoplan
from test_play import Terminal

GAME = """\
#7
#9
#*********
#*...*...*
#*.o.*.o.*
#*y.o..o.*
#*.o.*.o.*
#*...*..x*
#*********
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "game.txt").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def nodes(name: str, **options: str) -> int:
    found = solve(bundled()[name].level(), "search", "pushes", options=options)
    assert found.answer.optimal
    return found.answer.nodes


class TestWords:
    def test_the_words_of_the_core(self) -> None:
        assert {"movable", "corridor", "freeze", "pairs", "corral", "blocklist"} <= set(checkers())
        assert {"normal", "stone-pusher", "pi-corral"} <= set(expanders())

    def test_a_list_switches_off_all_others(self) -> None:
        switches, _ = core_options({"checkers": "movable, corridor", "expanders": "normal"})
        assert switches["movable"] == switches["corridor"] == "true"
        assert switches["freeze"] == switches["dead_pairs"] == switches["stone_pusher"] == "false"
        assert switches["corral_search"] == switches["corral_astar"] == "0"
        assert core_options({"checkers": "all"})[0]["corral_astar"] == "30"
        assert core_options({"expanders": "all"})[0]["stone_pusher"] == "true"
        assert set(core_options({"checkers": "none"})[0].values()) == {"false", "0"}

    def test_heuristics(self) -> None:
        basic, advanced = (core_options({"heuristic": name})[0] for name in ("basic", "advanced"))
        assert set(basic.values()) <= {"false", "0"}
        assert (advanced["sides"], advanced["pair_excess"], advanced["blocklist_excess"]) == (
            "true",
            "false",
            "false",
        )
        blocklist, _ = core_options({"heuristic": "blocklist", "blocklist-number": "3"})
        assert (blocklist["blocklist_excess"], blocklist["blocklist_number"]) == ("true", "3")

    @pytest.mark.parametrize(
        ("options", "says"),
        [
            ({"heuristic": "best"}, "no heuristic 'best'"),
            ({"checkers": "movable,magic"}, "'magic' is none of the checkers"),
            ({"expanders": "stone-puscher"}, "none of the expanders"),
            ({"blocklist-number": "6"}, "from 0 to 5"),
            ({"blocklist-number": "two"}, "from 0 to 5"),
            ({"blocklist-distance": "2"}, "no blocklist to use"),
            ({"heuristic": "blocklist"}, "no blocklist to use"),
            ({"checkers": "blocklist"}, "no blocklist to use"),
            ({"blocklist-number": "3", "heuristic": "basic", "checkers": "movable"}, "made for nothing"),
            ({"dump": "json"}, "no dump 'json'"),
            ({"dump-limit": "7"}, "no style"),
        ],
    )
    def test_slips_of_the_pen(self, options: dict[str, str], says: str) -> None:
        with pytest.raises(InputError) as caught:
            core_options(options)
        assert says in str(caught.value)


class TestWorth:
    """Each idea leaves fewer positions to look at, on levels where it has something to say."""

    def test_heuristics(self) -> None:
        basic = nodes("tidal-pools", heuristic="basic")
        advanced = nodes("tidal-pools", heuristic="advanced")
        best = nodes("tidal-pools", heuristic="blocklist", **{"blocklist-number": "3"})
        assert best < advanced <= basic

    def test_checkers(self) -> None:
        none, both = (nodes("landslide", checkers=list, expanders="normal") for list in ("none", "movable,corridor"))
        assert both < none

    def test_stone_pusher(self) -> None:
        assert nodes("diamond") < nodes("diamond", expanders="normal")


@pytest.mark.parametrize("kind", ["sokoban", "sink", "hole"])
def test_same_answer_as_the_oracle_with_the_solvers_own_means(kind: str) -> None:
    """Random levels, with the seed's checkers and heuristics alone, and with the blocklist on three threads."""
    choices = [
        {"heuristic": "basic", "checkers": "none", "expanders": "normal"},
        {"heuristic": "advanced", "checkers": "movable,corridor", "expanders": "stone-pusher"},
        {"heuristic": "blocklist", "checkers": "blocklist", "blocklist-number": "3", "threads": "3"},
        {"checkers": "all", "blocklist-number": "4", "blocklist-distance": "0", "threads": "1"},
    ]
    random = Random(f"face {kind}")
    solved = compared = 0
    while compared < 60 or solved < 10:
        level = getattr(levelgen, kind)(random)
        if not 6 <= len(level.reachable()) <= 14:
            continue
        compared += 1
        best = search(level, "pushes")
        for options in choices:
            if kind == "hole" and "blocklist-number" in options:
                continue
            found = solve(level, "search", "pushes", options=options)
            assert found.status == ("solved" if best.plan is not None else "unsolvable"), (options, draw(level))
            if best.plan is not None:
                least = verify(level, best.plan).counts.pushes
                assert (found.answer.optimal, found.cost) == (True, least), (options, draw(level))
        solved += best.plan is not None


def test_the_blocklist_is_cut_short_by_the_time_limit() -> None:
    found = solve(drawn(HARD), "search", "moves", Budget(seconds=1), options={"blocklist-number": "5"})
    assert (found.status, found.answer.reason) == ("unknown", "time")
    assert found.seconds < 5


def test_no_blocklist_with_holes() -> None:
    ran = sokoplan("solve", "mind-the-gap", "--blocklist-number", "2")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "a blocklist is of no use with holes" in ran.stderr


class TestLevelFiles:
    def test_options_are_read_and_overruled(self) -> None:
        (level,) = read(GAME + "blocklist-number=3\nblocklist-heur-calculator=d\nthread-num = 1\nstone-pusher=no\n")
        options, notes = merged(level, {})
        assert notes == []
        assert options == {
            "blocklist-number": "3", "blocklist_excess": "true", "threads": "1", "stone_pusher": "false",
        }  # fmt: skip
        typed, _ = merged(level, {"blocklist-number": "2", "expanders": "stone-pusher"})
        switches, _ = core_options(typed)
        assert (switches["blocklist_number"], switches["stone_pusher"], switches["threads"]) == ("2", "true", "1")
        without, _ = merged(level, {"heuristic": "basic", "checkers": "movable"})
        assert "blocklist-number" not in without

    def test_every_option_of_the_solver_is_known(self) -> None:
        values = {"heuristic": "basic", "checkers": "all", "expanders": "all", "stone-pusher": "yes"}
        for name in KNOWN:
            (level,) = read(f"{GAME}{name}={values.get(name, '1')}\n")
            assert of_level(level)[1] == []
        for name in WITHOUT_MEANING:
            (level,) = read(f"{GAME}{name}=1\n")
            options, notes = of_level(level)
            assert options == {}
            assert notes[0].startswith(f"`{name}=1` is passed over: ")

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("blocklist-nubmer=3", "unknown option 'blocklist-nubmer'"),
            ("blocklist-number=many", "whole number from 0 to 5"),
            ("stone-pusher=perhaps", "one of these: yes, no"),
            ("blocklist-heur-calculator=q", "none, vector, decision-tree"),
            ("checkers=movable,luck", "'luck' is none of the checkers"),
        ],
    )
    def test_what_makes_no_sense_is_said_with_its_line(self, folder: Path, line: str, says: str) -> None:
        (folder / "odd.txt").write_text(GAME + line + "\n")
        ran = sokoplan("solve", "odd.txt", "game.txt")
        assert ran.returncode == ExitCode.BAD_INPUT
        assert f"    {line}\n" in ran.stderr
        assert says in ran.stderr
        assert ran.stderr.startswith("error: odd.txt: ")
        assert "1 of 2 levels: 1 solved" in ran.stdout
        assert sokoplan("show", "odd.txt").returncode == 0

    def test_notes_and_other_engines(self, folder: Path) -> None:
        (folder / "noted.txt").write_text(GAME + "compare=+time\n")
        assert "`compare=+time` is passed over" in sokoplan("solve", "noted.txt").stderr
        assert sokoplan("solve", "noted.txt", "--engine", "sat").stderr == ""

    def test_the_file_chooses_and_the_command_line_overrules(self, folder: Path) -> None:
        (folder / "slow.txt").write_text(GAME + "stone-pusher=no\nadvanced-heur-calculator=no\n")
        count = re.compile(r"\(([\d,]+) positions")

        def looked_at(*arguments: str) -> int:
            told = count.search(sokoplan("solve", *arguments, "--objective", "pushes").stdout)
            assert told
            return int(told[1].replace(",", ""))

        plain, slow = looked_at("game.txt"), looked_at("slow.txt")
        assert plain < slow
        assert looked_at("slow.txt", "--expanders", "all", "--heuristic", "advanced") < slow
        assert looked_at("game.txt", "--expanders", "pi-corral", "--heuristic", "basic") == slow


class TestUsage:
    @pytest.mark.usefixtures("folder")
    @pytest.mark.parametrize(
        "arguments",
        [
            ["game.txt", "--heuristic", "blocklist"],
            ["game.txt", "--checkers", "magic"],
            ["game.txt", "--blocklist-number", "9"],
            ["game.txt", "--dump-limit", "3"],
            ["game.txt", "game.txt", "--dump", "text"],
            ["game.txt", "--old-style-output", "--format", "lurd"],
            ["game.txt", "--engine", "sat", "--checkers", "movable"],
            ["helltaker-level-1", "--old-style-output"],
        ],
        ids=" ".join,
    )
    def test_wrong_usage(self, arguments: list[str]) -> None:
        ran = sokoplan("solve", *arguments)
        assert ran.returncode == ExitCode.USAGE, ran.stderr
        assert "Traceback" not in ran.stderr

    def test_options_that_would_do_nothing(self) -> None:
        ran = sokoplan("solve", "helltaker-level-1", "--checkers", "movable")
        assert ran.returncode == ExitCode.BAD_INPUT
        assert "these are options of the search for Sokoban, sinks and holes" in ran.stderr

    def test_old_style_output(self) -> None:
        old = sokoplan("solve", "diamond", "--objective", "pushes", "--old-style-output").stdout.splitlines()[1:]
        new = sokoplan("solve", "diamond", "--objective", "pushes", "--format", "pushes").stdout.splitlines()[1:]
        assert old[0] == "( 3,  4) --> ( 4,  4)"
        assert new[0] == "( 3,  4) --> right"
        assert len(old) == len(new) == 10

    def test_help_names_them_all(self) -> None:
        told = sokoplan("solve", "--help", COLUMNS="200").stdout
        for option in (
            "heuristic", "checkers", "expanders", "blocklist-number", "blocklist-distance", "threads", "dump",
            "dump-file", "dump-limit", "old-style-output",
        ):  # fmt: skip
            assert f"--{option}" in told


@pytest.mark.usefixtures("folder")
class TestDump:
    def test_text(self) -> None:
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

    def test_xml_holds_the_way_to_the_solution(self) -> None:
        assert (
            sokoplan("solve", "diamond", "--objective", "pushes", "--dump", "xml", "--dump-file", "d.xml").returncode
            == 0
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
    def test_the_answer_is_the_same_and_the_limit_is_kept(self, style: str, objective: str) -> None:
        plain = sokoplan("solve", "game.txt", "--objective", objective, "--json", "--threads", "1")
        ran = sokoplan(
            "solve", "game.txt", "--objective", objective, "--json", "--threads", "1", "--dump", style,
            "--dump-limit", "20", "--dump-file", "short",
        )  # fmt: skip
        facts = re.compile(r'"seconds": [\d.]+')
        assert facts.sub("", ran.stdout) == facts.sub("", plain.stdout)
        assert "ends after 20 entries" in ran.stderr
        boards = re.findall(r"^\* \* \* \* \* \* \* \* \*$", Path("short").read_text(), re.M)
        assert len(boards) == 40
        if style == "xml":
            assert len(ElementTree.parse("short").getroot().findall("node")) == 20

    def test_goals_and_holes_are_drawn(self) -> None:
        for name, signs in (("two-yardsticks", "oOXYgG+"), ("mind-the-gap", "oOXY+")):
            assert sokoplan("solve", name, "--objective", "pushes", "--dump", "text").returncode == 0
            drawn_signs = set(re.sub(r"^.*[(:].*$", "", Path("dump.dump").read_text(), flags=re.M))
            assert set(signs) <= drawn_signs, name
            assert drawn_signs <= set("*.+oOgGXY \n")

    def test_a_file_that_cannot_be_written(self) -> None:
        ran = sokoplan("solve", "game.txt", "--dump", "text", "--dump-file", "no/such/folder/x")
        assert ran.returncode == ExitCode.BAD_INPUT
        assert "cannot write no/such/folder/x" in ran.stderr
        full = sokoplan("solve", "game.txt", "--dump", "text", "--dump-file", "/dev/full")
        assert full.returncode == ExitCode.SOLVED
        assert "/dev/full is not whole" in full.stderr

    def test_the_solution_as_a_dump(self) -> None:
        ran = sokoplan("solve", "diamond", "--objective", "pushes", "--format", "dump")
        start, *entries = re.split(r"\n\n(?=\d+\. )", ran.stdout)
        assert start.splitlines()[1] == "Initial status"
        assert len(entries) == 10
        assert entries[0].splitlines()[:2] == ["1. ( 3,  4) --> right", "( 3,  2) ( 2,  3) ( 4,  3) ( 4,  4)"]
        assert entries[0].count("O") == 1
        assert set(entries[-1].split("right")[1]) == set("*+YX \n")

    def test_the_viewer(self) -> None:
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
    def test_the_viewer_pages_on_a_terminal(self) -> None:
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

    def test_the_viewer_is_careful(self) -> None:
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
    def test_what_is_no_dump(self, content: bytes, why: str) -> None:
        Path("other").write_bytes(content)
        ran = sokoplan("dump", "other")
        assert ran.returncode == ExitCode.BAD_INPUT
        assert (
            ran.stderr == f"error: other: this is no dump: {why}\n  `sokoplan solve LEVEL --dump text` writes one.\n"
        )
        if len(content) < 1000:
            assert ran.stdout == ""

    def test_nothing_on_standard_input_is_no_dump(self) -> None:
        ran = sokoplan("dump", "-")
        assert (ran.returncode, ran.stdout) == (ExitCode.BAD_INPUT, "")
        assert "standard input: this is no dump: it is empty" in ran.stderr


def test_a_search_without_a_dump_reports_none() -> None:
    board = _core.Board(3, 5, [], goals=[(1, 3)])
    assert _core.solve_push(board, (1, 1), [(1, 2)]).dumped is None


# The seed's optimal numbers of pushes, and two that it wrongly calls impossible.
SEED = {
    "game1": 66, "game2": 92, "game3": 78, "game5": 69, "game6": 63, "game17": 182, "nethack1": 109,
    "classic/reactor": 155, "perfect/20": 162,
}  # fmt: skip


@pytest.mark.shared
@pytest.mark.parametrize("name", SEED)
def test_the_seeds_games_with_its_own_checkers_and_blocklist(name: str) -> None:
    (level,) = read((SHARED / "petersohn_games" / f"{name}.txt").read_bytes())
    options = {"checkers": "movable,corridor,blocklist", "heuristic": "blocklist", "blocklist-number": "3"}
    found = solve(level, "search", "pushes", Budget(seconds=60), options=options)
    assert (found.answer.optimal, found.cost) == (True, SEED[name])
