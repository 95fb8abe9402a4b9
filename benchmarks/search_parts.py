"""What each idea of the native search is worth: the same levels again and again, each time with one switched off.

    python benchmarks/search_parts.py LEVEL... [--objective pushes] [--time 10] [--only NAME,NAME]

Prints a line for everything on, then one for each switch: levels answered, positions expanded and CPU seconds on the
levels that the run with everything on answers, and how many times as many positions that is. Switches that are off
by default are switched on. Positions repeat from run to run where one search works alone; for `any` several run side
by side, and the positions are theirs together at the moment when one of them answers.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence

from sokoplan.native import push_options

# What a switch that is not a yes or no is set to, to be off (or on).
OTHER = {"dead_triples": "0", "corral_search": "0", "corral_astar": "0", "blocklist_number": "3", "threads": "1"}


def bench(levels: Sequence[str], objective: str, seconds: str, setting: str | None) -> dict[str, dict[str, object]]:
    """A row for each level."""
    command = [sys.executable, "-m", "sokoplan", "bench", *levels, "--objective", objective, "--time", seconds]
    if setting:
        command += ["--set", setting]
    out = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False).stdout
    rows = [json.loads(line) for line in out.splitlines()]
    return {f"{row['file']}#{row['index']}": row for row in rows if "status" in row}


def settings(objective: str, only: str | None) -> list[str]:
    """Every switch that the objective reads, turned the other way."""
    found = []
    for row in push_options():
        if objective not in row.objectives:
            continue
        if isinstance(row.default, bool):
            found.append(f"{row.name}={'false' if row.default else 'true'}")
        elif row.name in OTHER:
            found.append(f"{row.name}={OTHER[row.name]}")
    return [setting for setting in found if only is None or setting.split("=")[0] in only.split(",")]


def answered(row: dict[str, object], objective: str) -> bool:
    if objective == "any":
        return row["status"] in ("solved", "unsolvable")
    return row["status"] == "unsolvable" or bool(row["optimal"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("levels", nargs="+")
    parser.add_argument("--objective", default="pushes")
    parser.add_argument("--time", default="10")
    parser.add_argument("--only", help="these switches, with commas between")
    given = parser.parse_args()
    base = bench(given.levels, given.objective, given.time, None)
    known = [level for level, row in base.items() if answered(row, given.objective)]
    print(f"{given.objective}, {given.time} s a level, {len(base)} levels")
    print("| switched | answered | positions | times as many | CPU s |\n|---|---|---|---|---|")
    first = None
    for setting in [None, *settings(given.objective, given.only)]:
        rows = base if setting is None else bench(given.levels, given.objective, given.time, setting)
        nodes = sum(int(str(rows[level]["nodes"] or 0)) for level in known)
        seconds = sum(float(str(rows[level]["cpu"])) for level in known)
        first = first or max(nodes, 1)
        done = sum(answered(row, given.objective) for row in rows.values())
        print(f"| {setting or 'nothing'} | {done} | {nodes:,} | {nodes / first:.2f} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
