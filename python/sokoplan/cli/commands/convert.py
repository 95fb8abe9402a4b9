"""`sokoplan convert`: from any level format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sokoplan.cli.options import How, LevelsArgument, levels_or_error, reads_levels, values
from sokoplan.puzzle.formats import FORMATS, write
from sokoplan.system.files import save

_WRITABLE = [name for name, format in FORMATS.items() if format.write is not None]


@reads_levels
def convert(
    levels: LevelsArgument,
    to: Annotated[
        str,
        typer.Option(
            "--to", autocompletion=values(*_WRITABLE), metavar="FORMAT", help=f"One of {', '.join(_WRITABLE)}."
        ),
    ] = "xsb",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write there, not to standard output.")
    ] = None,
    *,
    how: How,
) -> int:
    """Write levels in another format. Nothing is written unless all of them can be."""
    if to not in _WRITABLE:
        raise typer.BadParameter(f"{to!r} cannot be written; these can: {', '.join(_WRITABLE)}", param_hint="--to")
    entries = levels_or_error(levels, how)
    text = write([entry.level for entry in entries], to)
    if output is None:
        print(text, end="")
    else:
        save(output, [text])
    return 0


def register(app: typer.Typer) -> None:
    app.command()(convert)
