"""Clauses made once for step 0, and stamped for any step by adding an offset.

Comes in:  clauses over the variables of two neighbouring steps.     Goes out: the same clauses for step t.

Every step has the same number of variables, its stride: variable v of step t is v + t * stride. A literal about step
0 or 1 becomes one about step t or t + 1 by integer addition, however many operators its clause speaks of. Variables
that are known to be false are taken out of the clauses on the way (a clause that they satisfy is dropped); the
windows repeat every one or two steps, so the shortened clauses are kept too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Clause = list[int]


class Stamp:
    """Clauses over the variables 1..stride of a step and stride+1..2*stride of the next."""

    def __init__(self, clauses: Iterable[Sequence[int]], stride: int) -> None:
        self.stride = stride
        # Sorted and without repetition, so that equal tasks give equal formulas.
        unique = sorted({tuple(sorted(set(clause), key=abs)) for clause in clauses})
        # For each clause its variables as bit sets, those that it wants true and those that it wants false. A clause
        # that wants a variable both ways says nothing.
        both = [(clause, *_bits(clause)) for clause in unique]
        self._clauses = [(clause, wanted, unwanted) for clause, wanted, unwanted in both if not wanted & unwanted]
        self._shortened: dict[tuple[int, int], list[tuple[int, ...]]] = {}

    @property
    def clauses(self) -> list[tuple[int, ...]]:
        return [clause for clause, _, _ in self._clauses]

    def at(self, step: int, false_now: int = 0, false_next: int = 0) -> list[Clause]:
        """The clauses for this step. The two numbers are bit sets: bit i says that variable i + 1 is false."""
        short = self._shortened.get((false_now, false_next))
        if short is None:
            short = self._shortened[false_now, false_next] = self._shorten(false_now | false_next << self.stride)
        offset = step * self.stride
        return [[one + offset if one > 0 else one - offset for one in clause] for clause in short]

    def _shorten(self, false: int) -> list[tuple[int, ...]]:
        by_length: dict[int, dict[tuple[int, ...], None]] = {}
        for clause, wanted, unwanted in self._clauses:
            if unwanted & false:
                continue  # true already
            if wanted & false:
                clause = tuple(literal for literal in clause if literal < 0 or not false >> (literal - 1) & 1)
            by_length.setdefault(len(clause), {})[clause] = None
        return [clause for _, rows in sorted(by_length.items()) for clause in rows]


def _bits(clause: tuple[int, ...]) -> tuple[int, int]:
    wanted = unwanted = 0
    for literal in clause:
        if literal > 0:
            wanted |= 1 << literal - 1
        else:
            unwanted |= 1 << -literal - 1
    return wanted, unwanted
