"""The rows that describe every option of every engine, and what is made from them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from options_tables import renewed

from sokoplan.engines import ENGINES
from sokoplan.engines.options import OPTIONS, Option, as_data, as_table, find, read, rows_of
from sokoplan.engines.options.search import core_table
from sokoplan.engines.sat import strategies
from sokoplan.errors import InputError

ROOT = Path(__file__).parents[2]
ROWS = [(engine, row) for engine in OPTIONS for row in rows_of(engine)]


def test_every_engine_has_a_table() -> None:
    assert set(OPTIONS) == set(ENGINES)
    assert len(ROWS) > 40


@pytest.mark.parametrize(("engine", "row"), ROWS, ids=lambda value: value if isinstance(value, str) else value.name)
def test_a_row(engine: str, row: Option) -> None:
    assert find(engine, row.name) is row or row in rows_of(engine)
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
    """As CaDiCaL's check-options-occur: the engine's own file names each of its options, or the core has it."""
    switches = {switch.name.replace("_", "-") for switch in core_table()}
    for engine, rows in OPTIONS.items():
        for row in rows:
            source = (ROOT / "python" / "sokoplan" / "engines" / engine / "options.py").read_text(encoding="utf-8")
            assert f'"{row.name}"' in source or row.name in switches, row.name


def test_every_strategy_has_a_function() -> None:
    assert find("sat", "strategy").values == tuple(strategies.STRATEGIES)


def test_unknown_names_get_the_nearest_one() -> None:
    with pytest.raises(InputError, match="no option 'stratgy'") as caught:
        read("sat", {"stratgy": "fresh"})
    assert caught.value.right == "Did you mean strategy?"
    with pytest.raises(InputError, match="the engine oracle has no options"):
        read("oracle", {"strategy": "fresh"})


def test_defaults_and_values() -> None:
    assert read("asp", {}) == {"strategy": "multi", "max-steps": 300, "asp-config": "trendy", "threads": 1}
    assert read("sat", {"horizon": "7", "without": "dead, undo"}) | {"amo": ""} == read("sat", {}) | {
        "max-steps": 7, "without": ("dead", "undo"), "amo": "",
    }  # fmt: skip
    with pytest.raises(InputError, match="'all' stands for a whole list"):
        read("search", {"checkers": "all,movable"})


def test_a_row_makes_sense_read_alone() -> None:
    assert find("search", "blocklist-distance").sentence() == (
        "Only sets whose boxes are at most N rows and columns apart go into the blocklist (default 3; 0 = any)."
    )
    assert find("asp", "strategy").sentence() == "How horizons are tried: multi (default), single."


def test_the_data_is_json_and_whole() -> None:
    data = json.loads(json.dumps(as_data()))
    assert {engine: [row["name"] for row in rows] for engine, rows in data.items()} == {
        engine: [row.name for row in rows_of(engine)] for engine in OPTIONS
    }
    (amo,) = (row for row in data["sat"] if row["name"] == "amo")
    assert amo["values"][:2] == ["pairwise", "ladder"]
    assert (amo["kind"], amo["default"]) == ("choice", "ladder")


def test_the_tables_of_the_docs_are_those_of_the_rows() -> None:
    page = "before\n<!-- options: asp -->\nold\n<!-- end of options -->\nafter\n"
    assert renewed(page) == f"before\n<!-- options: asp -->\n{as_table('asp')}<!-- end of options -->\nafter\n"
    assert "| `--asp-config NAME` | clingo's configuration: auto, " in renewed(page)
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = path.read_text(encoding="utf-8")
        assert renewed(text) == text, f"run: python scripts/options_tables.py {path.name}"
