"""`sokoplan dump`: look at a dump that `solve --dump` or `solve --format dump` wrote."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from sokoplan.cli.command import argument, command, flag, option
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.output import onto, out
from sokoplan.errors import InputError
from sokoplan.puzzle.level import count

if TYPE_CHECKING:
    from rich.console import Console

_FIRST = 1000  # lines in which a dump shows its first board


@command(
    argument("file", metavar="FILE", help="A dump, text or XML; - for standard input."),
    option(
        "--only", metavar="WORDS", help="Show only entries with these words, such as rejected, added or 'Pushed out'."
    ),
    flag("--tree", help="Print an XML dump as a tree: each position inside the one it was reached from."),
    flag("--pager/--no-pager", default=True, help="Page through it with less, on a terminal."),
)
def dump(file: str, only: str | None, tree: bool, pager: bool) -> int:
    """Show the record of a search, as written by `solve --dump`.

    In colour and a page at a time on a terminal. It also shows what `solve --format dump` prints.
    """
    from sokoplan.views.dump import coloured

    name = "standard input" if file == "-" else file
    if tree:
        return _print_tree(file, name, only)
    with _opened(file) as text:
        try:
            lines = _checked(text, name)
            with _paged(pager) as console:
                for line in coloured(lines, only or ""):
                    console.print(line)
        except UnicodeDecodeError:
            raise _no_dump("it is not a text file", name) from None
    return ExitCode.SOLVED


def _print_tree(file: str, name: str, only: str | None) -> ExitCode:
    from sokoplan.views.dump_tree import tree_of

    if only is not None:
        raise click.BadParameter("a tree shows everything; leave out --only", param_hint="--tree")
    try:
        with ExitStack() as stack:
            data = sys.stdin.buffer if file == "-" else stack.enter_context(Path(file).open("rb"))
            for line in tree_of(data, name):
                print(line)
    except BrokenPipeError:  # nobody reads on, as in `| head`: that says nothing about the file
        raise
    except OSError as error:
        raise InputError(f"cannot read {file}: {error.strerror}") from None
    return ExitCode.SOLVED


def _checked(text: TextIO, name: str) -> Iterator[str]:
    """The lines; InputError, before any is shown, if there is no board among the first of them."""
    from sokoplan.views.dump import is_board

    first = list(islice(text, _FIRST))
    if not any(line.strip() for line in first):
        raise _no_dump("it is empty", name)
    if any("\0" in line for line in first):
        raise _no_dump("it is not a text file", name)
    if not any(map(is_board, first)):
        raise _no_dump(f"there is no board in the first {count(len(first), 'line')}", name)
    return chain(first, text)


def _no_dump(why: str, name: str) -> InputError:
    return InputError(f"this is not a dump: {why}", "`sokoplan solve LEVEL --dump text` writes one.", name)


@contextmanager
def _opened(file: str) -> Iterator[TextIO]:
    """The lines are read as they are shown: a dump may be larger than the memory."""
    if file == "-":
        text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")  # whatever the terminal speaks
        try:
            yield text
        finally:
            text.detach()
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
    # Quitting the pager before the end is not an error.
    with suppress(BrokenPipeError), process:
        assert process.stdin is not None
        yield onto(process.stdin)
