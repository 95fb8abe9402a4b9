"""The check of a collection, in a child process of its own.

Starting an interpreter for each answer would take longer than most answers. In a child the native search needs no
further process on ordinary boards, and what else runs there ends with it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress

from sokoplan.engines.answer import Budget, Objective
from sokoplan.lab.check import Checked, check
from sokoplan.puzzle.library import Entry
from sokoplan.solving.failure import InternalError
from sokoplan.system.process import die_with_parent

_CHILD = "from sokoplan.web.check_child import serve; serve({})"
_POLL = 0.1  # seconds between looks at the budget


def checked_in_child(
    entries: tuple[Entry, ...], engines: tuple[str, ...], objective: Objective, seconds: float, budget: Budget
) -> Iterator[Checked]:
    """One answer after the other, each with so many seconds, until the budget is cancelled."""
    import subprocess
    from multiprocessing import Pipe

    ours, theirs = Pipe()
    child = subprocess.Popen(
        [sys.executable, "-P", "-c", _CHILD.format(theirs.fileno())],
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    theirs.close()
    try:
        ours.send((entries, engines, objective, seconds, budget.memory_mb))
        while not budget.cancelled():
            if not ours.poll(_POLL):
                continue
            message = ours.recv()
            if message is None:
                return
            yield message
    except (EOFError, OSError):
        raise InternalError("the process that checks levels ended before it was done", entries[0].level) from None
    finally:
        child.kill()
        child.wait()
        ours.close()


def serve(descriptor: int) -> None:
    """The child's whole life: an order in, one answer after the other out, and None at the end."""
    from multiprocessing.connection import Connection

    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe = Connection(descriptor)
    with suppress(OSError, EOFError):  # the parent is gone
        entries, engines, objective, seconds, memory_mb = pipe.recv()
        for one in check(entries, engines, objective, Budget(seconds, memory_mb)):
            pipe.send(one)
        pipe.send(None)
    os._exit(0)
