"""The rules of the ASP encodings (`planning/asp/*.lp`), each with the comment above it; and those about a cell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from sokoplan.engines.asp.ground import grounded
from sokoplan.learn.cell.moment import FactAt, Moment, OperatorAt
from sokoplan.planning.asp.encodings import encoding_of, statements
from sokoplan.planning.asp.facts import facts as level_facts
from sokoplan.puzzle.level import Cell, Level

_PREDICATE = re.compile(r"\b([a-z][a-z_]*)(?=\()|\b(swallows|holes|holds_key)\b")

# The predicates of the encodings for each fact, and for what each operator does.
_FACTS = {"owed": "owed", "player": "player", "hole": "hole", "mob": "mob", "lock": "lock", "key": "has_key",
          "odd": "odd", "hurt": "hurt", "goal": "goal", "sink": "sink", "demoness": "demoness", "spikes": "spikes",
          "key_on": "key", "trap_drawn_down": "trap", "trap_drawn_up": "trap", "floor": "floor"}  # fmt: skip
_DEEDS = {
    "move": frozenset({"do", "enters", "steps", "ahead"}),
    "push": frozenset({"do", "enters", "pushed", "leaves", "filled"}),
    "kick": frozenset({"do", "ahead", "slides", "kicked", "lands"}),
    "hurt": frozenset({"hurt"}),
}


@dataclass(frozen=True)
class Rule:
    text: str
    file: str
    line: int  # from 1
    why: str
    predicates: frozenset[str]
    names: tuple[str, ...] = ()  # the facts and operators of a cell that it is about


@cache
def rules_of(game: str) -> tuple[Rule, ...]:
    """All rules of a game, file by file; `game` is the name of its encoding, push.lp or kick.lp."""
    return tuple(
        Rule(one.text, one.file, one.line, one.comment, _predicates(one.text))
        for one in statements([game, "mutex.lp"])
        if not one.text.startswith("#")
    )


def _predicates(text: str) -> frozenset[str]:
    return frozenset(one or other for one, other in _PREDICATE.findall(text))


def rules_about(level: Level, facts: Iterable[FactAt], operators: Iterable[OperatorAt]) -> list[Rule]:
    """The rules about the facts and operators of a cell."""
    boxes = "block" if encoding_of(level) == "kick.lp" else "box"
    by_fact = {fact.name: {"box": boxes, **_FACTS}.get(fact.name.partition("(")[0], "") for fact in facts}
    by_operator = {op.name: _DEEDS.get(re.split(r"[_(]", op.name)[0], frozenset()) for op in operators}
    found = []
    for rule in rules_of(encoding_of(level)):
        names = [name for name, predicate in by_fact.items() if predicate in rule.predicates]
        names += [name for name, predicates in by_operator.items() if predicates & rule.predicates]
        if names:
            found.append(replace(rule, names=tuple(names)))
    return found


# A step is grounded after all steps before it: a later one than this takes too long.
LATEST = 100


def ground_rules_about(now: Moment, cell: Cell) -> list[str]:
    """The rules as clingo grounds them for this cell and this step; none at the end of the plan."""
    if now.used is None or now.time >= LATEST:
        return []
    plain = replace(now.level, title="", author="", collection="", comments=(), solutions=(), options=())
    place = f"({cell[0]},{cell[1]})"
    # Atoms that clingo made itself have a number for a name, which means nothing to a reader.
    return [rule for rule in _grounded(plain, now.time + 1) if place in rule and not re.search(r"\b_\d", rule)]


@lru_cache(16)
def _grounded(level: Level, time: int) -> list[str]:
    return grounded(encoding_of(level), level_facts(level), time)[0]
