"""Checking a certificate, the folder that `solve --certificate` wrote, without trusting anything in it.

1. The files are those that the manifest lists (SHA-256).
2. The formula is the one for this level and this number: it is built here from level.json and compared.
3. The proof refutes the formula: checked by drat-trim if it is installed, else by the checker of the Rust core, which
   shares no code with any solver. `--checker` chooses another, such as dratify.
4. The plan solves the level and costs what is claimed: it is run by the rules of the game.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sokoplan.errors import InputError
from sokoplan.native import check_proof
from sokoplan.planning.certificate.format import FILES, FORMAT, MANIFEST, VERSION
from sokoplan.planning.certificate.formula import claim
from sokoplan.planning.cnf.dimacs import title_of
from sokoplan.puzzle.formats.json import level_from_json
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.notation import read_plan
from sokoplan.puzzle.objective import none_below
from sokoplan.puzzle.verify import verify


@dataclass
class Findings:
    """What was checked: what passed and what failed, a sentence each."""

    claim: str = ""
    passed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        if self.failed:
            return f"not certified: {'; '.join(self.failed)}"
        return f"certified: {self.claim}"

    def add(self, holds: bool, passed: str, failed: str) -> bool:
        (self.passed if holds else self.failed).append(passed if holds else failed)
        return holds


def check(folder: Path, checker: str = "") -> Findings:
    """Check the certificate in this folder, the proof by one of CHECKERS. Raises InputError if there is none."""
    manifest, texts = _read(folder)
    findings = Findings()
    counts, optimum = manifest["counts"], manifest["optimum"]
    changed = [
        name for name in FILES if hashlib.sha256(texts[name].encode()).hexdigest() != manifest["sha256"].get(name)
    ]
    findings.add(
        not changed,
        "the files match the manifest",
        f"{' and '.join(changed)} not as in the manifest (SHA-256 differs)",
    )
    level = level_from_json(texts["level.json"])
    measure = level.law.measured(counts)
    here = f"here is one {'for' if measure == 'cost' else 'with'} {optimum}"
    findings.claim = f"{none_below(measure, optimum)}, and {here}"
    _check_formula(findings, level, counts, optimum, texts["formula.cnf"])
    refuted, who = refutes(folder / "formula.cnf", folder / "proof.drat", checker)
    findings.add(refuted, f"the proof refutes the formula ({who})", f"the proof does not refute the formula ({who})")
    _check_plan(findings, level, counts, optimum, texts["plan.txt"])
    return findings


def _read(folder: Path) -> tuple[dict[str, Any], dict[str, str]]:
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        texts = {name: (folder / name).read_text(encoding="utf-8") for name in FILES}
    except OSError as error:
        raise InputError(
            f"{error.filename}: {error.strerror}", "Give a folder that `solve --certificate` wrote."
        ) from None
    except ValueError as error:
        raise InputError(f"the certificate in {folder} cannot be read: {error}") from None
    fine = (
        isinstance(manifest, dict)
        and (manifest.get("format"), manifest.get("version")) == (FORMAT, VERSION)
        and manifest.get("counts") in ("moves", "pushes")
        and isinstance(manifest.get("optimum"), int)
        and manifest["optimum"] >= 0
        and isinstance(manifest.get("sha256"), dict)
    )
    if not fine:
        raise InputError(f"the manifest in {folder} is not one of ours", f'Expected "format": "{FORMAT}".')
    return manifest, texts


def _check_formula(findings: Findings, level: Level, counts: str, optimum: int, text: str) -> None:
    try:
        formula = claim(level, counts, optimum - 1)
    except ValueError as error:
        findings.failed.append(f"the mutex groups of the level are not proved: {error}")
        return
    ours = "".join(formula.dimacs(title_of(level.law.measured(counts), optimum - 1, exactly=False)))
    findings.add(
        ours == text,
        f"the formula is that of the level: {len(formula.variables):,} variables, {len(formula.clauses):,} clauses",
        "the formula is not that of the level",
    )


def refutes(formula: Path, proof: Path, checker: str = "") -> tuple[bool, str]:
    """Whether the proof is valid, and who checked it; and what is wrong with it, if the checker says."""
    if not checker:
        checker = "drat-trim" if shutil.which("drat-trim") else "sokoplan"
    good, words = CHECKERS[checker](formula, proof)
    return good, f"checked by {checker}{words and ': '}{words}"


def _ours(formula: Path, proof: Path) -> tuple[bool, str]:
    try:
        result = check_proof(formula.read_text(encoding="utf-8"), proof.read_text(encoding="utf-8"))
    except ValueError as error:
        return False, str(error)
    return result.verified, result.why


def _drat_trim(formula: Path, proof: Path) -> tuple[bool, str]:
    program = shutil.which("drat-trim")
    if program is None:
        raise InputError("program not found: 'drat-trim'", "The checker `sokoplan` is always available.")
    command = [program, str(formula), str(proof), "-t", "100000"]  # seconds; its own limit is shorter
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    said = {line.strip() for line in run.stdout.splitlines()}
    if "s VERIFIED" in said:
        return True, ""
    return False, "" if "s NOT VERIFIED" in said else "it gave no verdict"


def _dratify(formula: Path, proof: Path) -> tuple[bool, str]:
    from dratify import check_proof, parse_dimacs  # slow to import, and needed only here

    try:
        result = check_proof(parse_dimacs(formula.read_text(encoding="utf-8")), proof.read_text(encoding="utf-8"))
    except ValueError as error:
        return False, str(error)
    return bool(result.ok and result.reached_empty), ""


CHECKERS: dict[str, Callable[[Path, Path], tuple[bool, str]]] = {
    "sokoplan": _ours,
    "drat-trim": _drat_trim,
    "dratify": _dratify,
}


def _check_plan(findings: Findings, level: Level, counts: str, optimum: int, text: str) -> None:
    try:
        verdict = verify(level, read_plan(text, level).plan)
    except InputError as error:
        findings.failed.append(f"the plan cannot be read: {error.says}")
        return
    cost = verdict.counts.cost if counts == "moves" else verdict.counts.pushes
    if findings.add(verdict.solved, "the plan solves the level", f"the plan does not solve the level: {verdict.why}"):
        it_has = "it costs {}" if level.law.measured(counts) == "cost" else f"it has {{}} {counts}"
        findings.add(cost == optimum, it_has.format(optimum), f"{it_has.format(cost)}, not {optimum}")
