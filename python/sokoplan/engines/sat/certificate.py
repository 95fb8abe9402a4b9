"""A certificate: a folder with everything that others need to check that a plan is shortest.

    level.json      the level
    plan.txt        the plan
    formula.cnf     "a plan with at least one step less exists" (`sokoplan.planning.certificate.formula`)
    proof.drat      a DRAT proof that this formula has no model
    manifest.json   what is claimed, and the SHA-256 of the other files

`sokoplan certify` checks it and uses no code from here.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from sokoplan.engines.options.sat import AUTO, SOLVER
from sokoplan.engines.sat.options import Options
from sokoplan.engines.sat.pysat_solver import InProcess
from sokoplan.engines.sat.solver import is_program
from sokoplan.engines.sat.watch import Watch
from sokoplan.engines.sat.write import save
from sokoplan.errors import InputError
from sokoplan.planning.certificate.format import FILES, FORMAT, MANIFEST, VERSION
from sokoplan.planning.certificate.formula import claim, lemmas
from sokoplan.planning.cnf.dimacs import title_of
from sokoplan.puzzle.formats.json import level_to_json
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.objective import none_below
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify


def write_certificate(folder: Path, level: Level, counts: str, plan: Plan, options: Options, watch: Watch) -> None:
    verdict = verify(level, plan)
    optimum = verdict.counts.cost if counts == "moves" else verdict.counts.pushes
    formula = claim(level, counts, optimum - 1)
    measure = level.law.measured(counts)
    title = title_of(measure, optimum - 1, exactly=False)
    save(folder / "level.json", [level_to_json(level)])
    save(folder / "plan.txt", [verdict.lurd + "\n"])
    save(folder / "formula.cnf", formula.dimacs(title))
    known = list(lemmas(formula)) if optimum else []
    # Each program has its own way of writing proofs; the solver in this process has one that we know.
    given = options.solver
    solver = InProcess(SOLVER if given == AUTO or is_program(given) else given, proof=True)
    solver.add(formula.renumbered())
    solver.add([literal] for literal in known)

    def pause() -> None:
        watch.conflicts = solver.conflicts
        watch.pause()

    if solver.solve([], pause) is not False:
        raise AssertionError(f"{title}: the plan was proved shortest, but the plain formula has a model")
    lines = [f"{literal} 0\n" for literal in known]
    lines += [line.strip() + "\n" for line in solver.proof() if line.strip()]
    if not lines or lines[-1] != "0\n":
        lines.append("0\n")
    save(folder / "proof.drat", lines)
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "claim": none_below(measure, optimum),
        "counts": counts,
        "optimum": optimum,
        "sha256": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in FILES},
    }
    save(folder / MANIFEST, [json.dumps(manifest, indent=2) + "\n"])


def certifiable(objective: str, level: Level, folder: Path) -> None:
    """Raise InputError unless the objective is one number, and the folder holds no other level's certificate."""
    if objective not in ("moves", "pushes"):
        raise InputError(
            f"a certificate proves the fewest moves or the fewest pushes, not {objective!r}",
            "Add --objective moves or --objective pushes.",
        )
    with suppress(OSError, UnicodeDecodeError):  # no folder yet; write errors are reported when they happen
        if (folder / MANIFEST).exists() and (folder / "level.json").read_text("utf-8") != level_to_json(level):
            raise InputError(
                f"{folder} holds the certificate of another level", "Choose another folder, or delete it."
            )
