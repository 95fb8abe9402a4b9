"""The claim "no plan is shorter" as a formula that is easy to trust.

Comes in:  a Level and what is counted.     Goes out: the formula "a plan of at most T - 1 steps exists", and lemmas.

No window, no dead square, no symmetry is used in it: the operators, the start, the goal, steps that do nothing once
the goal is met, and the mutex groups, which `Task.validate` proves by induction. The checker of a certificate makes
this formula again from the level and compares.

Windows help the solver a great deal, so they come in as lemmas at the head of the proof: each is a single literal
that follows from the formula and the lemmas before it by unit propagation alone, and the checker sees to that. (For
pushes there are none: what the walk allows does not follow that way.)
"""

from __future__ import annotations

from collections.abc import Iterator

from sokoplan.planning.cnf.amo import ladder
from sokoplan.planning.cnf.dimacs import Numbered
from sokoplan.planning.cnf.encoding import Encoding, bits
from sokoplan.planning.cnf.encodings import ENCODINGS
from sokoplan.planning.cnf.parts import Parts
from sokoplan.planning.ground import ground
from sokoplan.planning.proved.windows import mask
from sokoplan.puzzle.level import Level

_PLAIN = Parts(at_most_one=ladder, forward=False, backward=False, no_undo=False, named=True, noop=True)


def claim(level: Level, counts: str, most: int) -> Numbered:
    """The formula "a plan of at most `most` moves or pushes exists". Raises ValueError if a mutex group is wrong."""
    task = ground(level)
    task.validate()
    return Numbered(ENCODINGS[counts].encode(task, _PLAIN), most)


def lemmas(formula: Numbered) -> Iterator[int]:
    """Literals that the windows know to be true, in an order in which each follows from those before it."""
    encoding, horizon = formula.encoding, formula.horizon
    if not encoding.named:
        return
    for literal in _lemmas(encoding, horizon):
        if abs(literal) in formula.number:
            yield formula.number[literal] if literal > 0 else -formula.number[-literal]


def _lemmas(encoding: Encoding, horizon: int) -> Iterator[int]:
    task, windows = encoding.task, encoding.windows
    everything = (1 << len(task.facts)) - 1
    # An operator's variable, what it leaves behind, and what it needs.
    first = len(task.facts) + 1
    operators = [
        (first + index, mask(operator.needs - operator.deletes | operator.adds), mask(operator.needs))
        for index, operator in enumerate(task.operators)
    ]
    for step in range(horizon + 1):
        possible = windows.forward(step)
        yield from (-encoding.variable(fact + 1, step) for fact in bits(everything & ~possible))
        if step < horizon:
            yield from (-encoding.variable(local, step) for local, _, needs in operators if needs & ~possible)
    for step in range(horizon, -1, -1):
        if step < horizon:
            after = windows.backward(horizon - step - 1)
            yield from (-encoding.variable(local, step) for local, leaves, _ in operators if leaves & ~after)
        useful = windows.backward(horizon - step)
        yield from (-encoding.variable(fact + 1, step) for fact in bits(everything & ~useful))
