"""The help, and the errors that point to it."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path

import click
import pytest

from helpers.command import sokoplan
from sokoplan import __version__
from sokoplan.cli.app import COMMANDS, ONE_LINE, app
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.engines.options import OPTIONS
from sokoplan.errors import InputError
from sokoplan.puzzle.formats import Limits

ROOT = Path(__file__).parents[2]


def command_of(name: str) -> click.Command:
    found = app.get_command(click.Context(app), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", ONE_LINE)
def test_the_table_says_what_the_command_says(name: str) -> None:
    callback = command_of(name).callback
    assert callback is not None
    assert (inspect.getdoc(callback) or "").splitlines()[0] == ONE_LINE[name]


def test_every_command_is_in_the_table() -> None:
    folder = ROOT / "python" / "sokoplan" / "cli" / "commands"
    assert set(ONE_LINE) == {path.stem for path in folder.glob("*.py")} - {"__init__"}
    told = sokoplan("--help").stdout
    for section, commands in COMMANDS.items():
        assert f"{section}:\n" in told
        for name, words in commands.items():
            assert f" {name} {words} " in f" {' '.join(told.split())} "


@pytest.mark.parametrize("name", ONE_LINE)
def test_help_is_for_people(name: str) -> None:
    told = sokoplan(name, "--help", COLUMNS="200").stdout
    assert sokoplan("help", name, COLUMNS="200").stdout == told
    assert sokoplan(name, "-h", COLUMNS="200").stdout == told
    assert not re.search(r"<[a-z\[\]]+>|INTEGER|<=|TEXT\b.*TEXT\b|UNSET|Sentinel", told.replace("--token TEXT", ""))
    assert "\x1b" not in told
    for parameter in command_of(name).params:
        if getattr(parameter, "hidden", False):  # refused, with a reason, for those who know them from elsewhere
            continue
        flags = (
            parameter.opts if isinstance(parameter, click.Option) else [parameter.make_metavar(click.Context(app))]
        )
        for flag in flags:
            assert flag in told, flag


def test_help_and_version_as_commands() -> None:
    assert sokoplan("help").stdout == sokoplan("--help").stdout
    assert sokoplan("version").stdout == sokoplan("--version").stdout == f"sokoplan {__version__}\n"
    assert sokoplan("help", "dance").returncode == ExitCode.USAGE


def test_the_version_is_that_of_the_package() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == __version__


def test_the_flags_of_solve_are_those_of_the_rows() -> None:
    told = sokoplan("solve", "--help", COLUMNS="200").stdout
    for engine, rows in OPTIONS.items():
        for row in rows:
            assert re.search(rf"--{row.name} {re.escape(row.placeholder)}|--{row.name}, ", told), row.name
            section = told[: told.index(f"--{row.name}")].rpartition("Options for the ")[2].partition(":\n")[0]
            assert engine in section.split(), (row.name, section)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["slove", "x"], "no such command: 'slove'. Did you mean solve?\n  Run `sokoplan --help` for usage."),
        (
            ["solve", "x", "--objectve", "any"],
            "Did you mean '--objective'?\n  Run `sokoplan solve --help` for usage.",
        ),
        (
            ["solve", "x", "--objective", "beauty"],
            "'--objective': unknown value 'beauty'. Choose one of: any, moves,",
        ),
        (["solve", "x", "--time", "soon"], "'--time': not a duration: 'soon' (try 60, 1.5m or 2h)"),
        (["solve", "x", "--memory", "much"], "'--memory': not an amount of memory: 'much' (try 500M or 4G)"),
        (
            ["solve", "x", "-e", "sat", "--strategy", "foo"],
            "unknown value 'foo' for --strategy. Choose one of: auto, patterns, deepen",
        ),
        (
            ["solve", "x", "-e", "asp", "--threads", "0"],
            "invalid value '0' for --threads. Give a whole number from 1",
        ),
        (
            ["solve", "x", "-e", "search", "--strategy", "single"],
            "--strategy: this is an option of the engine sat or asp; add --engine asp",
        ),
        (["solve", "x", "--amo", "foo"], "unknown value 'foo' for --amo. Choose one of: pairwise"),
        (
            ["solve", "x", "--checkers", "all", "--amo", "ladder"],
            "no engine has all of these options: --checkers is one of search; --amo is one of sat",
        ),
        (["solve", "x", "-s", "20"], "-s: this names the SAT solver; the number of steps is --maxsteps 20"),
        (["solve", "x", "--compare", "+time"], "--compare: not here: the search orders equal nodes in its own way"),
        (["solve", "x", "--stone-pusher", "maybe"], "unknown value 'maybe' for stone-pusher. Choose one of: yes, no"),
        (["solve", "x", "--stone-pusher", "--expanders", "all"], "--expanders says it already; give one"),
        (["solve", "x", "--blocklist-heur-calculator", "vector"], "there is no blocklist to use"),
        (["show", "x", "--max-board", "big"], "not a board size: 'big' (give WIDTHxHEIGHT"),
        (["bench", "first-push", "-e", "sat,magic"], "unknown value 'magic'. Choose one of: auto, search"),
        (["bench", "first-push", "--set", "corral_serch=0"], "no option 'corral_serch'. Did you mean corral_search?"),
        (["solve", "first-push", "first-push", "--dump", "xml"], "--dump: each level would overwrite"),
        (["export", "first-push"], "Missing option '--to'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_errors_name_the_option_and_what_would_be_right(arguments: list[str], words: str) -> None:
    ran = sokoplan(*arguments)
    assert ran.returncode == ExitCode.USAGE
    assert words in ran.stderr
    assert ran.stdout == ""


def test_boards_are_measured_width_first(tmp_path: Path) -> None:
    wide = tmp_path / "wide.xsb"
    wide.write_text("########\n#@ $ . #\n########\n")
    assert ", 8 x 3, " in sokoplan("show", str(wide)).stdout
    assert sokoplan("show", str(wide), "--max-board", "8x3").returncode == 0
    assert sokoplan("show", str(wide), "--max-board", "3x8").returncode == ExitCode.BAD_INPUT


def test_the_limits_that_help_tells_are_the_limits() -> None:
    told = " ".join(sokoplan("show", "--help", COLUMNS="200").stdout.split())
    limits = Limits()
    assert f"default: {limits.columns}x{limits.rows}]" in told
    assert f"default: {limits.size}]" in told


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_shells(shell: str) -> None:
    assert "_SOKOPLAN_COMPLETE" in sokoplan("completion", shell).stdout


def test_errors_can_be_hashed() -> None:
    error = InputError("wrong", "Right.")
    assert {error, InputError("wrong", "Right."), error.at("file")} == {error, error.at("file")}


def test_a_switch_with_more_words_than_yes_and_no_shows_them() -> None:
    assert "--blocklist-heur-calculator vector|decision-tree|none" in sokoplan("solve", "--help").stdout
