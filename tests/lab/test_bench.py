"""Measurements are kept, read back and compared; contradictions are found."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command import sokoplan
from helpers.levels import GAME
from helpers.rows import ROW
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.errors import InputError
from sokoplan.lab.rows import read_rows
from sokoplan.lab.runs import compare_runs


def test_ratios_are_geometric_means_over_what_both_answered() -> None:
    first = [ROW, replace(ROW, index=2, cpu=8.0, nodes=400), replace(ROW, index=3, title="Three")]
    second = [
        replace(ROW, cpu=0.5, nodes=50),
        replace(ROW, index=2, cpu=1.0, nodes=100),
        replace(ROW, index=3, title="Three", status="unknown", reason="time", optimal=False),
    ]
    found = compare_runs(first, second)
    assert found.both == 2
    assert found.cpu_ratio == pytest.approx(4.0)  # the mean of 2 and 8
    assert found.nodes_ratio == pytest.approx(8**0.5)  # ... of 2 and 4
    assert (found.only_first, found.only_second) == (("Three",), ())
    assert found.contradictions == ()


def test_several_engines_in_one_file_are_compared_each_with_itself() -> None:
    """The last row of a level must not stand for the others."""
    search, sat = replace(ROW, engine="search", cpu=1.0), replace(ROW, engine="sat", cpu=50.0)
    found = compare_runs([search, sat], [replace(search, cpu=0.5), replace(sat, cpu=25.0)])
    assert (found.both, found.across) == (2, ())
    assert found.cpu_ratio == pytest.approx(2.0)
    assert compare_runs([search, sat], [replace(search, cpu=0.5)]).cpu_ratio == pytest.approx(2.0)
    ways = [replace(sat, variant="deepen"), replace(sat, variant="fresh", cpu=10.0)]
    assert compare_runs(ways, ways[::-1]).cpu_ratio == pytest.approx(1.0)
    # One row each leaves no doubt, but it is told.
    found = compare_runs([search], [sat])
    assert (found.both, found.across) == (1, ("search against sat",))
    # Whoever is wrong is found, in whatever order the rows come.
    for order in ([search, sat], [sat, search]):
        assert compare_runs(order, [replace(search, cost=9)]).contradictions == ("One",)


def test_where_nothing_can_be_compared_it_is_said_why(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    engines = [replace(ROW, engine=name) for name in ("search", "sat")]
    for mine, others, why in (
        ([ROW], [], "one of the two has no rows"),
        ([ROW], [replace(ROW, index=2)], "no level in common"),
        ([ROW], [replace(ROW, objective="pushes")], "different objectives: moves and pushes"),
        ([ROW], [replace(ROW, reading="each-once")], "different goals"),
        (engines, [ROW], "different engines: sat, search and oracle"),
    ):
        for path, rows in ((one, mine), (two, others)):
            path.write_text("".join(row.as_json() + "\n" for row in rows))
        told = sokoplan("bench", "--compare", str(one), "--compare", str(two))
        assert (told.returncode, told.stdout) == (ExitCode.BAD_INPUT, "")
        assert "there is nothing to compare" in told.stderr
        assert why in told.stderr


def test_two_proved_optima_that_differ_contradict_each_other() -> None:
    assert compare_runs([ROW], [replace(ROW, cost=9)]).contradictions == ("One",)
    assert compare_runs([ROW], [replace(ROW, status="unsolvable", optimal=False)]).contradictions == ("One",)
    assert compare_runs([ROW], [replace(ROW, cost=12, optimal=False)]).contradictions == ()


def test_a_plan_that_is_better_than_a_proved_optimum_contradicts_it() -> None:
    assert compare_runs([ROW], [replace(ROW, cost=9, optimal=False)]).contradictions == ("One",)
    assert compare_runs([replace(ROW, cost=9, optimal=False)], [ROW]).contradictions == ("One",)
    both = replace(ROW, objective="moves-pushes")
    assert compare_runs([both], [replace(both, pushes=3)]).contradictions == ("One",)  # the second word counts too
    assert compare_runs([ROW], [replace(ROW, pushes=3)]).contradictions == ()


def test_rows_round_trip_and_broken_ones_are_shown() -> None:
    assert read_rows(ROW.as_json() + "\n\n", "rows") == [ROW]
    with pytest.raises(InputError) as caught:
        read_rows(ROW.as_json() + "\n{}\n", "rows")
    assert caught.value.line == 2


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.xsb").write_text("#####\n#@$.#\n#####\nTitle: Yes\n\n#####\n#@.$#\n#####\nTitle: No\n")
    ran = sokoplan("bench", "--collection", "two.xsb", "--objective", "moves", "--output", "rows.json")
    assert ran.returncode == 0
    assert "2 levels: 1 solved, 1 of them proved optimal, 1 unsolvable" in ran.stdout
    rows = read_rows(Path("rows.json").read_text(), "rows.json")
    assert [(row.title, row.status) for row in rows] == [("Yes", "solved"), ("No", "unsolvable")]
    assert all(row.cpu >= 0 for row in rows)
    Path("wrong.json").write_text(replace(rows[0], cost=99).as_json())
    told = sokoplan("bench", "--compare", "rows.json", "--compare", "wrong.json")
    assert told.returncode == ExitCode.INTERNAL
    assert "contradictions: Yes" in told.stdout
    assert sokoplan("bench", "--compare", "rows.json").returncode == ExitCode.USAGE
    assert sokoplan("bench").returncode == ExitCode.USAGE


@pytest.mark.parametrize(
    ("engine", "option", "says"),
    [
        ("asp", "strategy=foo", "unknown value 'foo' for --strategy"),
        ("asp", "asp-config=foo", "unknown value 'foo' for --asp-config"),
        ("asp", "threads=many", "invalid value 'many' for --threads"),
        ("asp", "magic=1", "no option 'magic'"),
        ("sat", "magic=1", "no option 'magic'"),
        ("sat", "strategy=single", "unknown value 'single' for --strategy"),
        ("oracle", "magic=1", "has no options"),
        ("search,asp", "ida=true", "no option 'ida'"),
    ],
)
def test_options_that_an_engine_does_not_know(engine: str, option: str, says: str) -> None:
    """Told before anything is measured: it would have been measured without them."""
    ran = sokoplan("bench", "first-push", "--engine", engine, "--set", option)
    assert (ran.returncode, ran.stdout) == (ExitCode.USAGE, "")
    assert says in ran.stderr


def test_a_file_without_a_title_is_called_by_its_name(tmp_path: Path) -> None:
    for number in (10, 2):
        (tmp_path / f"map{number}.txt").write_text("#####\n#S  #\n# C #\n#  X#\n#####\n")
    ran = sokoplan("bench", str(tmp_path), "--output", str(tmp_path / "rows.json"))
    assert [line.split()[0] for line in ran.stdout.splitlines()[1:3]] == ["map2.txt", "map10.txt"]
    rows = read_rows((tmp_path / "rows.json").read_text(), "rows.json")
    assert [row.name for row in rows] == ["map2.txt", "map10.txt"]


def test_the_options_of_a_level_file_count(tmp_path: Path) -> None:
    """As in `solve`: the file chooses, --set overrules, and a line without a meaning is told."""
    (tmp_path / "game.txt").write_text(GAME)
    (tmp_path / "slow.txt").write_text(GAME + "stone-pusher=no\nadvanced-heur-calculator=no\ncompare=+time\n")

    def nodes(*arguments: str) -> tuple[int, str]:
        ran = sokoplan("bench", *arguments, "--objective", "pushes", "--json")
        return json.loads(ran.stdout)["nodes"], ran.stderr

    plain, slow = nodes(str(tmp_path / "game.txt")), nodes(str(tmp_path / "slow.txt"))
    assert plain[0] < slow[0]
    assert "slow.txt: ignoring `compare=+time`" in slow[1]
    both = ("--set", "expanders=all", "--set", "heuristic=advanced")
    assert nodes(str(tmp_path / "slow.txt"), *both)[0] < slow[0]


def test_the_other_reading_of_the_goal(tmp_path: Path) -> None:
    (tmp_path / "two.xsb").write_text("#######\n#@    #\n# $.$ #\n#     #\n#######\n")
    asked = ("bench", str(tmp_path / "two.xsb"), "--objective", "moves", "--json")
    assert sokoplan(*asked).returncode == ExitCode.BAD_INPUT
    assert json.loads(sokoplan(*asked, "--goal", "each-once").stdout)["moves"] == 10
