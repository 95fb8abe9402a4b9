"""The clauses of one step of the formula of the textbooks (`cnf/textbook.py`), listed by what they say."""

from __future__ import annotations

from collections import defaultdict

from sokoplan.learn.lesson.chapter import Chapter, Listing
from sokoplan.planning.cnf.encoding import Encoding
from sokoplan.planning.cnf.moves import encode
from sokoplan.planning.cnf.stamp import Clause
from sokoplan.planning.cnf.textbook import KINDS, TEXTBOOK, Kind, kind_of
from sokoplan.planning.task import Task
from sokoplan.puzzle.level import count

_WORDS: dict[Kind, str] = {
    "some": "at least one operator is used",
    "one": "no two operators are used at once",
    "precondition": "an operator requires its preconditions",
    "effect": "an operator has its effects",
    "made": "a fact becomes true only by an operator",
    "unmade": "a fact becomes false only by an operator",
    "place": "the player is in some cell",
    "mutex": "facts that exclude each other",
    "goal": "when the goal is met",
}


def chapter(task: Task, step: int, length: int) -> Chapter:
    encoding = encode(task, TEXTBOOK)
    sorted_out: dict[Kind, list[Clause]] = defaultdict(list)
    for clause in [*encoding.state(step), *encoding.change(step)]:
        sorted_out[kind_of(encoding, clause, step)].append(clause)
    total = sum(map(len, sorted_out.values()))
    whole = len(encoding.formula(length))
    words = (
        f"Each step has its own copy of every variable: {len(task.facts)} facts, {len(task.operators)} operators, "
        f"and {encoding.stride - len(task.facts) - len(task.operators)} more. "
        "Each line below is a clause: at least one of its literals must be true. A minus stands for `not`. "
        f"Step {step} has {total:,} clauses; the formula for {count(length, 'step')} has {whole:,} "
        f"in {encoding.stride * (length + 1):,} variables."
    )
    listings = [
        Listing.of(f"{_WORDS[kind]} ({len(sorted_out[kind]):,})", _lines(encoding, sorted_out[kind]))
        for kind in KINDS
        if sorted_out[kind]
    ]
    return Chapter(f"Clauses of step {step}", words, tuple(listings))


def _lines(encoding: Encoding, clauses: list[Clause]) -> list[str]:
    """In the order of the operators, so that the clauses about one are next to each other."""
    facts = len(encoding.task.facts)

    def place(clause: Clause) -> list[tuple[bool, int]]:
        locals_ = [(abs(literal) - 1) % encoding.stride for literal in clause]
        return sorted((local < facts, local) for local in locals_)

    return [" | ".join(map(encoding.literal, clause)) for clause in sorted(clauses, key=place)]
