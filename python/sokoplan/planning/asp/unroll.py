"""From encodings for a fixed horizon to a program that grows by a step at a time.

The encodings are ordinary programs: `horizon` is a constant, T a variable, and plain clingo runs them. Here

    what speaks of T           goes into `#program step(t)`, with t for T;
    what speaks of query(T)    goes into `#program end(t)`, which is grounded only for horizons that are asked;
    what speaks of `horizon`   is left out, for the horizon is now where the steps end;
    all else                   is grounded once, at the beginning.
"""

from __future__ import annotations

import re
from functools import cache

from sokoplan.planning.asp.encodings import statements


@cache
def unrolled(encodings: tuple[str, ...]) -> tuple[str, str, str]:
    """The encodings as three programs: grounded once, for each step t, and for each t where a plan may end."""
    once: list[str] = []
    each: list[str] = ["time(t)."]
    end: list[str] = ["#external query(t)."]
    for statement in statements(encodings):
        if re.search(r"\bhorizon\b", statement.text):
            continue
        if re.search(r"\bT\b", statement.text):
            part = end if re.search(r"\bquery\(T\)", statement.text) else each
            part.append(re.sub(r"\bT\b", "t", statement.text))
        else:
            once.append(statement.text)
    return "\n".join(once), "\n".join(each), "\n".join(end)
