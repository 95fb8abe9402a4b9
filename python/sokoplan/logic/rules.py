"""The rules of the ASP encodings, one by one, with their comments; and those that speak of a cell.

Comes in:  `engines/encodings/*.lp`.     Goes out: `Rule`s: text, file, line, and the comment above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources

from sokoplan.engines.asp_ground import grounded
from sokoplan.export.lp import encoding
from sokoplan.export.lp import facts as level_facts
from sokoplan.level import Cell, Level
from sokoplan.logic.moment import FactAt, Moment, OperatorAt

_INCLUDE = re.compile(r'#include "([\w-]+\.lp)"\.')
_PREDICATE = re.compile(r"\b([a-z][a-z_]*)(?=\()|\b(swallows|holes|holds_key)\b")

# What a fact of the task, and a deed of an operator, are called in the encodings.
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
    names: tuple[str, ...] = ()  # the facts and operators of a cell of which it speaks


@cache
def rules_of(game: str) -> tuple[Rule, ...]:
    """All rules that play a game, file by file; game is the name of the encoding, push.lp or kick.lp."""
    return tuple(rule for file in [*_files(game), "mutex.lp"] for rule in _read(file))


def rules_about(level: Level, facts: Iterable[FactAt], operators: Iterable[OperatorAt]) -> list[Rule]:
    """The rules in which the facts and operators of a cell stand."""
    boxes = "block" if level.game == "helltaker" else "box"
    by_fact = {fact.name: {"box": boxes, **_FACTS}.get(fact.name.partition("(")[0], "") for fact in facts}
    by_operator = {op.name: _DEEDS.get(re.split(r"[_(]", op.name)[0], frozenset()) for op in operators}
    found = []
    for rule in rules_of(encoding(level)):
        names = [name for name, predicate in by_fact.items() if predicate in rule.predicates]
        names += [name for name, predicates in by_operator.items() if predicates & rule.predicates]
        if names:
            found.append(replace(rule, names=tuple(names)))
    return found


# Each step is grounded after all before it; past this one nobody wants to wait for.
LATEST = 100


def ground_rules_about(now: Moment, cell: Cell) -> list[str]:
    """The same rules as clingo sees them: about this cell, with the numbers of this step. At the plan's end, none."""
    if now.used is None or now.time >= LATEST:
        return []
    plain = replace(now.level, title="", author="", collection="", comments=(), solutions=(), options=())
    place = f"({cell[0]},{cell[1]})"
    # Atoms that clingo made itself have a number for a name, and say nothing to a reader.
    return [rule for rule in _grounded(plain, now.time + 1) if place in rule and not re.search(r"\b_\d", rule)]


@lru_cache(16)
def _grounded(level: Level, time: int) -> list[str]:
    return grounded(encoding(level), level_facts(level), time)[0]


def _files(name: str) -> list[str]:
    """An encoding and what it includes, itself first."""
    found = [name]
    for file in found:
        found += [other for other in _INCLUDE.findall(_text(file)) if other not in found]
    return found


def _text(file: str) -> str:
    return (resources.files("sokoplan") / "engines" / "encodings" / file).read_text(encoding="utf-8")


def _read(file: str) -> Iterator[Rule]:
    """A statement ends with a full stop at the end of a line; the comment right above it says why."""
    words: list[str] = []
    statement: list[str] = []
    for number, line in enumerate(_text(file).splitlines(), start=1):
        bare = line.strip()
        if not statement and bare.startswith("%"):
            words.append(bare.lstrip("% "))
            continue
        if not bare:
            words = []
            continue
        statement.append(line.rstrip())
        if not bare.endswith("."):
            continue
        text = "\n".join(statement)
        if not text.startswith("#"):
            predicates = frozenset(one or other for one, other in _PREDICATE.findall(text))
            yield Rule(text, file, number - len(statement) + 1, " ".join(words), predicates)
        statement = []
