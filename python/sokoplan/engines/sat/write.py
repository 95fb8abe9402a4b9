"""The files of --write-cnf, --write-readable and --write-model: the last formula, with names, and its model."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sokoplan.engines.sat.options import Options
from sokoplan.engines.sat.strategies import Tried
from sokoplan.planning.cnf.dimacs import Numbered, title_of
from sokoplan.system import files


def write(options: Options, tried: Tried, what: str) -> None:
    if not options.formula_files:
        return
    formula = Numbered(tried.encoding, tried.horizon)
    title = title_of(what, tried.horizon, exactly=not tried.encoding.windows.idle)
    for path, lines in (
        (options.write_cnf, formula.dimacs(title)),
        (options.write_readable, formula.readable(title)),
        (options.write_model, formula.model(tried.model) if tried.answered else iter(["s UNKNOWN\n"])),
    ):
        if path is not None:
            save(path, lines)


def save(path: Path, lines: Iterable[str]) -> None:
    files.make_folder(path.parent)
    files.save(path, lines)
