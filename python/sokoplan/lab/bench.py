"""Measuring: levels through an engine, one after the other, in CPU seconds and nodes.

Comes in:  levels, an engine, an objective, a budget.     Goes out: `Row`s, which are kept as JSON lines and compared.

CPU seconds count every thread and child, so that a second core hides nothing. They still differ from machine to
machine and from hour to hour: compare two runs of one machine, or better, ratios within one run.
"""

from __future__ import annotations

import json
import math
import resource
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import InputError
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.objective import value_of
from sokoplan.puzzle.rules import LAWS
from sokoplan.solving.agreement import Claim, contradiction
from sokoplan.solving.ask import Result, Run
from sokoplan.solving.solve import request_for, solve
from sokoplan.solving.wording import FAILED, first_line, outcome


@dataclass(frozen=True)
class Row:
    """One level, measured."""

    file: str
    index: int
    title: str
    engine: str
    objective: str
    status: str
    reason: str
    optimal: bool
    moves: int | None
    pushes: int | None
    cost: int | None
    nodes: int
    cpu: float
    seconds: float
    variant: str = ""  # which way of the engine, where it was asked for one
    memory_mb: int | None = None  # known where the engine ran in a child of its own
    horizon: int | None = None
    variables: int | None = None
    clauses: int | None = None
    plan: str = ""
    reading: str = "end"
    game: str = ""  # not in the rows of older versions

    @property
    def key(self) -> tuple[str, int, str, str]:
        """The question: two rows that differ in this have nothing to say to each other."""
        return self.file, self.index, self.objective, self.reading

    @property
    def answered(self) -> bool:
        return self.status in ("solved", "unsolvable")

    @property
    def has_cost(self) -> bool:
        """Whether a plan of this game costs something else than its moves."""
        return self.game in LAWS and LAWS[self.game].measure == "cost"

    @property
    def plan_figures(self) -> dict[str, int | None]:
        """The plan's figures by the columns that show them. In Sokoban the cost is moves or pushes once more."""
        return {"moves": self.moves, "pushes": self.pushes, "cost": self.cost if self.has_cost else None}

    @property
    def who(self) -> str:
        """The engine, and the way of it."""
        return f"{self.engine} {self.variant}".rstrip()

    @property
    def name(self) -> str:
        """The level, for people."""
        return self.title or f"{Path(self.file).name}#{self.index}"

    @property
    def told(self) -> str:
        """The answer in a word or two."""
        return outcome(self.status, self.reason, self.optimal)

    @property
    def claim(self) -> Claim:
        """What it says, to be held against what others say."""
        if self.cost is None or self.moves is None or self.pushes is None:
            return Claim(self.who, self.status)
        return Claim(
            self.who, self.status, value_of(self.objective, self.cost, self.moves, self.pushes), self.optimal
        )

    def as_json(self) -> str:
        return json.dumps(asdict(self))


def plan_columns(rows: Iterable[Row]) -> list[str]:
    """What a table says of these plans: moves and pushes, and in Helltaker the cost, which is what is least there."""
    return ["moves", "pushes", *(["cost"] if any(row.has_cost for row in rows) else [])]


def cpu_seconds() -> float:
    """What this process, its threads and its ended children have used."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def measure(
    entry: Entry,
    engine: str,
    objective: Objective,
    budget: Budget,
    options: dict[str, str] | None = None,
    *,
    variant: str = "",
    run: Run | None = None,
) -> Row:
    before = cpu_seconds()
    result = solve(entry.level, engine, objective, budget, options=options, run=run)
    cpu = cpu_seconds() - before
    return row_of(entry, result, cpu, variant)


def row_of(entry: Entry, result: Result, cpu: float, variant: str = "") -> Row:
    answer, counts, formula = result.answer, result.counts, result.answer.formula
    return Row(
        file=entry.file,
        index=entry.index,
        title=entry.level.title,
        engine=result.engine,
        objective=result.objective,
        status=answer.status,
        reason=answer.reason,
        optimal=answer.optimal,
        moves=counts.moves if counts else None,
        pushes=counts.pushes if counts else None,
        cost=result.cost,
        nodes=answer.nodes,
        cpu=round(cpu, 4),
        seconds=round(result.seconds, 4),
        variant=variant,
        memory_mb=answer.memory_mb,
        horizon=formula.horizon if formula else None,
        variables=formula.variables if formula else None,
        clauses=formula.clauses if formula else None,
        plan=result.lurd,
        reading=entry.level.reading,
        game=entry.level.game,
    )


def failed_row(entry: Entry, engine: str, objective: Objective, cpu: float, variant: str, why: Exception) -> Row:
    """The row of a level that an engine refused or broke on: it was asked, so it counts."""
    return Row(
        file=entry.file,
        index=entry.index,
        title=entry.level.title,
        engine=engine,
        objective=request_for(entry.level, objective).objective,
        status=FAILED,
        reason=first_line(why),
        optimal=False,
        moves=None,
        pushes=None,
        cost=None,
        nodes=0,
        cpu=round(cpu, 4),
        seconds=0.0,
        variant=variant,
        reading=entry.level.reading,
        game=entry.level.game,
    )


def read_rows(text: str, source: str) -> list[Row]:
    """Rows from JSON lines."""
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            rows.append(Row(**json.loads(line)))
        except (ValueError, TypeError):
            raise InputError(
                "this is no row of a measurement",
                "`sokoplan bench --output FILE` writes them.",
                source,
                number,
                0,
                line,
            ) from None
    return rows


@dataclass(frozen=True)
class Comparison:
    """Two runs over the same levels; ratios are first to second, so above 1 the second is better."""

    both: int
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    contradictions: tuple[str, ...]
    cpu_ratio: float | None
    nodes_ratio: float | None
    across: tuple[str, ...] = ()  # `search against sat`, where one engine is compared with another
    nothing: str = ""  # why there was nothing to compare


def compare(first: Iterable[Row], second: Iterable[Row]) -> Comparison:
    """Geometric means over the levels that both answered; and what only one of them answered.

    A level that a run measured by several engines is compared engine by engine. Contradictions are looked for
    between any two answers to one question, whoever gave them.
    """
    ours, theirs = _by_question(first), _by_question(second)
    shared = [(ours[key], theirs[key]) for key in ours if key in theirs]
    pairs = [pair for mine, others in shared for pair in _pairs(mine, others)]
    done = [(one, two) for one, two in pairs if one.answered and two.answered]
    wrong = [
        one for mine, others in shared for one, two in product(mine.values(), others.values()) if _differ(one, two)
    ]
    # A measurement below a hundredth of a second is noise.
    return Comparison(
        both=len(done),
        only_first=tuple(one.name for one, two in pairs if one.answered and not two.answered),
        only_second=tuple(two.name for one, two in pairs if two.answered and not one.answered),
        contradictions=tuple(dict.fromkeys(row.name for row in wrong)),
        cpu_ratio=_mean([max(one.cpu, 0.01) / max(two.cpu, 0.01) for one, two in done]),
        nodes_ratio=_mean([max(one.nodes, 1) / max(two.nodes, 1) for one, two in done]),
        across=tuple(dict.fromkeys(f"{one.who} against {two.who}" for one, two in pairs if one.who != two.who)),
        nothing="" if pairs else _why_nothing(ours, theirs),
    )


_Question = tuple[str, int, str, str]
_Measured = dict[_Question, dict[str, Row]]  # by whom


def _by_question(rows: Iterable[Row]) -> _Measured:
    measured: _Measured = {}
    for row in rows:
        measured.setdefault(row.key, {})[row.who] = row
    return measured


def _pairs(mine: dict[str, Row], others: dict[str, Row]) -> list[tuple[Row, Row]]:
    """One row each leaves no doubt, whoever measured it; of several, each goes with its own."""
    if len(mine) == len(others) == 1:
        return list(zip(mine.values(), others.values(), strict=True))
    return [(mine[who], others[who]) for who in mine if who in others]


def _differ(one: Row, two: Row) -> bool:
    return bool(contradiction(one.claim, two.claim))


def _why_nothing(ours: _Measured, theirs: _Measured) -> str:
    """In a sentence, the first thing in which all rows differ."""
    sides = (ours, theirs)
    if not all(sides):
        return "one of the two has no rows"
    if not _both({key[:2] for key in side} for side in sides):
        return "the two have no level in common (file and number)"
    if not _both({key[:3] for key in side} for side in sides):
        asked = (", ".join(sorted({objective for _, _, objective, _ in side})) for side in sides)
        return f"the same levels were asked with different objectives: {' and '.join(asked)}"
    if not _both(set(side) for side in sides):
        return "the same levels were asked with different readings of the goal (--goal)"
    asked = (", ".join(sorted({who for rows in side.values() for who in rows})) for side in sides)
    return f"the same levels were measured by different engines: {' and '.join(asked)}"


def _both(sets: Iterable[set[Any]]) -> set[Any]:
    return set.intersection(*sets)


def _mean(ratios: list[float]) -> float | None:
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None
