"""What the person who starts the server decides; everything else follows from it.

Comes in:  the options of `sokoplan web`.     Goes out: `Settings`, which every part of the server reads.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field

from sokoplan.puzzle.formats import Limits
from sokoplan.system.process import cores, memory_mb


def _share_mb() -> int:
    """A job's part of what all of them may take."""
    return max(256, memory_mb() // cores())


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 0
    token: str = ""  # empty: none is asked for
    names: tuple[str, ...] = ()  # further names by which the server may be called (Host)
    folders: tuple[str, ...] = ()
    # Limits
    body: int = 1_000_000  # bytes of a request
    cells: int = 10_000  # of one board
    levels: int = 2_000  # in one request
    operators: int = 100_000  # of a task that an engine would have to ground
    small: int = 20_000  # operators of a task that is grounded while somebody waits for the page
    frames: int = 3_000  # of one animation
    patience: float = 20.0  # seconds for an export or an animation
    seconds: float = 600.0  # the most a job may ask for
    memory_mb: int = field(default_factory=_share_mb)  # the same
    jobs: int = field(default_factory=cores)  # at a time
    queue: int = 8  # waiting for their turn

    @property
    def limits(self) -> Limits:
        return Limits(size=self.body, fixed=True)

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
