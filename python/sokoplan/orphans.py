"""No process outlives the one that started it.

Comes in:  nothing.     Goes out: a promise of the system's, made in a child: when its parent ends, so does it.

Whoever is killed cannot clean up, so an engine's process and a solver program that it runs both make this promise.
"""

from __future__ import annotations

import ctypes
import signal
import sys


def die_with_parent() -> None:
    """Linux only (prctl PR_SET_PDEATHSIG); elsewhere a broken pipe has to do."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
