"""What a start does not import: told by names and not by seconds, which differ from machine to machine.

`benchmarks/start_up.py` has the seconds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

# What takes long to import, and what only a few commands need.
SLOW = {
    "numpy", "clingo", "pysat", "fastapi", "pydantic", "typer", "uvicorn", "asyncio", "PIL", "ssl", "http",
    "xml.sax.saxutils", "importlib.metadata", "multiprocessing",
}  # fmt: skip
RICH = {"rich"}
PUZZLE = {"sokoplan.puzzle.formats", "sokoplan.solving", "tomllib"}
_LOOK = "import atexit, json, sys; atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))\n"
_START = "from sokoplan.__main__ import main; main()"
_TAB = {"_SOKOPLAN_COMPLETE": "bash_complete", "COMP_CWORD": "2"}


def imported(*arguments: str, **environment: str) -> tuple[set[str], str]:
    done = subprocess.run(
        [sys.executable, "-c", _LOOK + _START, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env=os.environ | environment,
    )
    assert done.stdout
    return set(json.loads(done.stderr.splitlines()[-1])), done.stdout


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (["--version"], SLOW | RICH | PUZZLE | {"click", "sokoplan.cli"}),
        (["version"], SLOW | RICH | PUZZLE),
        (["--help"], SLOW | RICH | PUZZLE | {"sokoplan.cli.commands.solve", "sokoplan.engines"}),
        (["help", "solve"], SLOW | RICH | {"sokoplan.solving", "tomllib"}),
        (["solve", "--help"], SLOW | RICH | {"sokoplan.solving", "tomllib"}),
        (["solve", "two-yardsticks"], SLOW | {"rich.table", "rich.progress", "sokoplan.views.dump"}),
        (["show", "two-yardsticks"], SLOW | {"rich.table", "sokoplan.solving", "sokoplan._core"}),
        (["verify", "first-push", "-h"], SLOW | RICH | {"sokoplan.solving"}),
        (["completion", "bash"], SLOW - {"asyncio"} | RICH | PUZZLE),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_a_command_does_not_import(arguments: list[str], unwanted: set[str]) -> None:
    modules, _ = imported(*arguments)
    assert sorted(modules & unwanted) == []


@pytest.mark.parametrize(
    ("typed", "unwanted", "proposed"),
    [
        ("sokoplan so", SLOW | RICH | PUZZLE | {"sokoplan.cli.commands.solve"}, "plain,solve"),
        ("sokoplan solve --str", SLOW | RICH | PUZZLE, "plain,--strategy"),
        ("sokoplan solve two", SLOW | RICH | {"sokoplan.solving"}, "plain,two-yardsticks"),
        ("sokoplan solve --engine sat --strategy d", SLOW | RICH | PUZZLE, "plain,deepen"),
        ("sokoplan solve --checkers freeze,mov", SLOW | RICH | {"tomllib"}, "plain,freeze,movable"),
        ("sokoplan bench --engine asp --set strat", SLOW | RICH, "plain,strategy="),
        ("sokoplan bench --engine asp --set strategy=s", SLOW | RICH, "plain,strategy=single"),
        ("sokoplan solve --write-cnf ", SLOW | RICH | PUZZLE, "file,"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_completion_proposes_and_imports_little(typed: str, unwanted: set[str], proposed: str) -> None:
    place = str(len(typed.split(" ")) - 1)
    modules, told = imported(**_TAB | {"COMP_WORDS": typed, "COMP_CWORD": place})
    assert proposed in told.splitlines()
    assert sorted(modules & unwanted) == []
