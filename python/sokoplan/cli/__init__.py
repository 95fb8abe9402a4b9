"""The command line: one command a file, put together here.

Comes in:  what a person types.     Goes out: text, and an exit code from `sokoplan.cli.exitcodes`.

`run` is the only place where an exception becomes words: bad input is a sentence (33), Ctrl-C is 130, and what is
our own fault is said so (35), with the details in a file and never on the screen.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
import traceback
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from sokoplan.cli.commands import (
    bench,
    certify,
    compare,
    convert,
    draw,
    dump,
    explain,
    export,
    levels,
    play,
    show,
    solve,
    teach,
    verify,
    web,
)
from sokoplan.cli.exitcodes import TABLE, ExitCode
from sokoplan.cli.output import complain
from sokoplan.errors import InputError, printable
from sokoplan.solving.failure import PLEASE_REPORT, InternalError, saved_and_told

_CODES = "\n\n".join(f"{code.value:>3}  {words}" for code, words in TABLE.items())
_LEVELS = (
    "A LEVEL is a file, file#3 or file#title for one of a collection, a folder, - for standard input, "
    "or the name of a bundled level (`sokoplan levels` lists them)."
)

app = typer.Typer(
    name="sokoplan",
    help=f"Push puzzles as planning problems: Sokoban, its sink variant and Helltaker.\n\n{_LEVELS}",
    epilog=f"Exit codes (for several levels, the worst):\n\n{_CODES}",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_COMMANDS = (
    show,
    draw,
    solve,
    verify,
    explain,
    play,
    web,
    levels,
    convert,
    export,
    bench,
    compare,
    dump,
    certify,
    teach,
)
for command in _COMMANDS:
    command.register(app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sokoplan {version('sokoplan')}")
        raise typer.Exit


@app.callback()
def _root(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def run(arguments: list[str]) -> int:
    """Run the program and give its exit code."""
    _mend_streams()
    try:
        code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except typer.TyperException as error:
        if not error.format_message():
            return int(ExitCode.USAGE)  # nothing was asked: the help has been printed
        names = {command.__name__.rpartition(".")[2] for command in _COMMANDS}
        about = f" {arguments[0]}" if arguments and arguments[0] in names else ""
        complain(f"{printable(error.format_message())}\n  `sokoplan{about} --help` tells what there is.")
        return int(ExitCode.USAGE)
    except InputError as error:
        complain(str(error))
        return int(ExitCode.BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted")
        return int(ExitCode.INTERRUPTED)
    except InternalError as error:
        complain(saved_and_told(error))
        return int(ExitCode.INTERNAL)
    except (BrokenPipeError, SystemExit):
        # The reader has had enough (`| head`): nothing is wrong, and nothing more can be said. Some broken pipes are
        # seen by the library that reads the arguments, which wants to leave by itself.
        _drop_the_rest()
        return int(ExitCode.SOLVED)
    except OSError as error:
        if error.filename is None:  # writing the output itself failed: a full disk, say
            complain(f"the output cannot be written: {error.strerror or error}")
            _drop_the_rest()
            return int(ExitCode.BAD_INPUT)
        complain(f"{error.filename}: {error.strerror or error}")
        return int(ExitCode.BAD_INPUT)
    except Exception as error:
        return _our_fault(error)


def _drop_the_rest() -> None:
    """What is still to be written goes nowhere: else the interpreter would try once more at its end, and complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _mend_streams() -> None:
    """Closed streams, and streams that cannot hold every character, must not turn a result into a failure."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115 (for good)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    # The number of plans of a level may have thousands of digits.
    sys.set_int_max_str_digits(0)


def _our_fault(error: Exception) -> int:
    path = Path(tempfile.gettempdir()) / f"sokoplan-failure-{os.getpid()}.txt"
    try:
        path.write_text(traceback.format_exc(), encoding="utf-8")
        where = f"; the details are in {path}"
    except OSError:
        where = ""
    complain(f"internal error: {type(error).__name__}: {error}{where}\n  {PLEASE_REPORT}.")
    return int(ExitCode.INTERNAL)
