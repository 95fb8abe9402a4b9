"""The child process that an engine runs in: limits, cancel, kill.

Comes in:  an engine's name, a Request, a Budget.     Goes out: the engine's Answer.

Solvers written in C cannot always be interrupted, and a law gone wild in Python cannot be trusted to look at the
clock. So an engine runs in a child: it is asked politely to stop (a message), and killed if it does not. The child
ignores Ctrl-C; the parent decides what it means. If the parent dies, the pipe breaks and the child goes too.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection

from sokoplan.answer import Answer, Budget, Progress, Request
from sokoplan.engines import ENGINES

# How long a child may take to notice that its time is up, or that it was cancelled, before it is killed.
GRACE = 0.5
_POLL = 0.05


class EngineDied(Exception):
    """The child went away without an answer, and nobody had asked it to."""


def run(engine: str, request: Request, budget: Budget, report: Callable[[Progress], None]) -> Answer:
    """Run the engine in a child process. A KeyboardInterrupt here becomes an answer: unknown, cancelled."""
    # A server that forks clean children: starting Python anew for each level costs 0.2 s, and a plain fork of a
    # process that draws progress bars in a thread may copy a lock that is held.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["sokoplan.engines.oracle"])
    ours, theirs = context.Pipe()
    child_budget = replace(budget, cancelled=_never)
    child = context.Process(target=_child, args=(theirs, engine, request, child_budget), daemon=True)
    started = time.monotonic()
    with _quiet_interrupt():
        child.start()
    theirs.close()
    try:
        return _listen(ours, child, started, budget, report)
    finally:
        if child.is_alive():
            child.kill()
        child.join()
        ours.close()


def _never() -> bool:
    return False


@contextlib.contextmanager
def _quiet_interrupt():  # type: ignore[no-untyped-def]
    """The fork server inherits how Ctrl-C is treated when it starts; it must not die of one."""
    before = signal.getsignal(signal.SIGINT)
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread: nothing to shield, Ctrl-C goes elsewhere
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _listen(
    ours: Connection,
    child: multiprocessing.context.ForkServerProcess,
    started: float,
    budget: Budget,
    report: Callable[[Progress], None],
) -> Answer:
    last = Progress()
    stopping: float | None = None  # when the child was asked to stop
    reason: str = ""
    while True:
        try:
            if ours.poll(_POLL):
                message = ours.recv()
                if isinstance(message, Answer):
                    return message
                if isinstance(message, str):
                    raise EngineDied(message)
                last = message
                report(last)
        except EOFError:
            child.join(1)
            code = child.exitcode
            if stopping is not None:
                return Answer("unknown", reason="cancelled" if reason == "cancelled" else "time", nodes=last.nodes)
            how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
            raise EngineDied(f"the engine's process ended without an answer ({how})") from None
        except KeyboardInterrupt:
            if stopping is not None:
                return Answer("unknown", reason="cancelled", nodes=last.nodes)
            reason, stopping = "cancelled", time.monotonic()
            _send_stop(ours)
        now = time.monotonic()
        if stopping is None and budget.cancelled():
            reason, stopping = "cancelled", now
            _send_stop(ours)
        if stopping is None and budget.seconds is not None and now - started > budget.seconds + GRACE:
            reason, stopping = "time", now
            _send_stop(ours)
        if stopping is not None and now - stopping > GRACE:
            return Answer("unknown", reason="cancelled" if reason == "cancelled" else "time", nodes=last.nodes)


def _send_stop(ours: Connection) -> None:
    with contextlib.suppress(OSError):
        ours.send("stop")


def _child(pipe: Connection, engine: str, request: Request, budget: Budget) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory(budget)

    def cancelled() -> bool:
        return pipe.poll()  # the only message the parent ever sends is "stop"; a broken pipe counts too

    def report(progress: Progress) -> None:
        pipe.send(progress)

    try:
        answer = ENGINES[engine].load()(request, replace(budget, cancelled=cancelled), report)
    except MemoryError:
        answer = Answer("unknown", reason="memory")
    except (BrokenPipeError, ConnectionResetError):
        os._exit(0)
    except Exception as error:
        # One sentence for the parent: it knows what to save and how to tell it.
        with contextlib.suppress(OSError):
            pipe.send(f"{type(error).__name__}: {error}")
        os._exit(1)
    with contextlib.suppress(OSError):
        pipe.send(answer)
    pipe.close()
    # Large tables are not worth taking apart: the system takes the memory back at once.
    os._exit(0)


def _limit_memory(budget: Budget) -> None:
    if budget.memory_mb is None:
        return
    import resource  # only POSIX has it, and only here is it needed

    size = budget.memory_mb * 1024 * 1024
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
