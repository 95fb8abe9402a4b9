"""The options of the engine `sat`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sokoplan.engines.options.option import Option
from sokoplan.planning.cnf.amo import WAYS

if TYPE_CHECKING:
    from sokoplan.engines.answer import Request

SOLVER = "cadical195"
STRATEGIES = ("deepen", "fresh", "binary", "ramp")
# At-most-one by PySAT's cardinality encodings, under PySAT's names.
CARDS = ("seqcounter", "sortnetwrk", "cardnetwrk", "bitwise", "totalizer", "mtotalizer", "kmtotalizer")
# Parts of the encoding that can be switched off, to see what they are worth.
PARTS = ("forward", "backward", "dead", "groups", "undo", "waste", "frozen", "pairs", "fights", "cuts", "upper")


def _steps_are_pushes(request: Request) -> str:
    """Only where a step is a key are there two ways to encode it."""
    if not request.level.law.walking_is_free or request.objective not in ("any", "pushes"):
        return ""
    return (
        f"for the objective {request.objective}, where a step is a push, only for moves, moves-pushes, pushes-moves"
    )


OPTIONS = (
    Option("strategy", "choice", "How horizons are tried", "deepen", STRATEGIES, ways=True),
    Option(
        "max-steps",
        "number",
        "Give up beyond a plan of N steps",
        "1000",
        most=100_000,
        aliases=("horizon", "maxsteps"),
    ),
    Option(
        "sat-solver",
        "text",
        "The SAT solver: a PySAT name, or the path of a program such as /usr/bin/minisat",
        SOLVER,
        metavar="NAME|PROGRAM",
        aliases=("s",),
        web=False,
    ),
    Option("amo", "choice", "How the formula says `at most one`", "ladder", (*WAYS, *CARDS)),
    Option(
        "variables",
        "choice",
        "Encode a step as a key and its effect (fast), or with one variable for each operator (readable; the default "
        "with --write-readable)",
        "keys",
        ("keys", "operators"),
        unless=_steps_are_pushes,
    ),
    # The short names, --input, --output, --readable and --maxsteps are those of the course's SAT planner.
    Option(
        "write-cnf",
        "file",
        "Write the last formula solved, in DIMACS format",
        aliases=("i", "input"),
        one_level=True,
        web=False,
    ),
    Option(
        "write-readable",
        "file",
        "Write the last formula solved, with names such as push(2,3,right,t4) for its variables",
        aliases=("r", "readable"),
        one_level=True,
        web=False,
    ),
    Option(
        "write-model",
        "file",
        "Write the model found, in the numbers of --write-cnf",
        aliases=("o", "output"),
        one_level=True,
        web=False,
    ),
    Option(
        "certificate",
        "folder",
        "Write a proof that no plan is shorter, for `sokoplan certify` to check",
        one_level=True,
        web=False,
    ),
    Option("without", "list", "Leave out parts of the encoding, to see what they are worth", "", PARTS),
)
