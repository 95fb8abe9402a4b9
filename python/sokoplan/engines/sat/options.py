"""What can be set for the SAT engine, by name: `--strategy`, `--sat-solver`, `--amo`, ...

Comes in:  `Request.options`, strings by name.     Goes out: `Options`, checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sokoplan.engines.sat.strategies import STRATEGIES
from sokoplan.errors import InputError
from sokoplan.planning.cnf.amo import WAYS

SOLVER = "cadical195"
# At-most-one by PySAT's cardinality encodings, under PySAT's names.
CARDS = ("seqcounter", "sortnetwrk", "cardnetwrk", "bitwise", "totalizer", "mtotalizer", "kmtotalizer")
# The action of a step as key and kind, or as a variable for each operator.
VARIABLES = ("keys", "operators")
# Parts of the encoding that can be switched off, to see what they are worth.
PARTS = ("forward", "backward", "dead", "groups", "undo", "waste", "frozen", "pairs", "fights", "cuts", "upper")
MAX_STEPS = 1000


@dataclass(frozen=True)
class Options:
    strategy: str = "deepen"
    solver: str = SOLVER  # a name that PySAT knows, or the path of a program
    amo: str = "ladder"
    variables: str = "keys"
    max_steps: int = MAX_STEPS
    write_cnf: Path | None = None
    write_readable: Path | None = None
    write_model: Path | None = None
    certificate: Path | None = None
    without: frozenset[str] = frozenset()


def read_options(given: dict[str, str]) -> Options:
    """The options of a request. Raises InputError for a value that makes no sense."""

    def one_of(name: str, choices: tuple[str, ...], default: str) -> str:
        value = given.get(name, default)
        if value not in choices:
            raise InputError(f"--{name} knows no {value!r}", f"It is one of {', '.join(choices)}.")
        return value

    def path(name: str) -> Path | None:
        return Path(given[name]) if name in given else None

    steps = given.get("max-steps", str(MAX_STEPS))
    if not steps.isdecimal():
        raise InputError(f"--max-steps is a number, not {steps!r}")
    without = frozenset(filter(None, given.get("without", "").split(",")))
    if not without <= set(PARTS):
        wrong = ", ".join(sorted(without - set(PARTS)))
        raise InputError(f"there is no part {wrong} to do without", f"The parts are {', '.join(PARTS)}.")
    return Options(
        strategy=one_of("strategy", tuple(STRATEGIES), "deepen"),
        solver=given.get("sat-solver", SOLVER),
        amo=one_of("amo", (*WAYS, *CARDS), "ladder"),
        # Who asks for a readable formula gets the one that reads best.
        variables=one_of("variables", VARIABLES, "operators" if "write-readable" in given else "keys"),
        max_steps=int(steps),
        write_cnf=path("write-cnf"),
        write_readable=path("write-readable"),
        write_model=path("write-model"),
        certificate=path("certificate"),
        without=without,
    )
