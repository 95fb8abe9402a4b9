"""Promise: the engines agree, on real levels. Known optima of the collections beside the checkout are found again.

    python benchmarks/trust/real_levels.py [LEVELS]

The optima come from `../shared/truth/optima.csv`, proved by a reference search that shares no code with this project.
An engine may run out of time; it may not say something else.
"""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from pathlib import Path

import journal

from sokoplan.engines.answer import Budget, Objective
from sokoplan.puzzle.formats import read
from sokoplan.puzzle.level import Level
from sokoplan.solving.solve import solve

SECONDS = 10.0
TRUTH = journal.LEVELS.parent / "truth" / "optima.csv"
OBJECTIVES: dict[Objective, str] = {"moves": "least_moves", "pushes": "least_pushes"}


@cache
def collection(name: str) -> list[Level]:
    return read((journal.LEVELS / f"{name}.xsb").read_text(encoding="utf-8"))


def rows() -> list[dict[str, str]]:
    with Path(TRUTH).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def work(part: str) -> journal.Part:
    name, number, moves, pushes = part.split()
    known = {"moves": moves, "pushes": pushes}
    level = collection(name)[int(number) - 1]
    counts: Counter[str] = Counter(levels=1)
    wrong = []
    for objective in OBJECTIVES:
        for engine in ("search", "sat", "asp"):
            result = solve(level, engine, objective, Budget(seconds=SECONDS))
            counts["questions"] += 1
            counts[result.status] += 1
            least = result.moves if objective == "moves" else result.pushes
            right = known[objective] in ("-", str(least))
            if result.status == "unsolvable" or (result.status == "solved" and result.optimal and not right):
                wrong.append(f"{engine} ({objective}) on {name}#{number}: {result.status} {least}, known {known}")
    return journal.Part(dict(counts), wrong)


def main() -> None:
    options = journal.arguments(__doc__ or "", 2_000, "levels")
    chosen = [row for row in rows() if row["least_moves"] or row["least_pushes"]][: options.size]
    parts = (f"{r['collection']} {r['level']} {r['least_moves'] or '-'} {r['least_pushes'] or '-'}" for r in chosen)
    total = journal.run("real levels", parts, work, options)
    counts = total.counts
    figure = (
        f"{counts['levels']:,} real levels with known optima, {counts['questions']:,} questions of search, SAT and "
        f"ASP at {SECONDS:.0f} s ({counts['solved']:,} answered)"
    )
    journal.finish("real levels", total, figure, options)


if __name__ == "__main__":
    main()
