"""What the SAT engine is worth, in CPU seconds, each level in a process of its own.

    python benchmarks/sat/measure.py moves      course maps and Microban 1-20, against the textbook and the search
    python benchmarks/sat/measure.py pushes     Microban 1-155, push-optimal, 60 CPU seconds a level
    python benchmarks/sat/measure.py helltaker  the nine official levels, horizon not given
    python benchmarks/sat/measure.py parts      what each part of the encoding is worth; also `parts pushes 20`

Levels are read from the folder of level collections beside the checkout (or SOKOPLAN_SHARED_LEVELS). Times include
grounding, encoding and solving, not the start of Python. One line a level, as it comes; a summary at the end.
"""

from __future__ import annotations

import json
import math
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from sokoplan.engines.answer import Budget, Request
from sokoplan.puzzle.formats import read
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify

SHARED = Path(os.environ.get("SOKOPLAN_SHARED_LEVELS", Path(__file__).parents[3] / "shared" / "levels"))
COURSE = [f"comenius_course/map{number}.txt" for number in range(1, 11)]


def level_of(name: str) -> Level:
    file, _, number = name.partition("#")
    return list(read((SHARED / file).read_text(encoding="utf-8")))[int(number or 1) - 1]


# --- in the child -----------------------------------------------------------------------------------------------


def child(who: str, name: str, objective: str, options: dict[str, str]) -> None:
    """Solve one level and print what it took."""
    level = level_of(name)
    if who == "baseline":
        import baseline

        from_start = time.process_time()
        length = baseline.shortest(level)
        print(json.dumps({"length": length, "cpu": time.process_time() - from_start}))
        return
    if who == "sat":
        from sokoplan.engines.sat.engine import solve
    else:
        from sokoplan.engines.search.engine import solve
    from_start = time.process_time()
    answer = solve(Request(level, objective, options=options), Budget(), lambda progress: None)  # type: ignore[arg-type]
    spent = time.process_time() - from_start
    print(json.dumps({"length": _length(level, answer.plan, objective), "cpu": spent, "effort": answer.effort}))


def _length(level: Level, plan: Plan | None, objective: str) -> int | None:
    if plan is None:
        return None
    verdict = verify(level, plan)
    assert verdict.solved
    return verdict.counts.pushes if objective == "pushes" else verdict.counts.cost


# --- in the parent ----------------------------------------------------------------------------------------------


def ask(who: str, name: str, objective: str, seconds: int, **options: str) -> dict[str, object]:
    """What a child found within so many CPU seconds; `out` says that it ran out of them."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds + 1, seconds + 2))

    command = [sys.executable, __file__, "--child", who, name, objective, json.dumps(options)]
    run = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, check=False)
    if run.returncode == 0:
        found: dict[str, object] = json.loads(run.stdout.splitlines()[-1])
        return found
    if run.returncode > 0:
        sys.exit(f"{who} on {name}: {run.stderr}")
    return {"length": None, "cpu": float(seconds), "out": True}


def cpu(found: dict[str, object]) -> float:
    return float(found["cpu"])  # type: ignore[arg-type]


def shown(found: dict[str, object]) -> str:
    return "out of time" if "out" in found else f"{found['length']} in {cpu(found):.2f} s"


def moves(seconds: int = 100, textbook_seconds: int = 100) -> None:
    names = COURSE + [f"microban_1.xsb#{number}" for number in range(1, 21)]
    ratios, total, wrong = [], 0.0, 0
    for name in names:
        # A map without a plan is no race: SAT never ends on it. It is asked up to a horizon.
        native = ask("search", name, "moves", seconds)
        if native["length"] is None and "out" not in native:
            print(f"{name}: search proves that there is no plan; sat is not asked")
            continue
        sat = ask("sat", name, "moves", seconds)
        book = ask("baseline", name, "moves", textbook_seconds)
        if "out" not in sat:
            wrong += sat["length"] != native["length"]
        if "out" not in sat and "out" not in book:
            wrong += sat["length"] != book["length"]
            ratios.append(cpu(book) / cpu(sat))
        if name.startswith("microban"):
            total += cpu(sat)
        ratio = f", {cpu(book) / cpu(sat):.0f} times" if "out" not in book and "out" not in sat else ""
        print(f"{name}: sat {shown(sat)}, textbook {shown(book)}{ratio}; search {native['length']}", flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"Microban 1-20 proved in {total:.1f} CPU s; {wrong} lengths differ")
    print(f"{len(ratios)} levels that both finish: geometric mean {mean:.0f} times as fast")


def pushes(seconds: int = 60, first: int = 1, last: int = 155) -> None:
    solved, total = 0, 0.0
    for number in range(first, last + 1):
        found = ask("sat", f"microban_1.xsb#{number}", "pushes", seconds)
        solved += "out" not in found
        total += cpu(found)
        print(f"{number}: {shown(found)}", flush=True)
    print(f"{solved} of {last - first + 1} proved push-optimal at {seconds} CPU s a level; {total:.0f} CPU s in all")


def helltaker(solver: str = "auto") -> None:
    total = 0.0
    for number in range(1, 10):
        found = ask("sat", f"helltaker_official/level{number}.txt", "moves", 100, **{"sat-solver": solver})
        total += cpu(found)
        print(f"level {number}: cost {shown(found)}", flush=True)
    print(f"nine levels: {total:.1f} CPU s with {solver}")


# The parts that an encoding has, by the words that `--without` takes, and levels that are neither easy nor hopeless.
PARTS = {
    "moves": ("forward", "backward", "dead", "groups", "undo", "frozen", "pairs", "remaining"),
    "pushes": ("forward", "backward", "dead", "groups", "waste", "frozen", "pairs", "fights", "cuts", "upper"),
}
LEVELS = {"moves": "1,7,11,13,18,20", "pushes": "64,69,72,92,96,100"}


def parts(objective: str = "moves", seconds: int = 60, numbers: str = "") -> None:
    for label, options in (
        ("all on", {}),
        *((f"without {part}", {"without": part}) for part in PARTS[objective]),
        ("amo pairwise", {"amo": "pairwise"}),
        *([("a variable for each operator", {"variables": "operators"})] if objective == "moves" else []),
        *((strategy, {"strategy": strategy}) for strategy in ("fresh", "binary", "ramp")),
        *((solver, {"sat-solver": solver}) for solver in ("cadical153", "glucose42", "minisat22")),
    ):
        found = {
            number: ask("sat", f"microban_1.xsb#{number}", objective, seconds, **{"strategy": "deepen", **options})
            for number in str(numbers or LEVELS[objective]).split(",")
        }
        words = ", ".join(f"{number}: {'> ' if 'out' in one else ''}{cpu(one):.2f}" for number, one in found.items())
        print(f"{label}: {words}; {sum(map(cpu, found.values())):.1f} in all", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], sys.argv[3], sys.argv[4], json.loads(sys.argv[5]))
    else:
        measures = {"moves": moves, "pushes": pushes, "helltaker": helltaker, "parts": parts}
        if sys.argv[1:2] == [] or sys.argv[1] not in measures:
            sys.exit(__doc__)
        measures[sys.argv[1]](*(int(word) if word.isdecimal() else word for word in sys.argv[2:]))  # type: ignore[operator]
