"""This process and the machine under it: how many cores and how much memory we may use, and when to end.

A process that is killed cannot clean up, so an engine's process and a solver program that it runs both ask the
system to end them with their parent.
"""

from __future__ import annotations

import os
import signal
import sys


def cores() -> int:
    """Those this process may run on, which may be fewer than the machine has."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1


def memory_mb() -> int:
    """The memory that all our work together may take by default: three quarters of the machine's."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // (1 << 20) * 3 // 4


def cpu_seconds() -> float:
    """Used by this process, its threads, and its children that have ended."""
    import resource

    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def die_with_parent() -> None:
    """Linux only (prctl PR_SET_PDEATHSIG); elsewhere a broken pipe has to do."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def how_it_ended(code: int | None) -> str:
    """The end of a process in words: `by signal SIGKILL`, `with exit code 1`."""
    return f"by signal {signal.Signals(-code).name}" if code is not None and code < 0 else f"with exit code {code}"
