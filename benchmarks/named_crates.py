"""The experiment of a course report repeated: `at most one action` by a ladder, against pairwise.

    python benchmarks/named_crates.py [FOLDER]

The report's own model (`--encoding named-crates`: a name for each crate, emptyCell, reachedGoal, pushToGoal), a new
MiniSat for every horizon, on the course maps that the report used: 1, 4, 5, 6 and 8. For each map and each way: the
size of the last formula, seconds, and how much of them went into horizons without a plan. Our own encoding stands
beside them, asked in the same way.
"""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from pathlib import Path

from sokoplan.engines.answer import Answer, Budget, Request
from sokoplan.engines.sat.engine import solve
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import open_levels
from sokoplan.views.horizons import share_of_refuting

MAPS = (1, 4, 5, 6, 8)
SECONDS = 60.0
SHARED = Path(os.environ.get("SOKOPLAN_SHARED_LEVELS", Path(__file__).parents[2] / "shared" / "levels"))
WAYS = {
    "named crates, pairwise": {"encoding": "named-crates", "amo": "pairwise"},
    "named crates, ladder": {"encoding": "named-crates", "amo": "ladder"},
    "our own": {},
}


def ask(level: Level, options: dict[str, str]) -> Answer:
    given = {"strategy": "fresh", "sat-solver": "minisat22", **options}
    return solve(Request(level, "moves", options=given), Budget(SECONDS), lambda progress: None)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED / "comenius_course"
    print(f"{'map':6} {'model':24} {'moves':>5} {'variables':>9} {'clauses':>8}  horizons")
    for number in MAPS:
        (entry,) = open_levels(str(folder / f"map{number}.txt"))
        for name, options in WAYS.items():
            answer = ask(entry.level, options)
            last = answer.horizons[-1] if answer.horizons else None
            size = f"{last.variables:>9,} {last.clauses:>8,}" if last else f"{'':18}"
            moves = len(answer.plan.keys) if answer.plan else "-"
            print(
                f"map{number:<3} {name:24} {moves:>5} {size}  {share_of_refuting(map(asdict, answer.horizons))}",
                flush=True,
            )


if __name__ == "__main__":
    main()
