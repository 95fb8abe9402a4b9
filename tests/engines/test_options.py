"""The rows that describe every option of every engine, and what is made from them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from options_tables import renewed

from helpers.levels import drawn
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Budget, Objective, Request
from sokoplan.engines.options import OPTIONS, Option, as_table, find, fitting, read, rows_of
from sokoplan.engines.options.search import core_table
from sokoplan.engines.sat import strategies
from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import bundled
from sokoplan.solving import ask
from sokoplan.solving.solve import solve

ROOT = Path(__file__).parents[2]
ROWS = [(engine, row) for engine in OPTIONS for row in rows_of(engine)]


def test_every_table_is_that_of_an_engine() -> None:
    assert set(OPTIONS) < set(ENGINES)
    assert len(ROWS) > 40


@pytest.mark.parametrize(("engine", "row"), ROWS, ids=lambda value: value if isinstance(value, str) else value.name)
def test_a_row(engine: str, row: Option) -> None:
    assert find(engine, row.name) is row
    assert row.help
    assert not row.help.endswith(".")
    if row.default:
        row.read(row.default)
    if row.kind == "list":
        assert row.values
        assert row.read(row.values[0]) == (row.values[0],)
    if row.kind == "choice":
        for word in row.values:
            assert row.read(word) == word
    if row.kind in ("choice", "list", "switch", "number"):
        with pytest.raises(InputError, match=f"value 'magic' for --{row.name}"):
            row.read("magic")
    if row.most is not None:
        assert row.read(str(row.most)) == row.most
        with pytest.raises(InputError, match=f"from {row.least:,} to {row.most:,}"):
            row.read(str(row.most + 1))


def test_no_row_is_there_that_nobody_reads() -> None:
    """As CaDiCaL's check-options-occur: the engine's own files name each of its options, or the core has it."""
    switches = {switch.name.replace("_", "-") for switch in core_table()}
    for engine, rows in OPTIONS.items():
        for row in rows:
            files = (ROOT / "python" / "sokoplan" / "engines" / engine).glob("*.py")
            source = "".join(path.read_text(encoding="utf-8") for path in files)
            assert f'"{row.name}"' in source or row.name in switches, row.name


def test_every_strategy_has_a_function() -> None:
    assert find("sat", "strategy").values == ("auto", *strategies.STRATEGIES)


def test_unknown_names_get_the_nearest_one() -> None:
    with pytest.raises(InputError, match="no option 'stratgy'") as caught:
        read("sat", {"stratgy": "fresh"})
    assert caught.value.right == "Did you mean strategy?"
    with pytest.raises(InputError, match="the engine oracle has no options"):
        read("oracle", {"strategy": "fresh"})


def test_defaults_and_values() -> None:
    assert read("asp", {}) == {"strategy": "below", "max-steps": 300, "asp-config": "fitted", "threads": 1}
    assert read("sat", {"horizon": "7", "without": "dead, undo"}) | {"amo": ""} == read("sat", {}) | {
        "max-steps": 7, "without": ("dead", "undo"), "amo": "",
    }  # fmt: skip
    with pytest.raises(InputError, match="'all' stands for a whole list"):
        read("search", {"checkers": "all,movable"})


def test_a_row_makes_sense_read_alone() -> None:
    assert find("search", "blocklist-distance").sentence() == (
        "Only sets whose boxes are at most N rows and columns apart go into the blocklist (default 3; 0 = any)."
    )
    assert find("asp", "strategy").sentence() == "How horizons are tried: below (default), multi, single."


def test_the_data_of_a_row_is_json() -> None:
    amo = json.loads(json.dumps(find("sat", "amo").as_data()))
    assert amo["values"][:2] == ["pairwise", "ladder"]
    assert (amo["kind"], amo["default"], amo["advanced"]) == ("choice", "ladder", False)


GOALS = drawn("#######\n#@ $ .#\n#######")
SINKS = bundled()["tidal-pools"].level()
HOLES = bundled()["mind-the-gap"].level()
HELL = bundled()["locksmith"].level()


def request(level: Level, objective: Objective = "pushes", **options: str) -> Request:
    return Request(level, objective, options={name.replace("_", "-"): value for name, value in options.items()})


@pytest.mark.parametrize(
    ("engine", "asked", "says"),
    [
        ("sat", request(GOALS, variables="operators"), "--variables has no effect for the objective pushes, where a"),
        ("sat", request(GOALS, "any", variables="operators"), "--variables has no effect for the objective any"),
        (
            "search",
            request(GOALS, threads="4"),
            "--threads has no effect for the objective pushes without a blocklist",
        ),
        ("search", request(GOALS, "any", threads="4", dump="text"), "--threads has no effect with --dump"),
        ("search", request(GOALS, "any", nearby="9", dump="text"), "`nearby` has no effect with --dump"),
        ("search", request(HOLES, blocklist_number="2"), "--blocklist-number has no effect on levels with holes"),
        ("search", request(GOALS, "moves", checkers="freeze,corral"), "`corral` in --checkers has no effect for the"),
        (
            "search",
            request(GOALS, checkers="nearby"),
            "`nearby` in --checkers has no effect for the objective pushes",
        ),
        ("search", request(SINKS, "any", weight="3"), "`weight` has no effect on levels with sinks, only with goals"),
        ("search", request(GOALS, weight="3"), "`weight` has no effect for the objective pushes, only for any"),
        ("search", request(HELL, "moves", checkers="all"), "--checkers has no effect on Helltaker"),
        ("oracle", request(GOALS, strategy="fresh"), "the engine oracle has no options"),
        ("asp", request(GOALS, checkers="all"), "the engine asp has no option 'checkers'"),
    ],
)
def test_what_has_no_effect_is_refused(engine: str, asked: Request, says: str) -> None:
    with pytest.raises(InputError) as caught:
        ask.check(engine, asked)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("engine", "asked"),
    [
        ("sat", request(GOALS, variables="keys")),
        ("sat", request(GOALS, "pushes-moves", variables="operators")),
        ("sat", request(HELL, "any", variables="operators")),
        ("search", request(GOALS, "any", threads="4")),
        ("search", request(GOALS, threads="4", blocklist_number="2")),
        ("search", request(GOALS, threads="1")),
        ("search", request(GOALS, weight="1")),
        ("search", request(HOLES, blocklist_number="0")),
        ("search", request(HOLES, checkers="all", expanders="all")),
        ("search", request(SINKS, checkers="freeze,corridor", expanders="symmetry")),
        ("search", request(GOALS, "moves", checkers="corridor")),
    ],
)
def test_what_has_an_effect_or_is_as_always_is_taken(engine: str, asked: Request) -> None:
    ask.check(engine, asked)
    solved = solve(asked.level, engine, asked.objective, Budget(30.0), options=asked.options)
    assert solved.status == "solved"


def test_what_fits_a_request() -> None:
    def names(engine: str, asked: Request) -> set[str]:
        return {row.name for row in fitting(engine, asked)}

    assert names("search", request(HELL, "moves")) == set()
    assert names("search", request(GOALS)) >= {"heuristic", "ida", "corral_astar", "symmetry"}
    assert not names("search", request(GOALS)) & {"weight", "packing", "pair_excess", "threads"}
    assert names("search", request(SINKS, "any")) >= {"sink_weight", "pair_excess", "threads", "core"}
    assert "variables" in names("sat", request(GOALS, "moves"))
    assert names("sat", request(GOALS)) == {row.name for row in rows_of("sat")} - {"variables", "encoding"}
    assert names("oracle", request(GOALS)) == set()


def test_what_writes_files_or_starts_programs_is_not_for_the_web() -> None:
    for _, row in ROWS:
        assert not row.web or row.kind in ("choice", "list", "number", "switch"), row.name
    assert not find("search", "dump").web
    assert not find("sat", "sat-solver").web


def test_the_tables_of_the_docs_are_those_of_the_rows() -> None:
    page = "before\n<!-- options: asp -->\nold\n<!-- end of options -->\nafter\n"
    assert renewed(page) == f"before\n<!-- options: asp -->\n{as_table('asp')}<!-- end of options -->\nafter\n"
    assert "| `--asp-config NAME` | clingo's configuration: auto, " in renewed(page)
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = path.read_text(encoding="utf-8")
        assert renewed(text) == text, f"run: python scripts/options_tables.py {path.name}"
