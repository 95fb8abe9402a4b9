"""The planners beside ours in `benchmarks/planners.py`: each that is installed finds a shortest plan."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from helpers.levels import drawn

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
# A step down, and a push to the right.
LEVEL = "######\n#@   #\n# $. #\n#    #\n######"
QUICK = ("textbook", "clingo", "Prolog", "Fast Downward", "SymK")


def planners() -> ModuleType:
    spec = importlib.util.spec_from_file_location("planners", BENCHMARKS / "planners.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["planners"] = module  # its dataclasses look themselves up
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", QUICK)
def test_a_peer_finds_the_shortest_plan(name: str) -> None:
    module = planners()
    run = module.measure(module.PEERS[name], drawn(LEVEL), 60.0)
    if run is None:
        pytest.skip(f"{name} is not installed")
    assert run.length == 2


def test_table_and_chart() -> None:
    module = planners()
    runs = {"one": {"a": module.Run(0.5, 3), "b": module.Run(10.0, None)}}
    assert module.table(runs, 10.0) == [
        "| level (moves) | a | b |",
        "|---|---|---|",
        "| one (3) | 0.50 | > 10 |",
        "| solved of 1 | 1 | 0 |",
    ]
    assert module.chart(runs).startswith("<svg")
