"""`sokoplan dump`: look at a dump that `solve --dump` or `solve --format dump` wrote."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.console import Console

from sokoplan.cli.output import onto, out
from sokoplan.errors import InputError
from sokoplan.exitcodes import ExitCode
from sokoplan.views.dump import coloured


def dump(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A dump, text or XML; - for standard input.")],
    only: Annotated[
        str,
        typer.Option("--only", metavar="WORDS", help="Only entries with these words: rejected, added, 'Pushed out'."),
    ] = "",
    pager: Annotated[
        bool, typer.Option("--pager/--no-pager", help="Page through it with less, where a terminal is looking.")
    ] = True,
) -> int:
    """Show a dump in colour, a page at a time on a terminal."""
    with _opened(file) as lines, _paged(pager) as console:
        try:
            for line in coloured(lines, only):
                console.print(line)
        except UnicodeDecodeError as error:
            raise InputError(f"this is no dump: {error}", source=file) from None
    return ExitCode.SOLVED


@contextmanager
def _opened(file: str) -> Iterator[TextIO]:
    """The lines are read as they are shown: a dump may be larger than the memory."""
    if file == "-":
        yield sys.stdin
        return
    with ExitStack() as stack:
        try:
            opened = stack.enter_context(Path(file).open(encoding="utf-8"))
        except OSError as error:
            raise InputError(f"cannot read {file}: {error.strerror}") from None
        yield opened


@contextmanager
def _paged(wanted: bool) -> Iterator[Console]:
    """A console whose lines go to `less`, if there is one and somebody to look at it; else standard output."""
    console = out()
    less = shutil.which("less")
    if not (wanted and less and console.is_terminal):
        yield console
        return
    process = subprocess.Popen([less, "-R"], stdin=subprocess.PIPE, text=True, encoding="utf-8")
    # Who quits before the end has seen enough: that is no broken pipe to complain of.
    with suppress(BrokenPipeError), process:
        assert process.stdin is not None
        yield onto(process.stdin)


def register(app: typer.Typer) -> None:
    app.command()(dump)
