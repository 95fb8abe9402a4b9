"""Options of `sokoplan solve` that only some engines understand: described once, and checked before anything runs.

Comes in:  what was typed.     Goes out: `Request.options`, by the names the engine knows.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer
from typer.models import OptionInfo

from sokoplan.engines.asp.options import CONFIGURATIONS
from sokoplan.engines.asp.options import read_options as read_asp_options
from sokoplan.errors import InputError

_SAT, _ASP, _BOTH, _SEARCH = "Engine sat", "Engine asp", "Engines sat and asp", "Engine search"


def _option(panel: str, *names: str, metavar: str, help: str) -> OptionInfo:
    option: OptionInfo = typer.Option(*names, metavar=metavar, help=help, rich_help_panel=panel)
    return option


def _number(panel: str, *names: str, least: int, most: int, help: str) -> OptionInfo:
    option: OptionInfo = typer.Option(*names, metavar="N", min=least, max=most, help=help, rich_help_panel=panel)
    return option


StrategyOption = Annotated[
    str | None,
    _option(
        _BOTH,
        "--strategy",
        metavar="NAME",
        help="sat: deepen (default), fresh, binary, ramp. asp: multi (default), single.",
    ),
]
MaxStepsOption = Annotated[
    int | None, _number(_BOTH, "--max-steps", "--horizon", least=0, most=100_000, help="The longest horizon to try.")
]
ConfigOption = Annotated[
    str | None,
    _option(_ASP, "--asp-config", metavar="|".join(CONFIGURATIONS), help="clingo's configuration."),
]
ThreadsOption = Annotated[
    int | None,
    _number(
        "Engines search and asp",
        "--threads",
        least=1,
        most=64,
        help="search: searches side by side for `any`, and workers for the blocklist (default 2). asp: clingo's.",
    ),
]
SolverOption = Annotated[
    str | None,
    _option(
        _SAT,
        "--sat-solver",
        metavar="NAME|PROGRAM",
        help="PySAT's name (default cadical195) or a program: /usr/bin/minisat.",
    ),
]
AmoOption = Annotated[
    str | None,
    _option(
        _SAT,
        "--amo",
        metavar="pairwise|ladder|...",
        help="How `at most one` is said; also PySAT's: totalizer, bitwise, ...",
    ),
]
VariablesOption = Annotated[
    str | None,
    _option(
        _SAT,
        "--variables",
        metavar="keys|operators",
        help="Keys and kinds (fast), or one variable for each operator (readable).",
    ),
]
CnfOption = Annotated[
    str | None, _option(_SAT, "--write-cnf", metavar="FILE", help="The last formula solved, as DIMACS.")
]
ReadableOption = Annotated[
    str | None,
    _option(
        _SAT,
        "--write-readable",
        metavar="FILE",
        help="The same with names: player(2,3,t4), push(2,3,right,t4).",
    ),
]
ModelOption = Annotated[
    str | None, _option(_SAT, "--write-model", metavar="FILE", help="Its model, in the numbers of --write-cnf.")
]
CertificateOption = Annotated[
    str | None,
    _option(
        _SAT,
        "--certificate",
        metavar="FOLDER",
        help="A proof that there is no shorter plan; see `sokoplan certify`.",
    ),
]
WithoutOption = Annotated[
    str | None,
    _option(
        _SAT,
        "--without",
        metavar="PART,...",
        help="Switch off parts of the encoding, to see their worth: dead, undo, ...; a wrong name lists all.",
    ),
]

HeuristicOption = Annotated[
    str | None,
    _option(
        _SEARCH,
        "--heuristic",
        metavar="NAME",
        help="The bound: basic, advanced or blocklist (docs/nethack.md). Default: all bounds there are.",
    ),
]
CheckersOption = Annotated[
    str | None,
    _option(
        _SEARCH,
        "--checkers",
        metavar="NAME,...",
        help="Deadlock checks, and no others: movable, corridor, freeze, pairs, corral, blocklist, ...; all; none.",
    ),
]
ExpandersOption = Annotated[
    str | None,
    _option(
        _SEARCH,
        "--expanders",
        metavar="NAME,...",
        help="stone-pusher: a box that can go straight into the sink goes; pi-corral, ...; all; none.",
    ),
]
BlocklistNumberOption = Annotated[
    int | None,
    _number(
        _SEARCH,
        "--blocklist-number",
        least=0,
        most=5,
        help="Solve every set of 2 to N boxes alone beforehand: a checker, and with sinks a bound. Not with holes.",
    ),
]
BlocklistDistanceOption = Annotated[
    int | None,
    _number(
        _SEARCH,
        "--blocklist-distance",
        least=0,
        most=1000,
        help="Only sets whose boxes are at most N rows and N columns apart. Default 3; 0: any.",
    ),
]
DumpOption = Annotated[
    str | None,
    _option(_SEARCH, "--dump", metavar="text|xml", help="Write down the whole search; see `sokoplan dump`."),
]
DumpFileOption = Annotated[
    str | None, _option(_SEARCH, "--dump-file", metavar="FILE", help="Default: dump.dump or dump.xml.")
]
DumpLimitOption = Annotated[
    int | None,
    _number(_SEARCH, "--dump-limit", least=0, most=10**9, help="The most entries in the dump. Default: 100,000."),
]

# Which engine understands what.
_NAMES: dict[str, tuple[str, ...]] = {
    "search": (
        "heuristic", "checkers", "expanders", "blocklist-number", "blocklist-distance", "threads", "dump",
        "dump-file", "dump-limit",
    ),
    "asp": ("strategy", "max-steps", "asp-config", "threads"),
    "sat": (
        "strategy", "max-steps", "sat-solver", "amo", "variables", "write-cnf", "write-readable", "write-model",
        "certificate", "without",
    ),
}  # fmt: skip


def engine_options(engine: str, *, whole: bool, **given: str | int | None) -> dict[str, str]:
    """The options that were given; BadParameter for one the engine does not have, or a value it does not know.

    `whole` is false where level files have options of their own to add.
    """
    options = {name.replace("_", "-"): str(value) for name, value in given.items() if value is not None}
    for option, value in options.items():
        if option not in _NAMES.get("search" if engine == "auto" else engine, ()):
            engines = [other for other, names in _NAMES.items() if option in names]
            proposed = _knows(engines, option, value)
            raise typer.BadParameter(
                f"this is an option of the engine {' or '.join(engines)}; add --engine {proposed}",
                param_hint=f"--{option}",
            )
    check_options(engine, options, whole=whole)
    return options


def _knows(engines: list[str], option: str, value: str) -> str:
    """Of the engines that have the option, the first that knows the value too; if none does, the first."""
    for engine in engines:
        with suppress(typer.BadParameter):
            check_options(engine, {option: value}, whole=False)
            return engine
    return engines[0]


def check_options(engine: str, options: dict[str, str], *, whole: bool = True) -> None:
    """BadParameter if the engine does not understand them: here, so that a slip of the pen is told at once."""
    if not options:
        return
    try:
        if engine == "oracle":
            raise InputError("the engine oracle has no options")
        if engine == "asp":
            read_asp_options(options)
        elif engine == "sat":
            _check_sat(options)
        elif engine in ("auto", "search"):
            from sokoplan.engines.search.options import core_options

            core_options(options, whole=whole)
    except InputError as error:
        raise typer.BadParameter(". ".join(filter(None, (error.says, error.right)))) from None


def _check_sat(options: dict[str, str]) -> None:
    from sokoplan.engines.sat.options import read_options

    unknown = options.keys() - set(_NAMES["sat"])
    if unknown:
        raise InputError(f"the engine sat has no option {min(unknown)!r}", f"It has {', '.join(_NAMES['sat'])}.")
    read_options(options)
