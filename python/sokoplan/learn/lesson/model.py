"""The first chapters: the board, the law, the facts, the operators, and what excludes what."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator

from sokoplan.learn.lesson.chapter import Chapter, Listing
from sokoplan.planning.task import Operator, Task, fact_name
from sokoplan.puzzle.level import DIRECTION, Level, count
from sokoplan.puzzle.plan import Plan
from sokoplan.views.text import framed


def chapters(level: Level, task: Task) -> Iterator[Chapter]:
    yield _board(level)
    yield _law(level)
    yield _facts(task)
    yield _operators(task)
    yield _groups(task)


def _board(level: Level) -> Chapter:
    words = (
        f"A level of {level.game.capitalize()}: {count(len(level.reachable()), 'floor cell')}, "
        f"{count(level.boxes, 'box')}. "
        "In this lesson a cell is (row,column), counted from 0 at the top left."
    )
    return Chapter(
        "The board", words, (Listing.of("the board", framed(level, first=0), whole=True),), (level, Plan())
    )


def _law(level: Level) -> Chapter:
    words = (
        "One function states all the rules of the game. It takes a position and a key, and either changes the "
        "position or says why the key does nothing. Everything below is derived from it."
    )
    source = inspect.getsource(level.law.press).rstrip().splitlines()
    return Chapter("The rules of the game", words, (Listing.of("press", source, whole=True),))


def _facts(task: Task) -> Chapter:
    layers = Counter(layer for layer, _ in task.facts)
    words = (
        f"A position is the set of facts that hold. This level has {len(task.facts)} facts: "
        f"{', '.join(f'{number} {layer}' for layer, number in layers.items())}. "
        f"So there are at most 2^{len(task.facts)} positions. A Boolean variable for each fact says whether it holds."
    )
    start = [fact_name(task.facts[fact]) for fact in sorted(task.start)]
    goal = [" or ".join(_wanted(task, fact, value) for fact, value in clause) for clause in task.goal]
    return Chapter(
        "Facts",
        words,
        (
            Listing.of("facts that hold at the start", start),
            Listing.of("the goal: every line must be true", goal),
            Listing.of("all facts", map(fact_name, task.facts)),
        ),
    )


def _wanted(task: Task, fact: int, value: bool) -> str:
    return ("" if value else "not ") + fact_name(task.facts[fact])


def _operators(task: Task) -> Chapter:
    deeds = Counter(operator.deed for operator in task.operators)
    words = (
        "An operator is one path through that function: what it reads is its precondition, what it writes is its "
        "effect. "
        f"There are {len(task.operators)}: {', '.join(f'{number} {deed}' for deed, number in deeds.items())}."
    )
    now = [operator for operator in task.operators if operator.applies(task.start)]
    return Chapter(
        "Operators",
        words,
        (
            Listing.of(
                "operators that are possible at the start",
                (line for operator in now for line in described(task, operator)),
            ),
            Listing.of("all operators", (line for one in task.operators for line in described(task, one))),
        ),
    )


def described(task: Task, operator: Operator) -> list[str]:
    """`push(1,1,right)   needs player(1,1), box(1,2); not box(1,3)   makes ...`, on three lines."""

    def names(facts: frozenset[int], sign: str = "") -> list[str]:
        return [sign + fact_name(task.facts[fact]) for fact in sorted(facts)]

    key = f"   key {DIRECTION[operator.key]}" if operator.key else "   forced, no key"
    return [
        operator.name + key,
        f"    needs  {', '.join(names(operator.needs) + names(operator.forbids, 'not ')) or 'nothing'}",
        f"    makes  {', '.join(names(operator.adds) + names(operator.deletes, 'not ')) or 'nothing'}",
    ]


def _groups(task: Task) -> Chapter:
    groups = list(dict.fromkeys(task.groups))  # two groups may be the same on a board that lacks some pieces
    words = (
        "At most one fact of a group holds at a time: the player is in one cell, and a cell contains one thing. "
        f"There are {count(len(groups), 'group')}, each proved by induction over the operators. They follow from the "
        "rules, but they save a solver the work of finding them."
    )
    lines = (", ".join(fact_name(task.facts[fact]) for fact in sorted(group)) for group in groups)
    return Chapter("Mutual exclusion", words, (Listing.of("groups", lines),))
