"""Write README's table of promises: what is promised, what holds it, the figure of the last long run, the command.

    python scripts/trust_table.py

The figures come from `benchmarks/trust/figures.json`, which the programs beside it write with `--record`. A promise
that was never run in full says so.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "README.md"
FIGURES = ROOT / "benchmarks" / "trust" / "figures.json"
_TABLE = re.compile(r"(<!-- trust -->\n).*?(<!-- end of trust -->)", re.S)


@dataclass(frozen=True)
class Promise:
    key: str  # of its figure
    words: str
    in_tests: str
    program: str  # in benchmarks/trust


PROMISES = (
    Promise(
        "agreement",
        "Search, SAT, ASP and a plain oracle agree on solvability, optimum and number of plans",
        "300 random levels, some of 430 questions each",
        "agreement.py",
    ),
    Promise("real levels", "The same on real levels with known optima", "samples", "real_levels.py"),
    Promise(
        "laws",
        "The rules in Python, the core, the environments, JavaScript, ASP and PDDL are the same rules",
        "110,000 random keys, and plans of every engine",
        "laws.py",
    ),
    Promise(
        "known plans",
        "No deadlock test and no bound is wrong about a position that can be solved",
        "brute force on 100,000 small positions, plans on seeded boards of 100 to 400 cells",
        "known_plans.py",
    ),
    Promise(
        "limits",
        "`--time`, `--memory`, Ctrl-C and SIGTERM are obeyed; no process and no half-written file is left",
        "every engine on one hard level, signals in imports, exports and dumps",
        "limits.py",
    ),
    Promise("checker", "The proof checker accepts no wrong certificate", "edits of a few kinds", "checker.py"),
    Promise(
        "fuzz",
        "No text breaks a reader of boards, levels, plans or proofs",
        "3,000 mutated texts, 67 written by hand, and what the fuzzer kept",
        "fuzz.py",
    ),
    Promise(
        "web",
        "Hostile levels, slow clients, archives that explode, damaged profiles and what schemathesis invents do the "
        "web server no harm, and it answers as its OpenAPI description says",
        "one of each kind, 20 requests an operation, a few steps along the links",
        "web.py",
    ),
    Promise(
        "web clients",
        "200 clients for an hour, a third of whom vanish: no 5xx, no process left, flat memory",
        "a client that vanishes",
        "web_clients.py",
    ),
    Promise(
        "fresh machine",
        "On a fresh Debian, stable and testing, the wheel works without cargo, and `make demo` with it",
        "the wheel in a new environment, on the oldest and the newest Python of the machine",
        "fresh_machine.py",
    ),
    Promise(
        "repeatable",
        "The same seed gives the same bytes: generated levels, data sets, pictures, exports, plans",
        "generated levels, pictures in docs/",
        "repeatable.py",
    ),
    Promise(
        "kills",
        "A batch run killed at any moment loses nothing that it reported as stored, and goes on to the same end",
        "4 kills",
        "kills.py",
    ),
    Promise(
        "mutation",
        "A test fails where a line of the rules, the check of plans, a bound or a deadlock test is made wrong",
        "nothing: it takes an hour",
        "mutation.py",
    ),
)


def table() -> str:
    figures = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    lines = ["| promise | in `make test` | the last long run | `python benchmarks/trust/...` |", "|---|---|---|---|"]
    for one in PROMISES:
        found = figures.get(one.key)
        figure = f"{found['figure']} ({found['date']})" if found else "not run in full yet"
        lines.append(f"| {one.words} | {one.in_tests} | {figure} | `{one.program}` |")
    return "\n".join(lines) + "\n"


def renewed(page: str) -> str:
    return _TABLE.sub(lambda found: found[1] + table() + found[2], page)


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
