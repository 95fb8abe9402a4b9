"""Options of `sokoplan solve` that only some engines understand: described once, and checked before anything runs.

Comes in:  what was typed.     Goes out: `Request.options`, by the names the engine knows.
"""

from __future__ import annotations

from typing import Annotated

import typer

from sokoplan.errors import InputError

_SAT = "Engine sat"
_ASP = "Engine asp"

StrategyOption = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="sat: deepen (default), fresh, binary, ramp. asp: multi (default), single.",
        rich_help_panel="Engines sat and asp",
    ),
]
MaxStepsOption = Annotated[
    int | None,
    typer.Option(
        "--max-steps",
        "--horizon",
        metavar="N",
        min=0,
        max=100_000,
        help="The longest horizon to try.",
        rich_help_panel="Engines sat and asp",
    ),
]
ConfigOption = Annotated[
    str | None,
    typer.Option(
        "--asp-config",
        metavar="auto|frumpy|jumpy|tweety|handy|crafty|trendy",
        help="clingo's configuration.",
        rich_help_panel=_ASP,
    ),
]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", metavar="N", min=1, max=64, help="clingo's threads.", rich_help_panel=_ASP)
]
SolverOption = Annotated[
    str | None,
    typer.Option(
        "--sat-solver",
        metavar="NAME|PROGRAM",
        help="PySAT's name (default cadical195) or a program: /usr/bin/minisat.",
        rich_help_panel=_SAT,
    ),
]
AmoOption = Annotated[
    str | None,
    typer.Option(
        "--amo",
        metavar="pairwise|ladder|...",
        help="How `at most one` is said; also PySAT's: totalizer, bitwise, ...",
        rich_help_panel=_SAT,
    ),
]
VariablesOption = Annotated[
    str | None,
    typer.Option(
        "--variables",
        metavar="keys|operators",
        help="Keys and kinds (fast), or one variable for each operator (readable).",
        rich_help_panel=_SAT,
    ),
]
CnfOption = Annotated[
    str | None,
    typer.Option("--write-cnf", metavar="FILE", help="The last formula solved, as DIMACS.", rich_help_panel=_SAT),
]
ReadableOption = Annotated[
    str | None,
    typer.Option(
        "--write-readable",
        metavar="FILE",
        help="The same with names: player(2,3,t4), push(2,3,right,t4).",
        rich_help_panel=_SAT,
    ),
]
ModelOption = Annotated[
    str | None,
    typer.Option(
        "--write-model", metavar="FILE", help="Its model, in the numbers of --write-cnf.", rich_help_panel=_SAT
    ),
]
CertificateOption = Annotated[
    str | None,
    typer.Option(
        "--certificate",
        metavar="FOLDER",
        help="A proof that there is no shorter plan; see `sokoplan certify`.",
        rich_help_panel=_SAT,
    ),
]
WithoutOption = Annotated[
    str | None,
    typer.Option(
        "--without",
        metavar="PARTS",
        help="Switch off: forward,backward,dead,groups,undo,waste,frozen (to see their worth).",
        rich_help_panel=_SAT,
    ),
]

# Which engine understands what, and by which name.
_NAMES: dict[str, dict[str, str]] = {
    "asp": {"strategy": "strategy", "max-steps": "horizon", "asp-config": "asp-config", "threads": "threads"},
    "sat": {
        name: name
        for name in (
            "strategy", "max-steps", "sat-solver", "amo", "variables", "write-cnf", "write-readable", "write-model",
            "certificate", "without",
        )
    },
}  # fmt: skip
# As in engines/asp_program.py; said again so that --help does not wait for clingo.
_ASP_VALUES = {
    "strategy": ("multi", "single"),
    "asp-config": ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy"),
}


def engine_options(engine: str, **given: str | int | None) -> dict[str, str]:
    """The options that were given; BadParameter for one the engine does not have, or a value it does not know."""
    known = _NAMES.get(engine, {})
    options = {}
    for name, value in given.items():
        option = name.replace("_", "-")
        if value is None:
            continue
        if option not in known:
            engines = [other for other, names in _NAMES.items() if option in names]
            raise typer.BadParameter(
                f"this is an option of the engine {' or '.join(engines)}; add --engine {engines[0]}",
                param_hint=f"--{option}",
            )
        options[known[option]] = str(value)
    if engine == "asp":
        for option, allowed in _ASP_VALUES.items():
            if options.get(option, allowed[0]) not in allowed:
                raise typer.BadParameter(
                    f"{options[option]!r} is none of {', '.join(allowed)}", param_hint=f"--{option}"
                )
    if engine == "sat" and options:
        # Here and not in the engine's process, so that a slip of the pen is told at once.
        from sokoplan.engines.sat.options import read_options

        try:
            read_options(options)
        except InputError as error:
            raise typer.BadParameter(str(error)) from None
    return options
