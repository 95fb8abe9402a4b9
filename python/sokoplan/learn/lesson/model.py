"""The first chapters: the board, the law, the facts, the operators, and what excludes what."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator

from sokoplan.learn.lesson.chapter import Chapter, Listing
from sokoplan.planning.task import Operator, Task, fact_name
from sokoplan.puzzle.level import DIRECTION, Level, count
from sokoplan.views.text import framed


def chapters(level: Level, task: Task) -> Iterator[Chapter]:
    yield _board(level)
    yield _law(level)
    yield _facts(task)
    yield _operators(task)
    yield _groups(task)


def _board(level: Level) -> Chapter:
    words = (
        f"A level of {level.game}: {count(len(level.reachable()), 'cell')} to walk on, {count(level.boxes, 'box')}. "
        "A cell is named by its row and its column, counted from 0 at the top left."
    )
    return Chapter("The board", words, (Listing.of("the board", framed(level), whole=True),))


def _law(level: Level) -> Chapter:
    words = (
        "One function is the whole law of the game. It is given a position and a key, and either changes the "
        "position or says why the key does nothing. Everything below is made from it."
    )
    source = inspect.getsource(level.law.press).rstrip().splitlines()
    return Chapter("The law", words, (Listing.of("press", source, whole=True),))


def _facts(task: Task) -> Chapter:
    layers = Counter(layer for layer, _ in task.facts)
    words = (
        f"A position is a set of facts that hold; all others do not. This level has {len(task.facts)} facts: "
        f"{', '.join(f'{number} {layer}' for layer, number in layers.items())}. "
        f"So a position is one of at most 2^{len(task.facts)} sets, and a boolean variable says of each fact whether "
        "it holds."
    )
    start = [fact_name(task.facts[fact]) for fact in sorted(task.start)]
    goal = [" or ".join(_wanted(task, fact, value) for fact, value in clause) for clause in task.goal]
    return Chapter(
        "Facts",
        words,
        (
            Listing.of("they hold at the start", start),
            Listing.of("the goal: each of these lines", goal),
            Listing.of("all facts", map(fact_name, task.facts)),
        ),
    )


def _wanted(task: Task, fact: int, value: bool) -> str:
    return ("" if value else "not ") + fact_name(task.facts[fact])


def _operators(task: Task) -> Chapter:
    deeds = Counter(operator.deed for operator in task.operators)
    words = (
        f"An operator is one way through the law: what it read is the precondition, what it wrote is the effect. "
        f"There are {len(task.operators)}: {', '.join(f'{number} {deed}' for deed, number in deeds.items())}."
    )
    now = [operator for operator in task.operators if operator.applies(task.start)]
    return Chapter(
        "Operators",
        words,
        (
            Listing.of("possible at the start", (line for operator in now for line in described(task, operator))),
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
    groups = list(dict.fromkeys(task.groups))  # where a board lacks some things, two groups of a law are one
    words = (
        f"Of the facts in a group at most one holds at a time: the player is in one place, a cell holds one thing. "
        f"There are {count(len(groups), 'group')}, each proved by induction over the operators. They are no "
        "part of the law, but a solver that is told need not find out."
    )
    lines = (", ".join(fact_name(task.facts[fact]) for fact in sorted(group)) for group in groups)
    return Chapter("What excludes what", words, (Listing.of("groups", lines),))
