"""What threads gain where the blocklist is made, which is the part that the NetHack solver runs in parallel.

    python benchmarks/blocklist_threads.py LEVEL:NUMBER:DISTANCE...

For one, two and four threads: the CPU seconds of each thread, their total, and the total divided by the longest. That
quotient is the gain on a machine with a core for each thread, and it can be measured on a busy one too.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from sokoplan.native import board_of
from sokoplan.puzzle.library import open_levels

_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_by_thread() -> dict[str, float]:
    """CPU seconds of every thread of this process that is alive (Linux)."""
    found = {}
    for task in Path("/proc/self/task").iterdir():
        try:
            fields = (task / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        found[task.name] = (int(fields[11]) + int(fields[12])) / _TICKS
    return found


def measure(reference: str, number: int, distance: int, threads: int) -> list[float]:
    """CPU seconds of each thread, the longest first."""
    level = open_levels(reference)[0].level
    board, before, spent, done = board_of(level), cpu_by_thread(), dict[str, float](), threading.Event()

    def watch() -> None:
        while not done.wait(0.01):
            for name, seconds in cpu_by_thread().items():
                spent[name] = max(spent.get(name, 0.0), seconds - before.get(name, 0.0))

    watcher = threading.Thread(target=watch)
    watcher.start()
    own = str(watcher.native_id)
    board.blocklist(level.player, sorted(level.boxes), number, distance, threads)
    done.set()
    watcher.join()
    spent.pop(own, None)
    return sorted(spent.values(), reverse=True)


def main() -> None:
    if not sys.argv[1:]:
        sys.exit(__doc__)
    print(f"{'level':32} threads   total  longest  gain")
    for spec in sys.argv[1:]:
        reference, number, distance = spec.rsplit(":", 2)
        for threads in (1, 2, 4):
            spent = measure(reference, int(number), int(distance), threads)
            gain = sum(spent) / max(spent[0], 1e-9)
            name = f"{Path(reference).name}, sets of {number}"
            print(f"{name:32} {threads:7} {sum(spent):7.2f} {spent[0]:8.2f} {gain:5.2f}", flush=True)


if __name__ == "__main__":
    main()
