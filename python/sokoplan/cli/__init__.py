"""The command line: one command a file, put together in `app.py`.

Comes in:  what a person types.     Goes out: text, and an exit code from `sokoplan.cli.exitcodes`.

`run` is the only place where an exception becomes words: bad input is a sentence (33), Ctrl-C is 130, and a bug of
ours is said to be one (35), with the details in a file and never on the screen.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress

import click

from sokoplan.cli.app import ONE_LINE, app
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.output import complain
from sokoplan.errors import InputError, printable

_NAME = "sokoplan"
_COMPLETE = "_SOKOPLAN_COMPLETE"  # where a shell says what it wants completed


def run(arguments: list[str]) -> int:
    """Run the program and give its exit code."""
    _mend_streams()
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
        return code
    except click.ClickException as error:
        about = f" {arguments[0]}" if arguments and arguments[0] in ONE_LINE else ""
        complain(f"{printable(error.format_message())}\n  Run `sokoplan{about} --help` for usage.")
        return int(ExitCode.USAGE)
    except InputError as error:
        complain(str(error))
        return int(ExitCode.BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        complain("interrupted")
        return int(ExitCode.INTERRUPTED)
    except (BrokenPipeError, SystemExit):
        # The reader has had enough (`| head`): nothing is wrong, and nothing more can be said.
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
        return _internal_error(error)


def _dispatch(arguments: list[str]) -> int:
    instruction = os.environ.get(_COMPLETE)
    if instruction:
        from click.shell_completion import shell_complete

        return shell_complete(app, {}, _NAME, _COMPLETE, instruction)
    try:
        with app.make_context(_NAME, [*arguments] or ["--help"]) as context:
            return int(app.invoke(context) or 0)
    except click.exceptions.Exit as end:
        return end.exit_code if arguments else int(ExitCode.USAGE)  # nothing was asked: the help has been printed


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


def _internal_error(error: Exception) -> int:
    from sokoplan.solving.failure import PLEASE_REPORT, InternalError, saved_and_told

    if isinstance(error, InternalError):
        complain(saved_and_told(error))
        return int(ExitCode.INTERNAL)
    import tempfile
    import traceback
    from pathlib import Path

    path = Path(tempfile.gettempdir()) / f"sokoplan-failure-{os.getpid()}.txt"
    try:
        path.write_text(traceback.format_exc(), encoding="utf-8")
        where = f"; the details are in {path}"
    except OSError:
        where = ""
    complain(f"internal error: {type(error).__name__}: {error}{where}\n  {PLEASE_REPORT}.")
    return int(ExitCode.INTERNAL)
