"""Which solver, configuration and encoding should be the default? Chosen on odd levels, confirmed on even ones.

    python benchmarks/choose_defaults.py [moves|pushes|helltaker]... [--seconds 5] [--each 10] [--engine sat|asp]

For each question the candidates run on the odd-numbered levels of a sample, one process each. The one with the least
CPU seconds is chosen there (a level that is not finished counts twice the limit), and then all run on the
even-numbered ones, which had no part in the choice. Prints a table in Markdown for each question, as it stands in
docs/sat.md and docs/asp.md; `*` marks the choice, and the default is named first.

Levels are read from the folder of level collections beside the checkout (or SOKOPLAN_SHARED_LEVELS): `--each` odd and
as many even levels, spread over Microban's 155, and the nine of Helltaker.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

SHARED = Path(os.environ.get("SOKOPLAN_SHARED_LEVELS", Path(__file__).parents[2] / "shared" / "levels"))
MOST = 155

# For each engine and question the candidates, as options of `sokoplan solve`; the first are the defaults.
SOLVERS = ("glucose4", "cadical195", "cadical153", "minisat22")
CONFIGURATIONS = ("fitted", "frumpy", "tweety", "trendy", "handy", "crafty", "jumpy")
WAYS = {
    "sat": {
        "moves": {
            **{name: ("--sat-solver", name) for name in SOLVERS},
            "glucose4, pairwise": ("--amo", "pairwise"),
            "glucose4, deepen": ("--strategy", "deepen"),
            "glucose4, deepen, a variable for each operator": ("--variables", "operators"),
        },
        "pushes": {
            **{name: ("--sat-solver", name) for name in SOLVERS},
            "glucose4, pairwise": ("--amo", "pairwise"),
            "cadical195, deepen": ("--strategy", "deepen"),
            "glucose4, deepen": ("--strategy", "deepen", "--sat-solver", "glucose4"),
        },
        "helltaker": {name: ("--sat-solver", name) for name in SOLVERS},
    },
    "asp": {
        "moves": {
            **{name: ("--asp-config", name) for name in CONFIGURATIONS},
            "fitted, multi": ("--strategy", "multi"),
            "fitted, single": ("--strategy", "single"),
        },
        "pushes": {name: ("--asp-config", name) for name in CONFIGURATIONS},
        "helltaker": {
            **{name: ("--asp-config", name) for name in CONFIGURATIONS},
            "fitted, multi": ("--strategy", "multi"),
            "fitted, single": ("--strategy", "single"),
        },
    },
}


def halves(question: str, each: int) -> tuple[list[str], list[str]]:
    """The odd and the even levels."""
    if question == "helltaker":
        names = [f"helltaker_official/level{number}.txt" for number in range(1, 10)]
        return names[::2], names[1::2]
    step = MOST // each // 2 * 2
    odd = [f"microban_1.xsb#{number}" for number in range(1, MOST + 1, step)][:each]
    even = [f"microban_1.xsb#{number}" for number in range(1 + step // 2 | 1, MOST + 1, step)][:each]
    return odd, [f"{file}#{int(number) + 1}" for file, number in (name.split("#") for name in even)]


def ask(engine: str, level: str, question: str, options: tuple[str, ...], seconds: int) -> float | None:
    """CPU seconds to a proved optimum; None: not within the limit."""
    objective = "pushes" if question == "pushes" else "moves"
    command = [sys.executable, "-m", "sokoplan", "solve", str(SHARED / level), "--json", "-e", engine]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds + 1, seconds + 2))

    before = spent()
    run = subprocess.run(
        [*command, "--objective", objective, *options], capture_output=True, text=True, preexec_fn=limit, check=False
    )
    cpu = spent() - before
    if run.returncode == 2:
        sys.exit(run.stderr)
    lines = run.stdout.splitlines()
    return cpu if cpu <= seconds and lines and json.loads(lines[-1])["optimal"] else None


def spent() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def total(times: list[float | None], seconds: int) -> float:
    return sum(2 * seconds if cpu is None else cpu for cpu in times)


def measured(engine: str, question: str, seconds: int, each: int) -> None:
    odd, even = halves(question, each)
    rows = {}
    for name, options in WAYS[engine][question].items():
        rows[name] = [[ask(engine, level, question, options, seconds) for level in half] for half in (odd, even)]
        print(
            f"{engine}, {question}: {name}", *(round(total(half, seconds), 1) for half in rows[name]), file=sys.stderr
        )
    chosen = min(rows, key=lambda name: total(rows[name][0], seconds))
    best = min(rows, key=lambda name: total(rows[name][1], seconds))
    print(f"\n{engine}, {question}: chosen on the odd levels {chosen}; best on the even ones {best}\n")
    print(f"| {engine}, {question} | {len(odd)} odd levels | {len(even)} even levels |\n|---|---|---|")
    for name, parts in rows.items():
        cells = (f"{total(half, seconds):.1f} ({sum(cpu is not None for cpu in half)})" for half in parts)
        print(f"| {name}{' *' if name == chosen else ''} | {' | '.join(cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", nargs="*", default=["moves", "pushes", "helltaker"])
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--engine", choices=[*WAYS], action="append")
    asked = parser.parse_args()
    for engine in asked.engine or WAYS:
        for question in asked.questions:
            measured(engine, question, asked.seconds, asked.each)


if __name__ == "__main__":
    main()
