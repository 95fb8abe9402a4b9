"""Exports: a level as files for other people's tools.

Comes in:  a Level.     Goes out: the names of files and their text; the caller writes them to disk.

The dict below is the whole plugin system: a new export is a new file and a new line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sokoplan.planning import pddl, task_json
from sokoplan.planning.asp import export as asp
from sokoplan.planning.asp import facts as lp
from sokoplan.planning.cnf import export as dimacs
from sokoplan.puzzle.formats.json import level_to_json
from sokoplan.puzzle.level import Level


@dataclass(frozen=True)
class Export:
    """One entry of the registry; the module that makes the files shows a sample in its docstring."""

    name: str
    what: str  # one line for --help
    files: Callable[[Level], dict[str, str]]  # a file's name, without a folder, to its text


_EXPORTS = (
    Export("pddl", "a planning problem, domain.pddl and problem.pddl, for any classical planner", pddl.files),
    Export("sas", "the grounded task as JSON: facts, operators, mutex groups, goal", task_json.files),
    Export("lp", "facts for clingo, to run with the encodings push.lp, pushes.lp and kick.lp", lp.files),
    Export(
        "asp",
        "a program for clingo: one file, or a folder with every encoding of this game and a README",
        asp.files,
    ),
    Export(
        "json",
        "the level itself as JSON, which loses nothing",
        lambda level: {"level.json": level_to_json(level)},
    ),
    Export("dimacs", "a CNF for any SAT solver: is there a plan of exactly N moves?", dimacs.files),
)
EXPORTS: dict[str, Export] = {export.name: export for export in _EXPORTS}
