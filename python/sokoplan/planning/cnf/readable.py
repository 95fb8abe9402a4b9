"""A formula for reading: its clauses by what they say, under a heading each.

Comes in:  an Encoding, a horizon and the clauses.     Goes out: lines of text.

    # Effects: what an action makes true or false
    -push(1,1,right,t0) | box(1,3,t1)

The headings are those of a lecture on planning as satisfiability where each operator has a variable (`named`); other
formulas are sorted by steps only, because a clause there says several things at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sokoplan.planning.cnf.encoding import Encoding
from sokoplan.planning.cnf.stamp import Clause
from sokoplan.planning.cnf.textbook import kind_of

_START, _GOAL = "The start", "The goal, at the end"
_NO_PLAN = "No plan has this horizon"
_UNUSABLE = "Actions that cannot be used at this step"
_BACK = "No step straight back"
_WITHIN, _BETWEEN = "Within a step", "From a step to the next"
_OTHER = "Counters and other variables that help"
# In the order of a lecture; the words on the left are those of `textbook.kind_of`.
_KINDS = {
    "some": "At least one action at a time",
    "one": "At most one action at a time",
    "precondition": "Preconditions of the actions",
    "effect": "Effects: what an action makes true or false",
    "made": "Frame axioms: what has become true was made so",
    "unmade": "Frame axioms: what has become false was made so",
    "place": "At least one place for everything",
    "mutex": "At most one thing in a place, at most one place for a thing, and what must never happen",
    "goal": "When the level is won",
}
HEADINGS = (
    _NO_PLAN, _START, *list(_KINDS.values())[:2], _UNUSABLE, *list(_KINDS.values())[2:], _BACK, _WITHIN, _BETWEEN,
    _OTHER, _GOAL,
)  # fmt: skip


def grouped(encoding: Encoding, horizon: int, clauses: Iterable[Sequence[int]]) -> Iterator[tuple[str, list[Clause]]]:
    """The clauses by heading, each group in the order in which they came; no group is empty."""
    start, goal = set(map(tuple, encoding.start())), {(literal,) for literal in encoding.aims(horizon)}
    groups: dict[str, list[Clause]] = {heading: [] for heading in HEADINGS}
    stride, known = encoding.stride, dict[tuple[int, ...], str]()
    for clause in clauses:
        literals = tuple(clause)
        if literals in start or literals in goal:
            groups[_START if literals in start else _GOAL].append(list(clause))
            continue
        # The same clause comes again at every step: what it says is found out once.
        before = (min(map(abs, literals), default=1) - 1) // stride * stride
        local = tuple([literal - before if literal > 0 else literal + before for literal in literals])
        if local not in known:
            known[local] = _heading(encoding, local)
        groups[known[local]].append(list(clause))
    return ((heading, group) for heading, group in groups.items() if group)


def _heading(encoding: Encoding, clause: tuple[int, ...]) -> str:
    if not clause:
        return _NO_PLAN
    places = [divmod(abs(literal) - 1, encoding.stride) for literal in clause]
    steps = {step for step, _ in places}
    if not encoding.named:
        return _WITHIN if len(steps) == 1 else _BETWEEN
    facts = len(encoding.task.facts)
    actions = facts + len(encoding.task.operators)
    if all(facts <= local < actions for _, local in places) and max(clause) < 0:
        return _UNUSABLE if len(clause) == 1 else _KINDS["one"] if len(steps) == 1 else _BACK
    ours = {abs(encoding.won), *map(abs, encoding.missed)}
    if any(local >= actions and local + 1 not in ours for _, local in places):
        return _OTHER
    used = [literal for literal, (_, local) in zip(clause, places, strict=True) if facts <= local < actions]
    if used and min(used) > 0 and len(steps) == 1 and len(used) < len(clause):
        return _KINDS["unmade"]  # the fact cannot hold any more at the next step, so it is not mentioned
    return _KINDS[kind_of(encoding, clause, min(steps))]
