"""The NetHack solver's options, checkers and option lines, as a person meets them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import sokoplan as sp
from helpers import levelgen
from helpers.command import sokoplan
from helpers.levels import GAME, HARD, SHARED, drawn
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.engines.answer import Budget, Request
from sokoplan.engines.options.search import checkers, expanders
from sokoplan.engines.oracle.search import search
from sokoplan.engines.search.level_options import KNOWN, WITHOUT_MEANING, merged, of_level
from sokoplan.engines.search.options import core_options
from sokoplan.errors import InputError
from sokoplan.native import board_of
from sokoplan.puzzle.formats import read
from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.library import bundled
from sokoplan.puzzle.verify import verify
from sokoplan.solving.solve import solve
from sokoplan.views.text import draw


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
            ({"heuristic": "best"}, "unknown value 'best' for --heuristic"),
            ({"checkers": "movable,magic"}, "unknown value 'magic' for --checkers"),
            ({"expanders": "stone-puscher"}, "unknown value 'stone-puscher' for --expanders"),
            ({"blocklist-number": "6"}, "from 0 to 5"),
            ({"blocklist-number": "two"}, "from 0 to 5"),
            ({"blocklist-distance": "2"}, "no blocklist to use"),
            ({"heuristic": "blocklist"}, "no blocklist to use"),
            ({"checkers": "blocklist"}, "no blocklist to use"),
            ({"blocklist-number": "3", "heuristic": "basic", "checkers": "movable"}, "would not be used"),
            ({"dump": "json"}, "unknown value 'json' for --dump"),
            ({"dump-limit": "7"}, "needs a style"),
        ],
    )
    def test_typos(self, options: dict[str, str], says: str) -> None:
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
    assert (found.optimal, found.reason) == (False, "time")
    assert found.seconds < 60


def test_no_blocklist_with_holes() -> None:
    ran = sokoplan("solve", "mind-the-gap", "--blocklist-number", "2")
    assert ran.returncode == ExitCode.BAD_INPUT
    assert "--blocklist-number has no effect on levels with holes: boxes may be left over" in ran.stderr


class TestLevelFiles:
    def test_options_are_read_and_overruled(self) -> None:
        (level,) = read(GAME + "blocklist-number=3\nblocklist-heur-calculator=d\nthread-num = 1\nstone-pusher=no\n")
        options, notes = merged(Request(level, "pushes"))
        assert notes == []
        assert options == {
            "blocklist-number": "3", "blocklist_excess": "true", "threads": "1", "stone_pusher": "false",
        }  # fmt: skip
        given = {"blocklist-number": "2", "expanders": "stone-pusher"}
        typed, _ = merged(Request(level, "pushes", options=given))
        switches, _ = core_options(typed)
        assert (switches["blocklist_number"], switches["stone_pusher"], switches["threads"]) == ("2", "true", "1")
        without, _ = merged(Request(level, "pushes", options={"heuristic": "basic", "checkers": "movable"}))
        assert "blocklist-number" not in without

    def test_what_has_no_effect_is_noted(self) -> None:
        (level,) = read(GAME + "expanders=stone-pusher\nthreads=4\nblocklist-heur-calculator=d\n")
        options, notes = merged(Request(level, "moves"))
        assert options == {}
        assert notes == [
            "ignoring `blocklist-heur-calculator=d`: there is no blocklist (set blocklist-number to make one)",
            "ignoring `expanders=stone-pusher`: `stone-pusher` in --expanders has no effect for the objective moves, "
            "only for any, pushes, pushes-moves",
            "ignoring `threads=4`: --threads has no effect for the objective moves without a blocklist, only for any",
        ]

    def test_the_front_door_honours_them_too(self) -> None:
        (plain,) = read(GAME)
        (level,) = read(GAME + "checkers=none\nexpanders=normal\nheuristic=basic\ncompare=+time\n")
        slow, fast = sp.solve(level, "pushes"), sp.solve(plain, "pushes")
        assert slow.pushes == fast.pushes
        assert slow.answer.nodes > fast.answer.nodes
        assert slow.answer.notes == ("ignoring `compare=+time`: the search orders equal nodes in its own way",)
        overruled = sp.solve(level, "pushes", options={"checkers": "all", "expanders": "all"})
        assert overruled.answer.nodes < slow.answer.nodes

    def test_every_option_of_the_solver_is_known(self) -> None:
        values = {"heuristic": "basic", "checkers": "all", "expanders": "all", "stone-pusher": "yes"}
        for name in KNOWN:
            (level,) = read(f"{GAME}{name}={values.get(name, '1')}\n")
            assert of_level(level)[1] == []
        for name in WITHOUT_MEANING:
            (level,) = read(f"{GAME}{name}=1\n")
            options, notes = of_level(level)
            assert options == {}
            assert notes[0].startswith(f"ignoring `{name}=1`: ")

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("blocklist-nubmer=3", "unknown option 'blocklist-nubmer'"),
            ("blocklist-number=many", "whole number from 0 to 5"),
            ("stone-pusher=perhaps", "Choose one of: yes, no"),
            ("blocklist-heur-calculator=q", "none, vector, decision-tree"),
            ("threads=0", "whole number from 1 to 64"),
            ("thread-num=0", "invalid value '0' for thread-num\n"),
            ("checkers=movable,luck", "unknown value 'luck' for checkers"),
        ],
    )
    def test_what_makes_no_sense_is_said_with_its_line(self, folder: Path, line: str, says: str) -> None:
        (folder / "odd.txt").write_text(GAME + line + "\n")
        ran = sokoplan("solve", "odd.txt", "game.txt")
        assert ran.returncode == ExitCode.BAD_INPUT
        assert f"    {line}\n" in ran.stderr
        assert says in ran.stderr
        assert ran.stderr.startswith("error: odd.txt: ")
        assert "2 of 2 levels: 1 solved, 1 failed; " in ran.stdout
        assert sokoplan("show", "odd.txt").returncode == 0

    def test_notes_and_other_engines(self, folder: Path) -> None:
        (folder / "noted.txt").write_text(GAME + "compare=+time\n")
        assert "ignoring `compare=+time`" in sokoplan("solve", "noted.txt").stderr
        assert sokoplan("solve", "noted.txt", "--engine", "sat").stderr == ""

    @pytest.mark.parametrize("line", ["blocklist-distance=4", "blocklist-heur-calculator=vector"])
    def test_a_blocklist_that_nobody_makes_is_noted(self, folder: Path, line: str) -> None:
        (folder / "alone.txt").write_text(f"{GAME}{line}\n")
        alone = sokoplan("solve", "alone.txt")
        assert alone.returncode == 0
        assert f"ignoring `{line}`: there is no blocklist" in alone.stderr
        assert sokoplan("solve", "alone.txt", "--blocklist-number", "2").stderr == ""

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
        assert "--checkers has no effect on Helltaker, only on Sokoban, sinks and holes" in ran.stderr

    def test_old_style_output(self) -> None:
        old = sokoplan("solve", "diamond", "--objective", "pushes", "--old-style-output").stdout.splitlines()[1:]
        new = sokoplan("solve", "diamond", "--objective", "pushes", "--format", "pushes").stdout.splitlines()[1:]
        assert old[0] == "( 3,  4) --> ( 2,  4)"  # the stone, and the player
        assert new[0] == "( 3,  4) --> right"
        assert len(old) == len(new) == 10

    @pytest.mark.usefixtures("folder")
    @pytest.mark.parametrize(
        ("switches", "same"),
        [
            (("--stone-pusher", "no"), ("--expanders", "pi-corral,symmetry")),
            (("--advanced-heur-calculator", "no"), ("--heuristic", "basic")),
            (("--movable-checker", "no"), None),
            (("--blocklist-number", "2", "--blocklist-heur-calculator", "none"), None),
            (("--blocklist-number", "2", "--blocklist-heur-calculator", "vector"), ("--blocklist-number", "2")),
            (("--blocklist-number", "2", "--thread-num", "2"), ("--blocklist-number", "2", "--threads", "2")),
        ],
        ids=lambda words: " ".join(words or ()),
    )
    def test_its_switches_on_the_command_line(self, switches: tuple[str, ...], same: tuple[str, ...] | None) -> None:
        """They do what the same line in a level file does, and what our own name for it does, where there is one."""

        def told(*arguments: str) -> str:
            ran = sokoplan("solve", *arguments, "--objective", "pushes")
            assert ran.returncode == 0, ran.stderr
            return re.sub(r"[\d.]+ s\)", "", ran.stdout.partition(": ")[2])

        names, values = switches[::2], switches[1::2]
        lines = "".join(f"{name.removeprefix('--')}={value}\n" for name, value in zip(names, values, strict=True))
        Path("file.txt").write_text(GAME + lines)
        assert told("game.txt", *switches) == told("file.txt")
        if same is not None:
            assert told("game.txt", *same) == told("file.txt")

    @pytest.mark.usefixtures("folder")
    def test_its_names_for_dumps(self) -> None:
        ran = sokoplan(
            "solve", "game.txt", "--objective", "pushes", "--dump-style", "xml", "--dump-filename", "d.xml"
        )
        assert ran.returncode == 0, ran.stderr
        assert Path("d.xml").read_text().startswith("<")

    def test_each_of_its_options_is_known(self) -> None:
        """By our name, by its own, or refused with a reason: `no such option` would be a riddle."""
        for name in (*WITHOUT_MEANING, *KNOWN):
            ran = sokoplan("solve", "diamond", f"--{name}", "yes")
            assert "No such option" not in ran.stderr
        for name in set(WITHOUT_MEANING) - {"dump-style", "dump-filename", "old-style-output"}:
            assert "not here: " in sokoplan("solve", "diamond", f"--{name}", "yes").stderr, name

    def test_help_names_them_all(self) -> None:
        told = sokoplan("solve", "--help", COLUMNS="200").stdout
        for option in (
            "heuristic", "checkers", "expanders", "blocklist-number", "blocklist-distance", "threads", "dump",
            "dump-file", "dump-limit", "old-style-output",
        ):  # fmt: skip
            assert f"--{option}" in told


# The seed's optimal numbers of pushes, and two that it wrongly calls impossible.
SEED = {
    "game1": 66, "game2": 92, "game3": 78, "game5": 69, "game6": 63, "game9": 149, "game17": 182, "nethack1": 109,
    "classic/reactor": 155, "perfect/20": 162,
}  # fmt: skip


@pytest.mark.shared
@pytest.mark.parametrize("name", SEED)
def test_the_seeds_games_with_its_own_checkers_and_blocklist(name: str) -> None:
    (level,) = read((SHARED / "petersohn_games" / f"{name}.txt").read_bytes())
    options = {
        "checkers": "movable,corridor,blocklist", "expanders": "stone-pusher", "heuristic": "blocklist",
        "blocklist-number": "3",
    }  # fmt: skip
    found = solve(level, "search", "pushes", Budget(seconds=60), options=options)
    assert (found.answer.optimal, found.cost) == (True, SEED[name])


def test_the_page_names_every_checker_and_expander() -> None:
    page = (Path(__file__).parents[2] / "docs" / "nethack.md").read_text(encoding="utf-8")
    for word in (*checkers(), *expanders()):
        assert f"`{word}`" in page, word


class TestTables:
    """partitions.dump and blocklist.dump: what stands in them is true, by the oracle."""

    def _cost(self, level: Level, boxes: Sequence[Cell], player: Cell) -> int | None:
        return search(replace(level, boxes=frozenset(boxes), player=player), "pushes").cost

    def test_a_box_alone(self) -> None:
        level = drawn(GAME)  # two rooms; a box in the door between them cuts the floor in two
        lines = board_of(level).distances(level.player, sorted(level.boxes))
        assert len(lines) > len({tuple(boxes) for boxes, _, _ in lines}) > 5
        for boxes, area, pushes in lines:
            assert set(area).isdisjoint(boxes)
            if level.sinks.isdisjoint(boxes):
                assert self._cost(level, boxes, area[0]) == pushes

    def test_sets_of_the_blocklist(self) -> None:
        level = drawn(GAME)  # two rooms; a box in the door between them cuts the floor in two
        board, where = board_of(level), (level.player, sorted(level.boxes))
        alone = {(boxes[0], cell): cost for boxes, area, cost in board.distances(*where) for cell in area}
        lines = board.blocklist(*where, 2, 0)
        assert {pushes is None for _, _, pushes in lines} == {True, False}
        for boxes, area, pushes in lines[::7]:
            cost = self._cost(level, boxes, area[0])
            assert (cost is None) == (pushes is None)
            if cost is not None and pushes is not None:
                assert cost == pushes + sum(alone[box, area[0]] or 0 for box in boxes)

    def test_the_files(self, tmp_path: Path) -> None:
        asked = ("solve", "diamond", "--objective", "pushes", "--write-tables", str(tmp_path / "t"))
        assert "there is no blocklist" in sokoplan(*asked).stderr
        assert not (tmp_path / "t" / "blocklist.dump").exists()
        assert sokoplan(*asked, "--blocklist-number", "2").returncode == 0
        shown = sokoplan("dump", str(tmp_path / "t" / "blocklist.dump"), "--no-pager").stdout
        assert shown.startswith("Additional pushes: 2\n( 2,  3) ( 3,  3)\n* * * * * * *\n")
        assert "Pushes: 4\n( 2,  2)\n" in (tmp_path / "t" / "partitions.dump").read_text()
