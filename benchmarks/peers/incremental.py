"""A program of clingo's incremental mode (parts base, step(t) and check(t)), run horizon by horizon.

    python incremental.py PROGRAM.lp...

clingo's own `#include <incmode>` needs an embedded script that the Python package does not carry.
"""

from __future__ import annotations

import sys

import clingo


def main(programs: list[str]) -> None:
    control = clingo.Control(logger=lambda code, text: None)
    for program in programs:
        control.load(program)
    horizon = 0
    control.ground([("base", []), ("check", [clingo.Number(0)])])
    while True:
        query = clingo.Function("query", [clingo.Number(horizon)])
        control.assign_external(query, True)
        if control.solve().satisfiable:
            break
        control.release_external(query)
        horizon += 1
        control.ground([(part, [clingo.Number(horizon)]) for part in ("step", "check")])
    print(horizon)


if __name__ == "__main__":
    main(sys.argv[1:])
