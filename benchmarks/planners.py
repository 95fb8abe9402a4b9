"""The native search against a general planner on the same levels: seconds to a proved shortest plan.

    python benchmarks/planners.py [SECONDS] [LEVEL...]

The planner is Fast Downward, a winner of planning competitions: A* with the LM-cut heuristic on our own PDDL export,
so both minimise keys. It knows nothing of Sokoban. What is compared is what each says its search took: neither the
start of Python nor the translation of the PDDL counts. Ratios are geometric means over the levels that both finished.
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from sokoplan.engines.answer import Budget
from sokoplan.planning.pddl import files
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import Entry, bundled, open_levels
from sokoplan.solving.solve import solve

SECONDS = 30.0
LEAST = 0.001  # below this a time is noise


def fast_downward(level: Level, seconds: float) -> tuple[float, int | None]:
    package = find_spec("up_fast_downward")
    if package is None or not package.submodule_search_locations:
        sys.exit("Fast Downward is not installed: `make lint` installs it with the other tools")
    driver = Path(package.submodule_search_locations[0], "downward", "fast-downward.py")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files(level).items():
            Path(folder, name).write_text(text, encoding="utf-8")
        command = [sys.executable, str(driver), "--search-time-limit", f"{seconds:.0f}s"]
        command += ["domain.pddl", "problem.pddl", "--search", "astar(lmcut())"]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    cost = re.search(r"Plan cost: (\d+)", run.stdout)
    took = re.search(r"Total time: ([\d.]+)s", run.stdout)
    if cost is None or took is None:
        return seconds, None
    return max(float(took[1]), LEAST), int(cost[1])


def ours(entry: Entry, seconds: float) -> tuple[float, int | None]:
    result = solve(entry.level, "search", "moves", Budget(seconds))
    return max(result.seconds, LEAST), result.cost if result.answer.optimal else None


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    names = sys.argv[2:] or [name for name, entry in bundled().items() if entry.game == "sokoban"]
    entries = [entry for name in names for entry in open_levels(name)]
    ratios, solved = [], {"sokoplan": 0, "Fast Downward": 0}
    print(f"{'level':28} {'moves':>6} {'sokoplan':>9} {'Fast Downward':>14}")
    for entry in entries:
        (took, cost), (theirs, their_cost) = ours(entry, seconds), fast_downward(entry.level, seconds)
        if cost is not None and their_cost is not None:
            assert cost == their_cost, f"{entry.name}: {cost} and {their_cost} cannot both be the optimum"
            ratios.append(theirs / took)
        solved["sokoplan"] += cost is not None
        solved["Fast Downward"] += their_cost is not None
        shown = [f"{time:.3f}" if known is not None else "-" for time, known in ((took, cost), (theirs, their_cost))]
        print(f"{entry.name[:28]:28} {cost or their_cost or '-':>6} {shown[0]:>9} {shown[1]:>14}", flush=True)
    print(", ".join(f"{who} solved {number} of {len(entries)}" for who, number in solved.items()))
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"on the {len(ratios)} that both finished sokoplan is {mean:.0f} times as fast (geometric mean)")


if __name__ == "__main__":
    main()
