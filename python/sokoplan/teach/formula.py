"""The clauses of one step, counted and listed by what they say: planning as satisfiability (Kautz and Selman, 1992).

It is the encoding of the textbooks, with a variable for each fact and each operator, because that is the one to learn
from. The engine's own default says the same with fewer variables (`docs/sat.md`).
"""

from __future__ import annotations

from collections import defaultdict

from sokoplan.cnf.amo import pairwise
from sokoplan.cnf.encoding import Encoding
from sokoplan.cnf.moves import Parts, encode
from sokoplan.cnf.stamp import Clause
from sokoplan.level import count
from sokoplan.task import Task
from sokoplan.teach.chapter import Chapter, Listing

_PLAIN = Parts(at_most_one=pairwise, forward=False, backward=False, no_undo=False, named=True)
# In the order of a lecture.
_KINDS = (
    "some operator is used",
    "no two operators at once",
    "an operator needs its preconditions",
    "an operator makes its effects",
    "a fact that becomes true was made so",
    "a fact that becomes false was made so",
    "what excludes what",
    "when the goal is met",
)


def chapter(task: Task, step: int, length: int) -> Chapter:
    encoding = encode(task, _PLAIN)
    sorted_out: dict[str, list[Clause]] = defaultdict(list)
    for clause in [*encoding.state(step), *encoding.change(step)]:
        sorted_out[kind_of(encoding, clause, step)].append(clause)
    total = sum(map(len, sorted_out.values()))
    whole = len(encoding.formula(length))
    words = (
        f"For each step there is a copy of every variable: {len(task.facts)} facts, {len(task.operators)} operators, "
        f"and {encoding.stride - len(task.facts) - len(task.operators)} more. "
        f"Of each line below one literal is true; a minus means that the variable is false. "
        f"Step {step} has {total:,} clauses; the formula for {count(length, 'step')} has {whole:,} "
        f"in {encoding.stride * (length + 1):,} variables."
    )
    listings = [
        Listing.of(f"{kind}: {len(sorted_out[kind]):,}", _lines(encoding, sorted_out[kind]))
        for kind in _KINDS
        if sorted_out[kind]
    ]
    return Chapter(f"Clauses of step {step}", words, tuple(listings))


def kind_of(encoding: Encoding, clause: Clause, step: int) -> str:
    """What a clause says, told from whether its literals are facts or operators, of this step or the next."""
    facts, operators = len(encoding.task.facts), len(encoding.task.operators)
    now: list[int] = []
    later: list[int] = []
    used: list[int] = []
    for literal in clause:
        at, local = divmod(abs(literal) - 1, encoding.stride)
        if local >= facts + operators:
            return "when the goal is met"
        (used if local >= facts else now if at == step else later).append(literal)
    if not used and not later:
        return "what excludes what"
    if not now and not later:
        return "some operator is used" if min(used) > 0 else "no two operators at once"
    if used and min(used) < 0:
        return "an operator makes its effects" if later else "an operator needs its preconditions"
    return "a fact that becomes true was made so" if min(later) < 0 else "a fact that becomes false was made so"


def _lines(encoding: Encoding, clauses: list[Clause]) -> list[str]:
    """In the order of the operators, so that what is said of one stands together."""
    facts = len(encoding.task.facts)

    def place(clause: Clause) -> list[tuple[bool, int]]:
        locals_ = [(abs(literal) - 1) % encoding.stride for literal in clause]
        return sorted((local < facts, local) for local in locals_)

    return [_text(encoding, clause) for clause in sorted(clauses, key=place)]


def _text(encoding: Encoding, clause: Clause) -> str:
    return " | ".join(("-" if literal < 0 else "") + encoding.name(abs(literal)) for literal in clause)
