"""The settings of the server: the options of `sokoplan web`, and the limits that have no option."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field

from sokoplan.puzzle.formats import Limits
from sokoplan.puzzle.level import Reading
from sokoplan.system.process import cores, memory_mb


def _share_mb() -> int:
    """The share of one job in the memory for all of them."""
    return max(256, memory_mb() // cores())


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 0
    token: str = ""  # empty: no token is required
    names: tuple[str, ...] = ()  # other names of the server that are accepted as Host
    folders: tuple[str, ...] = ()
    reading: Reading = "end"  # of the goal of the levels in those folders
    profile: str = ""  # the file that keeps what players add and solve; empty: their browsers do
    # Limits
    body: int = 1_000_000  # bytes in the body of a request
    file_body: int = 2_800_000  # bytes in the body of one that brings a file of levels: 2 MB in base64
    cells: int = 10_000  # on one board
    levels: int = 10_000  # in one request
    operators: int = 100_000  # in a task that an engine has to ground
    page_operators: int = 20_000  # in a task that is grounded while a page waits
    frames: int = 3_000  # in one animation
    task_seconds: float = 20.0  # for an export or an animation
    seconds: float = 600.0  # the most a job may ask for
    memory_mb: int = field(default_factory=_share_mb)  # the most a job may ask for
    jobs: int = field(default_factory=cores)  # running at once
    queue: int = 8  # waiting to run

    @property
    def limits(self) -> Limits:
        return Limits(size=self.file_body * 3 // 4, fixed=True)

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
