"""The SAT engine's options as the engine uses them; the rows are in `sokoplan.engines.options.sat`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sokoplan.engines.options import read
from sokoplan.engines.options.sat import NAMED_CRATES


@dataclass(frozen=True)
class Options:
    strategy: str
    solver: str  # a name that PySAT knows, or the path of a program
    named_crates: bool
    amo: str
    variables: str
    max_steps: int
    write_cnf: Path | None
    write_readable: Path | None
    write_model: Path | None
    certificate: Path | None
    without: frozenset[str]

    @property
    def formula_files(self) -> list[Path]:
        return [path for path in (self.write_cnf, self.write_readable, self.write_model) if path is not None]


def read_options(given: Mapping[str, str]) -> Options:
    """The options of a request. Raises InputError for a value that makes no sense."""
    values = read("sat", given)
    # --write-readable means the formula that reads best, unless another one is asked for: a variable for each
    # operator, and no variables that only help to say `at most one`.
    readable = "write-readable" in given
    return Options(
        strategy=values["strategy"],
        solver=values["sat-solver"],
        named_crates=values["encoding"] == NAMED_CRATES,
        amo="pairwise" if readable and "amo" not in given else values["amo"],
        variables="operators" if readable and "variables" not in given else values["variables"],
        max_steps=values["max-steps"],
        write_cnf=values.get("write-cnf"),
        write_readable=values.get("write-readable"),
        write_model=values.get("write-model"),
        certificate=values.get("certificate"),
        without=frozenset(values.get("without", ())),
    )
