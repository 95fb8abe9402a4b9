"""How short any plan becomes when it is made shorter for a while, in comparison with the best known plans.

    python benchmarks/improve.py LEVEL... --known FILE.csv --column NAME [--objective pushes] [--time 20]
        [--journal FILE]

Each level is solved for any plan, which is then improved until the time of the level is over. The table of best
known plans has a column `level`, counted from 1, and if it has one named `collection`, only rows with the name of the
level's file count. Levels that it does not know are left out of the ratio. With a journal the run goes on where it
was stopped.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from pathlib import Path

from sokoplan.engines.answer import Budget
from sokoplan.puzzle.library import Entry, open_levels
from sokoplan.solving.improve import solve_and_improve
from sokoplan.system.process import cpu_seconds

Done = dict[str, dict[str, object]]


def known_lengths(path: Path, column: str) -> dict[tuple[str, int], int]:
    """By collection (empty where the table has only one) and number."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row[column]]
    return {(row.get("collection", ""), int(row["level"])): int(row[column]) for row in rows}


def improve(entry: Entry, objective: str, seconds: float, memory: int) -> dict[str, object]:
    before = cpu_seconds()
    result = solve_and_improve(entry.level, "search", objective, Budget(seconds, memory))  # type: ignore[arg-type]
    counts = result.counts
    return {
        "level": entry.index,
        "status": result.status,
        "moves": counts.moves if counts else None,
        "pushes": counts.pushes if counts else None,
        "optimal": result.optimal,
        "cpu": round(cpu_seconds() - before, 2),
        "objective": objective,
        "seconds": seconds,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("levels", nargs="+")
    parser.add_argument("--known", type=Path, required=True)
    parser.add_argument("--column", required=True)
    parser.add_argument("--objective", default="pushes", choices=("moves", "pushes"))
    parser.add_argument("--time", type=float, default=20)
    parser.add_argument("--memory", type=int, default=4096, help="in megabytes")
    parser.add_argument("--journal", type=Path)
    given = parser.parse_args()
    known = known_lengths(given.known, given.column)
    done: Done = {}
    if given.journal and given.journal.exists():
        done = {row["key"]: row for row in map(json.loads, given.journal.read_text(encoding="utf-8").splitlines())}
    entries = [entry for name in given.levels for entry in open_levels(name)]
    ours = best = solved = equal = 0
    cpu = 0.0
    for entry in entries:
        stem = Path(entry.file).stem
        key = f"{stem}#{entry.index} {given.objective} {given.time:g}"
        row = done.get(key)
        if row is None:
            row = {"key": key} | improve(entry, given.objective, given.time, given.memory)
            if given.journal:
                with given.journal.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
        cpu += float(str(row["cpu"]))
        length = known.get((stem, entry.index), known.get(("", entry.index)))
        if row["status"] != "solved" or length is None:
            print(f"{stem}#{entry.index}: {row['status']}, best known {length}", flush=True)
            continue
        mine = int(str(row[given.objective]))
        solved, ours, best, equal = solved + 1, ours + mine, best + length, equal + (mine <= length)
        words = "" if mine <= length else f"  {mine / length:.3f}"
        print(f"{stem}#{entry.index}: {mine}, best known {length}{words}  {row['cpu']} CPU s", flush=True)
    if not solved:
        sys.exit("no level was solved whose best plan is known")
    print(
        f"{solved} of {len(entries)} levels compared: {ours:,} {given.objective}, best known {best:,}, "
        f"ratio {ours / best:.4f}; {equal} no longer than the best known; {cpu:.0f} CPU seconds"
    )


if __name__ == "__main__":
    main()
