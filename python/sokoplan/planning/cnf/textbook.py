"""The formula of the textbooks, with a variable for each fact and each operator, and what each of its clauses says.

Comes in:  a clause of such a formula.     Goes out: its kind.

Planning as satisfiability (Kautz and Selman, 1992), as one learns it: for course mode and the Logic tab. The engine's
own default says the same with fewer variables (`docs/sat.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sokoplan.planning.cnf.amo import pairwise
from sokoplan.planning.cnf.encoding import Encoding
from sokoplan.planning.cnf.parts import Parts

TEXTBOOK = Parts(at_most_one=pairwise, forward=False, backward=False, no_undo=False, named=True)

# In the order of a lecture. `made` and `unmade` are the frame axioms: what becomes true, or false, was made so.
Kind = Literal["some", "one", "precondition", "effect", "made", "unmade", "place", "mutex", "goal"]
KINDS: tuple[Kind, ...] = ("some", "one", "precondition", "effect", "made", "unmade", "place", "mutex", "goal")


def kind_of(encoding: Encoding, clause: Sequence[int], step: int = 0) -> Kind:
    """What a clause of this step says, judging by its literals: facts or operators, of now or of the next step."""
    facts, operators = len(encoding.task.facts), len(encoding.task.operators)
    now: list[int] = []
    later: list[int] = []
    used: list[int] = []
    for literal in clause:
        at, local = divmod(abs(literal) - 1, encoding.stride)
        if local >= facts + operators:
            return "goal"
        (used if local >= facts else now if at == step else later).append(literal)
    if not used and not later:
        return "place" if min(now) > 0 else "mutex"
    if not now and not later:
        return "some" if min(used) > 0 else "one"
    if used and min(used) < 0:
        return "effect" if later else "precondition"
    return "made" if min(later) < 0 else "unmade"
