"""At most one of these: the ways to say it in clauses.

Comes in:  literals, and a maker of new variables.     Goes out: clauses.

`pairwise` is quadratic and needs no variable; `ladder` (Sinz's sequential counter) is linear and needs one for each
literal. The other names are PySAT's own and are handed through by the engine, which knows PySAT; see `WAYS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

New = Callable[[], int]
AtMostOne = Callable[[Sequence[int], New], Iterator[list[int]]]


def pairwise(literals: Sequence[int], new: New) -> Iterator[list[int]]:
    for index, first in enumerate(literals):
        for second in literals[index + 1 :]:
            yield [-first, -second]


def ladder(literals: Sequence[int], new: New) -> Iterator[list[int]]:
    if len(literals) < 5:  # the ladder is no shorter
        yield from pairwise(literals, new)
        return
    seen = 0  # "one of the literals so far is true"
    for index, literal in enumerate(literals):
        if seen:
            yield [-seen, -literal]
        if index == len(literals) - 1:
            return
        before, seen = seen, new()
        yield [-literal, seen]
        if before:
            yield [-before, seen]


WAYS: dict[str, AtMostOne] = {"pairwise": pairwise, "ladder": ladder}
