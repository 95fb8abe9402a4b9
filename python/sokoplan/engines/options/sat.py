"""The options of the engine `sat`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sokoplan.engines.options.option import Option
from sokoplan.planning.cnf.amo import WAYS

if TYPE_CHECKING:
    from sokoplan.engines.answer import Request

# By measurement on Helltaker and Microban 1-20, on a busy machine: docs/sat.md.
SOLVER = "cadical195"
KEY_SOLVER = "glucose4"  # where a step is a key, and for `patterns`
AUTO = "auto"
NAMED_CRATES = "named-crates"
_FORMULAS = ("write-cnf", "write-readable", "write-model")
PATTERNS, DEEPEN = "patterns", "deepen"
STRATEGIES = (PATTERNS, DEEPEN, "fresh", "binary", "ramp")
# At-most-one by PySAT's cardinality encodings, under PySAT's names.
CARDS = ("seqcounter", "sortnetwrk", "cardnetwrk", "bitwise", "totalizer", "mtotalizer", "kmtotalizer")
# Parts of the encoding that can be switched off, to see what they are worth.
PARTS = (
    "forward",
    "backward",
    "dead",
    "groups",
    "undo",
    "squares",
    "waste",
    "frozen",
    "pairs",
    "fights",
    "cuts",
    "upper",
    "remaining",
)


LONG_ONLY = frozenset({"forward", "backward", "undo", "squares", "upper"})  # parts that `patterns` has no use for


def _steps_are_pushes(request: Request) -> str:
    """Only where a step is a key are there two ways to encode it."""
    if request.options.get("encoding") == NAMED_CRATES:
        return "with --encoding named-crates, which has a variable for each operator anyway"
    if not request.level.law.walking_is_free or request.objective not in ("any", "pushes"):
        return ""
    return (
        f"for the objective {request.objective}, where a step is a push, only for moves, moves-pushes, pushes-moves"
    )


def _not_by_patterns(request: Request, strategy: str) -> str:
    """The strategy `patterns` has a formula of one push and the walk to it."""
    level = request.level
    if strategy != PATTERNS:
        return ""
    if not level.law.walking_is_free:
        return f"for {level.law.name}, only where walking changes nothing"
    if not level.every_box_goes_home:
        return "on this level, only where every box needs a goal of its own or a sink"
    long = [name for name in _FORMULAS if name in request.options]
    if request.options.get("variables") == "operators":
        long.append("variables operators")
    long += [f"without {part}" for part in request.options.get("without", "").split(",") if part in LONG_ONLY]
    return f"with --{long[0]}: its formula is of one push, whatever the horizon" if long else ""


def _not_by_crates(request: Request) -> str:
    """The model of the report knows Sokoban only, and its steps are keys."""
    if request.level.game != "sokoban":
        return f"for {request.level.law.name}, only for Sokoban"
    if request.objective in ("pushes", "pushes-moves"):
        return f"for the objective {request.objective}, where a step is a push, only for any, moves and moves-pushes"
    return ""


OPTIONS = (
    Option(
        "strategy",
        "choice",
        "How horizons are tried",
        AUTO,
        (AUTO, *STRATEGIES),
        ways=True,
        word_unless=_not_by_patterns,
    ),
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
        "The SAT solver: a PySAT name, the path of a program such as /usr/bin/minisat, or auto, which is "
        f"{KEY_SOLVER}, or {SOLVER} for a long formula whose steps are pushes",
        AUTO,
        metavar="NAME|PROGRAM",
        aliases=("s",),
        web=False,
    ),
    Option(
        "encoding",
        "choice",
        "Which planning model the formula is made of: our own, or that of a course report with a name for each crate",
        "own",
        ("own", NAMED_CRATES),
        unless=_not_by_crates,
    ),
    Option(
        "amo",
        "choice",
        "How the formula says `at most one` (pairwise is the default with --write-readable)",
        "ladder",
        (*WAYS, *CARDS),
    ),
    Option(
        "variables",
        "choice",
        "Encode a step as a key and its effect (fast), or with one variable for each operator (readable; the default "
        "with --write-readable)",
        "keys",
        ("keys", "operators"),
        unless=_steps_are_pushes,
    ),
    # The short names, --input, --readable and --maxsteps are those of the course's SAT planner; for its --output see
    # `cli/commands/solve.py`, which has one of its own.
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
