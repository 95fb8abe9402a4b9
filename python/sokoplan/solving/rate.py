"""How fast many levels are done, and how long the rest will take: in words, and not too often."""

from __future__ import annotations

import time

_OFTEN = 0.2  # seconds between two signs of life


class Rate:
    def __init__(self, total: int | None = None, done: int = 0) -> None:
        self.total = total
        self.done = done
        self.earlier = done  # done before we began to count
        self.started = time.monotonic()
        self.shown = self.started

    def add(self, levels: int = 1) -> None:
        self.done += levels

    @property
    def is_due(self) -> bool:
        """Whether it is time to show something; True starts the wait anew."""
        now = time.monotonic()
        if now - self.shown < _OFTEN:
            return False
        self.shown = now
        return True

    @property
    def per_second(self) -> float:
        return (self.done - self.earlier) / max(time.monotonic() - self.started, 1e-3)

    @property
    def words(self) -> str:
        """`1,234 of 10,000 levels, 512 levels/s, 17 s left`."""
        of = "" if self.total is None else f" of {self.total:,}"
        words = f"{self.done:,}{of} levels, {speed(self.per_second)}"
        if self.total is not None and self.done > self.earlier and self.total > self.done:
            words += f", {duration((self.total - self.done) / self.per_second)} left"
        return words


def speed(per_second: float) -> str:
    return f"{per_second:,.0f} levels/s" if per_second >= 10 else f"{per_second:.2g} levels/s"


def duration(seconds: float) -> str:
    """`17 s`, `3 min 20 s`, `5 h 12 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600:,} h {whole % 3600 // 60} min"
