"""The machine this runs on: how many cores we may use, and how much memory an answer may take.

Comes in:  nothing.     Goes out: two numbers; everybody who shares out work or memory asks here.
"""

from __future__ import annotations

import os


def cores() -> int:
    """Those this process may run on, which may be fewer than the machine has."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1


def memory_mb() -> int:
    """What all our work together may take where nobody said: three quarters of the machine's memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // (1 << 20) * 3 // 4
