"""Promise: no plan is called dead. Every deadlock test and every bound, held against the plans of real levels.

    python benchmarks/trust/known_plans.py [LEVELS] [--seconds SECONDS]

Each level in the collections beside the checkout is solved by the native search, for any plan and for fewest pushes;
then a test of the Rust crate walks along these plans and asks every test and bound in every position, and two short
searches may not stumble over the plan. A test that condemns a position, or a bound above what the plan still costs,
is named together with the level. `--seconds` is what a plan may take; a level without one by then tells nothing. (A
blocklist, of two boxes, is asked where it is made within a second.)
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

import journal

from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import InputError
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.sources import each_found
from sokoplan.solving.solve import solve

CRATE = journal.ROOT / "rust"
A_PART = 20
OBJECTIVES: tuple[Objective, ...] = ("any", "pushes")
TEST = "no_test_and_no_bound_is_wrong_about_the_plans_of_a_file"


@cache
def levels_of(name: str) -> list[Level]:
    found = each_found(journal.LEVELS / name)
    return [level for level in found if isinstance(level, Level) and level.game != "helltaker"]


def picture(level: Level) -> str:
    def sign(cell: tuple[int, int]) -> str:
        if cell in level.walls:
            return "#"
        if cell in level.sinks:
            return "0"
        if cell in level.holes:
            return "^"
        goal = cell in level.goals
        if cell == level.player:
            return "+" if goal else "@"
        if cell in level.boxes:
            return "*" if goal else "$"
        return "." if goal else " "

    return "\n".join("".join(sign((row, column)) for column in range(level.width)) for row in range(level.height))


@cache
def tests() -> str:
    """The program with the crate's tests, built if need be."""
    build = ["cargo", "test", "--no-run", "--message-format=json", "--manifest-path", str(CRATE / "Cargo.toml")]
    done = subprocess.run(build, stdout=subprocess.PIPE, text=True, check=True)
    found = [json.loads(line).get("executable") for line in done.stdout.splitlines()]
    [program] = [path for path in found if path]
    return str(program)


def work(part: str) -> journal.Part:
    name, first, seconds = part.rsplit(" ", 2)
    records = []
    counts: Counter[str] = Counter()
    for level in levels_of(name)[int(first) : int(first) + A_PART]:
        counts["levels"] += 1
        results = [solve(level, "search", objective, Budget(seconds=float(seconds))) for objective in OBJECTIVES]
        plans = [result.plan for result in results if result.plan is not None]
        counts["solved"] += bool(plans)
        records += [f"{picture(level)}\n{plan}\n" for plan in plans]
    if not records:
        return journal.Part(dict(counts))
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write("\n".join(records))
        file.flush()
        done = subprocess.run(
            [tests(), TEST, "--ignored", "--nocapture"],
            env={**os.environ, "SOKOPLAN_KNOWN_PLANS": file.name},
            capture_output=True,
            text=True,
        )
    found = re.search(r"(\d+) plans, (\d+) positions, (\d+) pushes judged", done.stdout)
    if done.returncode or not found:
        return journal.Part(dict(counts), [(done.stdout + done.stderr)[-3000:]])
    for what, number in zip(("plans", "positions", "pushes"), found.groups(), strict=True):
        counts[what] += int(number)
    return journal.Part(dict(counts))


def main() -> None:
    parser = journal.parser(__doc__ or "", 100_000, "levels at the most")
    parser.add_argument("--seconds", type=float, default=10.0, help="for one plan (default 10)")
    options = parser.parse_args()
    names = sorted(path.relative_to(journal.LEVELS) for path in Path(journal.LEVELS).rglob("*") if path.is_file())
    parts: list[str] = []
    left = options.size
    for name in map(str, names):
        try:
            number = min(left, len(levels_of(name)))
        except InputError:
            continue  # not a level file: the list of sources
        parts += [f"{name} {first} {options.seconds:g}" for first in range(0, number, A_PART)]
        left -= number
    print(f"the plans are judged by {tests()}", file=sys.stderr)  # built once, before the parts begin
    total = journal.run("known plans", parts, work, options)
    counts = total.counts
    figure = (
        f"{counts['plans']:,} plans (any, or fewest pushes, found in {options.seconds:g} s) of {counts['solved']:,} "
        f"of {counts['levels']:,} real levels, {counts['positions']:,} positions, every test and bound asked in each"
    )
    journal.finish("known plans", total, figure, options)


if __name__ == "__main__":
    main()
