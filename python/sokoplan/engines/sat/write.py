"""The files of --write-cnf, --write-readable and --write-model: the last formula, with names, and its model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from sokoplan.engines.answer import Cancelled
from sokoplan.engines.options.sat import AUTO
from sokoplan.engines.sat.external import External
from sokoplan.engines.sat.options import Options
from sokoplan.engines.sat.solver import make_solver
from sokoplan.engines.sat.strategies import Tried
from sokoplan.planning.cnf.dimacs import Numbered, title_of
from sokoplan.system import files

# Seconds that a clause takes, measured on a busy machine: the formula is built once more and numbered, for whichever
# of the files, and then written. A model has variables only, which are few.
_NUMBERED, _DIMACS, _READABLE = 3e-6, 2e-6, 3.5e-6


def seconds_a_clause(options: Options) -> float:
    """How long it takes to write a clause into all the files that were asked for."""
    if not options.formula_files:
        return 0.0
    dimacs = _DIMACS if options.write_cnf is not None else 0.0
    readable = _READABLE if options.write_readable is not None else 0.0
    return _NUMBERED + dimacs + readable


def write(options: Options, tried: Tried, what: str, pause: Callable[[], None]) -> Numbered | None:
    """Write the files that were asked for, and return the formula as it stands there; None if none was."""
    if not options.formula_files:
        return None
    assert tried.encoding is not None  # a strategy that has none is not taken where one is to be written
    formula = Numbered(tried.encoding, tried.horizon)
    title = title_of(what, tried.horizon, exactly=not tried.encoding.windows.idle)
    for path, lines in (
        (options.write_cnf, formula.dimacs(title)),
        (options.write_readable, formula.readable(title)),
        (options.write_model, _model(options, tried, formula, title, pause)),
    ):
        if path is not None:
            save(path, lines)
    return formula


def _model(options: Options, tried: Tried, formula: Numbered, title: str, pause: Callable[[], None]) -> Iterable[str]:
    """A program's own words about the very formula that --write-cnf holds, for which it is asked once more: what it
    was given on the way there has other numbers. Solvers in this process print nothing."""
    if not tried.answered:
        return ["s UNKNOWN\n"]
    solver = make_solver(options.solver) if options.write_model and options.solver != AUTO else None
    if isinstance(solver, External):
        with suppress(Cancelled):
            return [solver.printed(formula.dimacs(title), pause)[0]]
    return formula.model(tried.model)


def save(path: Path, lines: Iterable[str]) -> None:
    files.make_folder(path.parent)
    files.save(path, lines)
