"""Promise: the engines agree, on real levels. Known optima of the collections beside the checkout are found again.

    python benchmarks/trust/real_levels.py [LEVELS] [--engine search,sat,asp]

The optima come from `../shared/truth/optima.csv`, proved by a reference search that shares no code with this project.
An engine may run out of time; it may not say something else. The search is asked about all levels first, because it
takes a fraction of the time.
"""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import journal

from sokoplan.engines.answer import Budget, Objective
from sokoplan.puzzle.formats import read
from sokoplan.puzzle.level import Level
from sokoplan.solving.solve import solve

SECONDS = 10.0
TRUTH = journal.LEVELS.parent / "truth" / "optima.csv"
ENGINES = ("search", "sat", "asp")
OBJECTIVES: dict[Objective, str] = {"moves": "least_moves", "pushes": "least_pushes"}


@cache
def collection(name: str) -> list[Level]:
    return read((journal.LEVELS / f"{name}.xsb").read_text(encoding="utf-8"))


def rows() -> list[dict[str, str]]:
    with Path(TRUTH).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def work(part: str) -> journal.Part:
    name, number, moves, pushes, engine = part.split()
    known = {"moves": moves, "pushes": pushes}
    level = collection(name)[int(number) - 1]
    counts: Counter[str] = Counter()
    wrong = []
    for objective in OBJECTIVES:
        if known[objective] == "-":
            continue
        result = solve(level, engine, objective, Budget(seconds=SECONDS))
        least = result.moves if objective == "moves" else result.pushes
        counts[f"asked of {engine}"] += 1
        if result.status == "solved" and result.optimal:
            counts[f"found by {engine}"] += 1
            right = str(least) == known[objective]
        elif result.status == "solved":
            right = least >= int(known[objective])
        else:
            right = result.status == "unknown"
        bound = result.answer.bound
        if not right or (bound is not None and bound > int(known[objective])):
            said = f"{result.status}{' (best)' if result.optimal else ''} {least}, at least {bound}"
            wrong.append(f"{engine} ({objective}) on {name}#{number}: {said}; known: {known[objective]}")
    return journal.Part(dict(counts), wrong)


def main() -> None:
    parser = journal.parser(__doc__ or "", 2_000, "levels")
    parser.add_argument("--engine", default=",".join(ENGINES), help="which ones, with commas between")
    options = parser.parse_args()
    engines = options.engine.split(",")
    chosen = [row for row in rows() if row["least_moves"] or row["least_pushes"]]
    # Of all collections, not only of the first in the alphabet.
    chosen = sorted(chosen, key=lambda row: Random(f"{row['collection']} {row['level']}").random())[: options.size]
    names = [f"{r['collection']} {r['level']} {r['least_moves'] or '-'} {r['least_pushes'] or '-'}" for r in chosen]
    parts = [f"{name} {engine}" for engine in engines for name in names]
    total = journal.run("real levels", parts, work, options)
    counts = total.counts
    each = ", ".join(
        f"{engine} {counts[f'found by {engine}']:,} of {counts[f'asked of {engine}']:,}" for engine in engines
    )
    figure = f"{len(names):,} real levels with known optima; the optimum proved in {SECONDS:.0f} s: {each}"
    journal.finish("real levels", total, figure, options)


if __name__ == "__main__":
    main()
