"""On how many levels a shortest plan can be certified: by a proof that others can check, made and checked in time.

    python benchmarks/certificates.py LEVEL... [--objective pushes] [--time 60] [--until 100] [--journal FILE]

The native search first proves the optimum of every level, which says how hard it is; then come the levels one by
one, easiest first: `solve --certificate` with the limit of time, `certify` with the same limit again. With a journal
the run goes on where it was stopped. What the search proves but SAT does not certify is counted apart.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from sokoplan.engines.answer import Budget
from sokoplan.puzzle.library import Entry, open_levels
from sokoplan.solving.solve import solve

SOKOPLAN = [sys.executable, "-m", "sokoplan"]
# Seconds for the search to prove the optimum before: where it cannot, SAT will not either.
SEARCH_SECONDS = 20.0


def optimum(entry: Entry, objective: str) -> int | None:
    result = solve(entry.level, "search", objective, Budget(SEARCH_SECONDS, 4096))  # type: ignore[arg-type]
    if not result.optimal or result.counts is None:
        return None
    return result.counts.pushes if objective == "pushes" else result.counts.moves


def timed(command: list[str], seconds: float) -> tuple[bool, float]:
    """Whether the program ended well within the time, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, timeout=seconds, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        done = False
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1)


def certify(name: str, objective: str, seconds: float) -> dict[str, object]:
    folder = Path(tempfile.mkdtemp(prefix="certificate-"))
    try:
        made, make_cpu = timed(
            [
                *SOKOPLAN,
                "solve",
                name,
                "--objective",
                objective,
                "--time",
                f"{seconds:g}",
                "--certificate",
                str(folder / "proof"),
                "--plan-only",
            ],
            seconds + 5,
        )
        made = made and (folder / "proof" / "manifest.json").exists()
        checked, check_cpu = timed([*SOKOPLAN, "certify", str(folder / "proof")], seconds) if made else (False, 0.0)
        return {"made": made, "checked": checked, "make_cpu": make_cpu, "check_cpu": check_cpu}
    finally:
        shutil.rmtree(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("levels", nargs="+")
    parser.add_argument("--objective", default="pushes", choices=("moves", "pushes"))
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--until", type=int, help="stop when so many levels are certified")
    parser.add_argument("--journal", type=Path)
    given = parser.parse_args()
    done: dict[str, dict[str, object]] = {}
    if given.journal and given.journal.exists():
        done = {row["key"]: row for row in map(json.loads, given.journal.read_text(encoding="utf-8").splitlines())}

    def note(row: dict[str, object]) -> dict[str, object]:
        if given.journal:
            with given.journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        return row

    ranked = []
    for entry in (entry for name in given.levels for entry in open_levels(name)):
        key = f"{Path(entry.file).stem}#{entry.index} {given.objective}"
        row = done.get(key) or note({"key": key, "optimum": optimum(entry, given.objective)})
        # A formula has so many steps, each as large as the board.
        if row["optimum"] is not None:
            ranked.append((int(str(row["optimum"])) * sum(1 for _ in entry.level.floor()), key, entry))
    print(f"{len(ranked)} levels with an optimum that the search proves", flush=True)
    certified = tried = 0
    for _, key, entry in sorted(ranked, key=lambda each: each[:2]):
        if given.until and certified >= given.until:
            break
        tried += 1
        row = done.get(f"{key} {given.time:g}") or note(
            {"key": f"{key} {given.time:g}"} | certify(f"{entry.file}#{entry.index}", given.objective, given.time)
        )
        certified += bool(row["checked"])
        failed = "made, but not checked in time" if row["made"] else "not made in time"
        what = "certified" if row["checked"] else failed
        print(f"{key}: {what}, {row['make_cpu']} and {row['check_cpu']} CPU s; {certified} of {tried}", flush=True)
    print(f"{certified} certified of {tried} tried; the search proves the other {tried - certified} alone")


if __name__ == "__main__":
    main()
