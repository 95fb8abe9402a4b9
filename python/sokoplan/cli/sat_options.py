"""The options of `sokoplan solve` that only the SAT engine understands, each described once."""

from __future__ import annotations

from typing import Annotated

import typer

_PANEL = "SAT engine (--engine sat)"


def _text(name: str, metavar: str, help: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(name, metavar=metavar, help=help, rich_help_panel=_PANEL)
    return option


StrategyOption = Annotated[
    str | None, _text("--strategy", "deepen|fresh|binary|ramp", "Which horizon is tried when. Default: deepen.")
]
SolverOption = Annotated[
    str | None,
    _text("--sat-solver", "NAME|PROGRAM", "PySAT's name (default cadical195) or a program: /usr/bin/minisat."),
]
AmoOption = Annotated[
    str | None,
    _text("--amo", "pairwise|ladder|...", "How `at most one` is said; also PySAT's: totalizer, bitwise, ..."),
]
VariablesOption = Annotated[
    str | None,
    _text("--variables", "keys|operators", "Keys and kinds (fast), or one variable for each operator (readable)."),
]
StepsOption = Annotated[int | None, _text("--max-steps", "N", "The longest horizon to try. Default: 1000.")]
CnfOption = Annotated[str | None, _text("--write-cnf", "FILE", "The last formula solved, as DIMACS.")]
ReadableOption = Annotated[
    str | None, _text("--write-readable", "FILE", "The same with names: player(2,3,t4), push(2,3,right,t4).")
]
ModelOption = Annotated[str | None, _text("--write-model", "FILE", "Its model, in the numbers of --write-cnf.")]
CertificateOption = Annotated[
    str | None, _text("--certificate", "FOLDER", "A proof that there is no shorter plan; see `sokoplan certify`.")
]
WithoutOption = Annotated[
    str | None,
    _text("--without", "PARTS", "Switch off: forward,backward,dead,groups,undo,waste,frozen (to see their worth)."),
]


def sat_options(engine: str, **given: str | int | None) -> dict[str, str]:
    """The options that were given, by the names the engine knows. Raises BadParameter for another engine."""
    options = {name.replace("_", "-"): str(value) for name, value in given.items() if value is not None}
    if not options:
        return {}
    if engine != "sat":
        first = f"--{next(iter(options))}"
        raise typer.BadParameter(f"{first} is an option of the SAT engine; add --engine sat", param_hint=first)
    # Here and not in the engine's process, so that a slip of the pen is told at once.
    from sokoplan.engines.sat.options import read_options

    read_options(options)
    return options
