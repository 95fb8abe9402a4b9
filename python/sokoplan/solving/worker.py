"""The child process that an engine runs in: limits, cancel, kill.

Solvers written in C cannot always be interrupted, and busy code cannot be trusted to check the clock. So an engine
runs in a child process: it is asked to stop (a message), and killed if it does not. Ctrl-C reaches only the parent,
which decides what it means. If the parent dies, the system kills the child.

A fresh interpreter, not a fork: the parent may be drawing a progress bar in a thread, and a fork would copy its
locks.
"""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sokoplan.engines import ENGINES, is_small, load_explainer
from sokoplan.engines.answer import Answer, Budget, Explanation, Progress, Reason, Request
from sokoplan.errors import InputError
from sokoplan.solving.failure import EngineDied
from sokoplan.system.interrupts import SIGNALS
from sokoplan.system.process import die_with_parent, how_it_ended

if TYPE_CHECKING:
    import subprocess
    from multiprocessing.connection import Connection

    from sokoplan.puzzle.level import Level

# A child keeps its limits itself. One that is this late is told to stop, and killed if it does not listen: together
# within half a second, which is what we promise of `--time` and of Ctrl-C.
_LATE = 0.05
_GRACE = 0.25
_PATIENCE = 30.0  # the same where it may be writing a file that was asked for; a second Ctrl-C ends it at once
_POLL = 0.05
_RESERVE = 4 << 20  # bytes that the child gives back when memory has run out, so that there is room to say so
# What the child runs; it is given the number of its end of the pipe.
_CHILD = "from sokoplan.solving.worker import serve; serve({})"


def run(engine: str, request: Request, budget: Budget, report: Callable[[Progress], None]) -> Answer:
    """Run the engine in a child process. A KeyboardInterrupt here becomes an answer: unknown, cancelled."""
    answer = _in_child(engine, request, budget, report, tuple(_unwritten(engine, request)))
    assert isinstance(answer, Answer)
    return answer


def run_explainer(engine: str, level: Level, budget: Budget) -> Explanation:
    """Why the level has no plan. clingo cannot be stopped while it grounds, so it does that in a child process."""
    if engine == "search" and is_small(Request(level)):
        return load_explainer(engine)(level, budget)
    answer = _in_child(engine, level, budget, lambda progress: None, ())
    if isinstance(answer, Explanation):
        return answer
    return Explanation("The search for a reason was stopped.", reason=answer.reason)


def _in_child(
    engine: str,
    asked: Request | Level,
    budget: Budget,
    report: Callable[[Progress], None],
    unwritten: tuple[str, ...],
) -> Answer | Explanation:
    """A request is to be answered, a level to be explained."""
    # Here, because most levels are solved without a child.
    import subprocess
    from multiprocessing import Pipe

    ours, theirs = Pipe()
    child: subprocess.Popen[bytes] | None = None
    try:
        child = subprocess.Popen(
            # -P: never import from the current folder, where downloaded levels may lie beside a `random.py`.
            [sys.executable, "-P", "-c", _CHILD.format(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # its messages come through the pipe
            start_new_session=True,
        )
        theirs.close()
        ours.send((engine, asked, budget.seconds, budget.memory_mb))
        # SAT has nothing to write before there is a formula; the search writes its dump all the time.
        return _listen(
            ours, child, budget, report, unwritten, lambda last: engine != "sat" or last.formula is not None
        )
    except (BrokenPipeError, ConnectionResetError):
        raise EngineDied(_how_it_ended(child)) from None
    except KeyboardInterrupt:
        return Answer("unknown", reason="cancelled")
    finally:
        if child is not None:
            child.kill()
            child.wait()
        ours.close()


def _listen(
    ours: Connection,
    child: subprocess.Popen[bytes],
    budget: Budget,
    report: Callable[[Progress], None],
    unwritten: tuple[str, ...],
    may_write: Callable[[Progress], bool],
) -> Answer | Explanation:
    """`unwritten`: notes on the files that there will not be if the child has to be killed; `may_write`: whether it
    may be writing them now."""
    started = time.monotonic()
    last = Progress()
    reason: Reason = ""  # why the child was asked to stop,
    asked = 0.0  # and when

    def stop(why: Reason) -> None:
        nonlocal reason, asked
        reason, asked = why, time.monotonic()
        with contextlib.suppress(OSError):
            ours.send("stop")

    while True:
        try:
            if ours.poll(_POLL):
                # A half-read message would garble all that follow, so Ctrl-C waits until it is complete.
                with _interrupts_held():
                    message = ours.recv()
                if isinstance(message, Answer | Explanation):
                    # The child only knows that it was asked to stop, not why.
                    return replace(message, reason=reason) if reason and message.reason == "cancelled" else message
                if isinstance(message, InputError):
                    raise message
                if isinstance(message, str):
                    raise EngineDied(message)
                last = replace(message, memory_mb=_memory_mb(child.pid))
                report(last)
            now = time.monotonic()
            if not reason and budget.cancelled():
                stop("cancelled")
            elif not reason and budget.seconds is not None and now - started > budget.seconds + _LATE:
                stop("time")
            elif reason and now - asked > (_PATIENCE if unwritten and may_write(last) else _GRACE):
                return Answer("unknown", reason=reason, nodes=last.nodes, horizons=last.horizons, notes=unwritten)
        except (EOFError, ConnectionResetError):  # the second, where it died with a message of ours unread
            if reason:
                return Answer("unknown", reason=reason, nodes=last.nodes, horizons=last.horizons, notes=unwritten)
            if budget.memory_mb is not None and _aborted(child):
                return Answer("unknown", reason="memory", nodes=last.nodes, horizons=last.horizons, notes=unwritten)
            raise EngineDied(_how_it_ended(child)) from None
        except KeyboardInterrupt:
            if reason:  # the second Ctrl-C: stop waiting
                return Answer(
                    "unknown", reason="cancelled", nodes=last.nodes, horizons=last.horizons, notes=unwritten
                )
            stop("cancelled")


def _unwritten(engine: str, request: Request) -> Iterator[str]:
    if request.options:
        from sokoplan.engines.options import rows_of

        for row in rows_of(engine):
            if row.kind == "file" and row.name in request.options:
                yield f"{request.options[row.name]} was not written: the engine had to be killed"


def _memory_mb(pid: int) -> int | None:
    """The memory of a process; Linux only."""
    with contextlib.suppress(OSError, ValueError), open(f"/proc/{pid}/statm", encoding="ascii") as status:
        return int(status.read().split()[1]) * mmap.PAGESIZE >> 20
    return None


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _how_it_ended(child: subprocess.Popen[bytes] | None) -> str:
    import subprocess

    code = None
    if child is not None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(1)
        code = child.returncode
    return f"the engine's process ended {how_it_ended(code)} before it answered"


def _aborted(child: subprocess.Popen[bytes]) -> bool:
    """If memory runs out, native libraries abort the process, and the loader exits with 127."""
    import subprocess

    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(1)
    return child.returncode in (-signal.SIGABRT, 127)


# --- in the child -----------------------------------------------------------------------------------------------


def serve(descriptor: int) -> None:
    """The child's whole life: one request in, one answer out; or a level in, and an explanation out."""
    from multiprocessing.connection import Connection

    die_with_parent()
    pipe = Connection(descriptor)
    engine, asked, seconds, memory_mb = pipe.recv()
    # The only message that ever follows is "stop"; a broken pipe counts as one too.
    budget = Budget(seconds, memory_mb, cancelled=pipe.poll)
    answer: Answer | Explanation | InputError | str
    reserve = bytearray(_RESERVE)
    try:
        # The limit comes after the engine's libraries are loaded: it is for the search.
        if isinstance(asked, Request):
            solve = ENGINES[engine].load()
            limit_memory(memory_mb)
            answer = solve(asked, budget, pipe.send)
        else:
            explain = load_explainer(engine)
            limit_memory(memory_mb)
            answer = explain(asked, budget)
    except MemoryError:
        del reserve  # the engine's tables may still be there
        answer = Answer("unknown", reason="memory")
    except Exception as error:
        del reserve
        if memory_mb is not None and _starved(error):
            answer = Answer("unknown", reason="memory")
        elif isinstance(error, OSError):
            os._exit(1)  # the parent is gone
        elif isinstance(error, InputError):
            answer = error
        else:
            # One sentence: the parent knows how to report it.
            answer = f"{type(error).__name__}: {error}"
    _lift_the_limit()  # if memory has run out, even saying so needs some
    if isinstance(answer, Answer):
        answer = replace(answer, memory_mb=_most_memory_mb())
    with contextlib.suppress(OSError):
        pipe.send(answer)
    # Freeing large tables one by one is slow: the system takes the memory back at once.
    os._exit(0)


def _starved(error: Exception) -> bool:
    """Whether a library ran out of memory, or could not start a thread for that reason. Each has its own message."""
    words = str(error)
    numbers = (errno.ENOMEM, errno.EAGAIN)
    return (isinstance(error, OSError) and error.errno in numbers) or any(
        message in words for message in (*map(os.strerror, numbers), "bad_alloc")
    )


def _most_memory_mb() -> int:
    """The peak of this process, plus that of the largest of its own children (a solver program)."""
    import resource

    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_maxrss for usage in usages) >> 10


def limit_memory(memory_mb: int | None) -> None:
    if memory_mb is None:
        return
    import resource  # POSIX only, and needed only here

    # On top of what the interpreter has mapped already.
    with contextlib.suppress(ValueError, OSError):
        with open("/proc/self/statm", encoding="ascii") as status:
            mapped = int(status.read().split()[0]) * resource.getpagesize()
        size = memory_mb * 1024 * 1024 + mapped
        # Only the soft limit: it can be lifted again, to report that it was reached.
        resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _lift_the_limit() -> None:
    import resource

    with contextlib.suppress(ValueError, OSError):
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
