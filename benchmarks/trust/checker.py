"""Promise: the checker accepts no wrong certificate. Random edits of right ones, judged by two checkers.

    python benchmarks/trust/checker.py [EDITS]

A certificate of a random small level is made, then its proof or its formula is edited at random, in 1 to 20 places:
lines dropped, moved, doubled, literals flipped or changed, the end cut off. An edit may leave a proof right (a lemma
that nobody needed). So where ours checks every line, it may accept nothing that dratify refuses, a checker of others
by drat-trim's rules. Where it checks, as drat-trim does, only the lines that the end needs, a SAT solver must find
the formula without a model: what was accepted is true.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from pathlib import Path

import journal
from dratify import check_proof as strangers_check
from dratify import parse_dimacs
from pysat.formula import CNF
from pysat.solvers import Solver

from helpers.agreement_levels import levels
from sokoplan._core import check_proof
from sokoplan.engines.answer import Budget, Request
from sokoplan.engines.sat.engine import solve

A_PART = 20


def certificates(seed: str) -> tuple[str, list[str]]:
    """The formula and the proof of the first level of this seed that needs one: units alone refute most small
    formulas, and then nothing that is done to the proof is wrong."""
    for level in levels(1000, seed):
        with tempfile.TemporaryDirectory() as folder:
            request = Request(level, "moves", options={"certificate": folder})
            answer = solve(request, Budget(seconds=20), lambda progress: None)
            proof = Path(folder) / "proof.drat"
            if answer.status == "solved" and proof.exists():
                formula = (Path(folder) / "formula.cnf").read_text()
                if not accepts(formula, "", every=False):
                    return formula, proof.read_text().splitlines()
    raise AssertionError(f"no certificate in 1,000 levels of seed {seed!r}")


def edited(lines: list[str], dice: random.Random) -> list[str]:
    """One random edit."""
    lines = list(lines)
    at = dice.randrange(len(lines))
    numbers = lines[at].split()
    kind = dice.choice(["drop", "double", "swap", "flip", "change", "shorten", "cut", "empty"])
    if kind == "drop":
        del lines[at]
    elif kind == "double":
        lines.insert(at, lines[at])
    elif kind == "swap":
        other = dice.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == "cut":
        del lines[at:]
    elif kind == "empty":
        lines.insert(at, "0")
    elif len(numbers) > 1 and numbers[0] not in ("d", "p", "c"):
        literal = dice.randrange(len(numbers) - 1)
        if kind == "shorten":
            del numbers[literal]
        else:
            number = int(numbers[literal])
            numbers[literal] = str(-number if kind == "flip" else dice.choice([-1, 1]) * dice.randint(1, abs(number)))
        lines[at] = " ".join(numbers)
    return lines


def accepts(formula: str, proof: str, *, every: bool) -> bool:
    try:
        return check_proof(formula, proof, every=every).verified
    except ValueError:
        return False  # a number or a zero is missing


def stranger_accepts(formula: str, proof: str) -> bool:
    try:
        # It wants the contradiction spelled out, where drat-trim and ours see it as soon as units lead to it.
        found = strangers_check(parse_dimacs(formula), proof + "0\n")
    except (ValueError, IndexError):
        return False
    return bool(found.ok and found.reached_empty)


def has_model(formula: str) -> bool:
    with Solver("cadical153", bootstrap_with=CNF(from_string=formula)) as solver:
        return bool(solver.solve())


def work(seed: str) -> journal.Part:
    dice = random.Random(seed)
    formula, proof = certificates(seed)
    counts: Counter[str] = Counter()
    wrong = []
    for number in range(A_PART):
        new_formula, new_proof = formula, proof
        in_proof = dice.random() < 0.7
        for _ in range(dice.choice([1, 1, 2, 5, 20])):
            if in_proof:
                new_proof = edited(new_proof, dice) if new_proof else new_proof
            else:
                new_formula = "\n".join(edited(new_formula.splitlines(), dice)) + "\n"
        text = "\n".join(new_proof) + "\n"
        counts["edits"] += 1
        strict = accepts(new_formula, text, every=True)
        counts["strictly right"] += strict
        if strict and not stranger_accepts(new_formula, text):
            wrong.append(f"{seed}, edit {number}: ours accepts what dratify refuses")
        if accepts(new_formula, text, every=False):
            counts["accepted"] += 1
            if has_model(new_formula):
                wrong.append(f"{seed}, edit {number}: ours accepts the refutation of a formula that has a model")
    return journal.Part(dict(counts), wrong)


def main() -> None:
    options = journal.arguments(__doc__ or "", 1_000, "edits")
    parts = (f"checker {number}" for number in range(-(-options.size // A_PART)))
    total = journal.run("checker", parts, work, options)
    counts = total.counts
    figure = (
        f"{counts['edits']:,} random edits of certificates, {counts['accepted']:,} of them accepted because the "
        "claim is still proved"
    )
    journal.finish("checker", total, figure, options)


if __name__ == "__main__":
    main()
