"""Two real planners behind one signature: a level goes in, the actions of a shortest plan come out, or None.

Fast Downward reads every domain; pyperplan only plain STRIPS, but it runs in this process and so is quick to start.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from pyperplan import grounding
from pyperplan.pddl.parser import Parser
from pyperplan.search import breadth_first_search

from sokoplan.planning.export import EXPORTS
from sokoplan.puzzle.level import Level

# Exit codes of Fast Downward: no plan, proved while translating, while searching, or within the bound that was given.
_UNSOLVABLE = (10, 11, 13)
# The search ran dry. Where nothing was pruned, as in a blind search, this is a proof as well.
_RAN_DRY = 12


def write_files(level: Level, folder: Path) -> tuple[Path, Path]:
    for name, text in EXPORTS["pddl"].files(level).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "domain.pddl", folder / "problem.pddl"


def fast_downward(level: Level, folder: Path, search: str = "astar(blind())") -> list[str] | None:
    domain, problem = write_files(level, folder)
    # The package is a plug-in of a framework that we do without, so it is found and not imported.
    package = find_spec("up_fast_downward")
    assert package is not None
    assert package.submodule_search_locations
    driver = Path(package.submodule_search_locations[0], "downward", "fast-downward.py")
    plan = folder / "plan"
    plan.unlink(missing_ok=True)
    command: list[str | Path] = [sys.executable, driver, "--plan-file", plan, domain, problem, "--search", search]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=100)
    assert not run.stderr, run.stderr  # it warns of what is doubtful in a domain
    if run.returncode == 0:
        return plan.read_text(encoding="utf-8").splitlines()
    dry = run.returncode == _RAN_DRY and "Completely explored state space -- no solution!" in run.stdout
    assert dry or run.returncode in _UNSOLVABLE, f"exit code {run.returncode}\n{run.stdout}\n{run.stderr}"
    return None


def pyperplan(level: Level, folder: Path) -> list[str] | None:
    parser = Parser(*map(str, write_files(level, folder)))
    task = grounding.ground(parser.parse_problem(parser.parse_domain()))
    found = breadth_first_search(task)
    return None if found is None else [operator.name for operator in found]
