"""The best known results of the bundled levels: proves each claim of the index anew, and what it does not claim yet.

    .venv/bin/python scripts/best_known.py [--time SECONDS] [--write] [NAME...]

Every number comes from a run of the native search that ended with a proof; nothing is copied from anywhere. With
--write what was proved and is not in `levels/index.toml` is put there. Exit code 1 if the index claims something else
than was proved.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import sokoplan
from sokoplan.engines.answer import Budget, Objective
from sokoplan.puzzle.library import Bundled, bundled
from sokoplan.solving.result import Result
from sokoplan.solving.solve import solve

INDEX = Path(sokoplan.__file__).parent / "puzzle" / "levels" / "index.toml"


def proved(entry: Bundled, objective: Objective, seconds: float | None, *, plans: bool = False) -> Result | None:
    """The result, if it is a proof."""
    result = solve(entry.level(), "search", objective, Budget(seconds, 4096), all_plans=plans)
    return result if result.status == "unsolvable" or (result.status == "solved" and result.answer.optimal) else None


def findings(entry: Bundled, seconds: float | None) -> Iterator[tuple[str, object, object, Result | None]]:
    """For each field: its name, what the index claims, what was proved (None: nothing), and by which result."""
    fewest = proved(entry, "moves", seconds)
    helltaker = entry.level().game == "helltaker"
    other = proved(entry, "moves", seconds, plans=True) if helltaker else proved(entry, "pushes", seconds)
    settled = fewest or other
    yield "solvable", entry.solvable, settled and settled.status == "solved", settled
    if settled is not None and settled.status == "unsolvable":
        return
    yield "moves", entry.moves, fewest and fewest.cost, fewest
    if helltaker:
        yield "plans", entry.plans, other and other.answer.plans, other
    else:
        yield "pushes", entry.pushes, other and other.cost, other


def check(entry: Bundled, seconds: float | None, write: bool) -> bool:
    """Print what there is to say of a level; whether nothing contradicts the index."""
    right = True
    for name, claimed, found, result in findings(entry, seconds):
        if found is None:
            print(
                f"{entry.name}: {name} {'is claimed, but ' if claimed is not None else ''}not proved in {seconds} s"
            )
        elif claimed is None:
            print(f"{entry.name}: {name} = {found}, proved now")
            if write and result is not None:
                add(entry, name, found, result)
        elif claimed != found:
            right = False
            print(f"{entry.name}: the index says {name} = {claimed}, and {found} was proved")
    return right


def add(entry: Bundled, name: str, value: object, result: Result) -> None:
    """Put a number into the index; a plan of fewest moves becomes the level's stored solution."""
    text = INDEX.read_text(encoding="utf-8")
    head, mark, tail = text.partition(f'name = "{entry.name}"\n')
    block, rest = re.split(r"(?=\n\[\[level\]\]|\n# ---|\Z)", tail, maxsplit=1)
    block = re.sub(r'(difficulty = "[^"]*"\n)', rf"\g<1>{name} = {value}\n", block, count=1)
    if name == "moves" and "solution = " in block:
        block = re.sub(r'solution = "[^"]*"', f'solution = "{result.lurd}"', block)
    INDEX.write_text(head + mark + block + rest, encoding="utf-8")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Prove the best known results of the bundled levels.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="these levels only")
    parser.add_argument("--time", type=float, default=60.0, metavar="SECONDS", help="for each question")
    parser.add_argument("--write", action="store_true", help="put what is new into the index")
    options = parser.parse_args(arguments)
    chosen = [entry for name, entry in bundled().items() if not options.names or name in options.names]
    right = [check(entry, options.time, options.write) for entry in chosen]
    print(f"{sum(right)} of {len(right)} levels as the index says")
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
