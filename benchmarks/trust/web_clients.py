"""Promise: 200 clients for an hour, a third of whom vanish, leave the web server as it was.

    python benchmarks/trust/web_clients.py [SECONDS]

The clients are those of `benchmarks/web_load.py`, and so are the checks: no answer of 500 or more, no process left,
no connection dropped, memory and open files no higher in the end than half way, pages quick. The two hard jobs beside
them run at the lowest priority, so that the hour can share a machine.
"""

from __future__ import annotations

import sys
from pathlib import Path

import journal

sys.path.insert(0, str(Path(__file__).parents[1]))

import web_load

CLIENTS = 200


def main() -> None:
    options = journal.arguments(__doc__ or "", 3_600, "seconds")
    outcome = web_load.run(CLIENTS, options.size, nice=True)
    total = journal.Total(wrong=outcome.wrong, parts=1)
    figure = f"{CLIENTS} clients for {options.size:,} s: {outcome.figure} ({outcome.noise})"
    journal.finish("web clients", total, figure, options)


if __name__ == "__main__":
    main()
