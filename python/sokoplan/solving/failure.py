"""Our own bugs: an engine that crashed, a plan that failed verification, two engines that contradict each other.

The error carries the level, so that the bug can be reproduced. Nothing is written to disk here: the command line
calls `save` when it reports the error, the web server and the Python API do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from sokoplan.puzzle.level import Level

PLEASE_REPORT = "This is a bug in sokoplan. Please report it"


class EngineDied(Exception):
    """An engine crashed, or its process ended without an answer although nobody had stopped it."""


class InternalError(Exception):
    """A bug in sokoplan. `level` is the level that shows it, `details` what else a developer needs.

    >>> import sokoplan as sp
    >>> try:
    ...     result = sp.solve(sp.level("first-push"))
    ... except sp.InternalError as error:
    ...     print(error, error.level)  # please report both
    """

    def __init__(self, says: str, level: Level, details: str = "") -> None:
        super().__init__(says)
        self.level = level
        self.details = details


class PlanRejected(InternalError):
    """An engine returned a plan that failed verification. Even if another engine has answered, this is an error."""


def save(error: InternalError) -> Path | None:
    """Write the error and its level to a file in the current folder, or else in the temporary folder."""
    import os
    import tempfile
    import time
    from pathlib import Path

    text = "\n\n".join(filter(None, (str(error), error.details, repr(error.level)))) + "\n"
    for folder in (Path.cwd(), Path(tempfile.gettempdir())):
        path = folder / f"sokoplan-failure-{os.getpid()}-{time.time_ns()}.txt"
        try:
            path.write_text(text, encoding="utf-8")
        except OSError:
            continue
        return path
    return None


def saved_and_told(error: InternalError) -> str:
    """For the command line: save the level, and say what happened and what to do about it."""
    path = save(error)
    where = f"\n  The level is saved in {path}." if path else ""
    return f"internal error: {error}{where}\n  {PLEASE_REPORT}{' with that file' if path else ''}."
