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
from pathlib import Path

from sokoplan.answer import Budget, Objective
from sokoplan.claims import Claim, contradiction, value_of
from sokoplan.errors import InputError
from sokoplan.judged import Result, Run
from sokoplan.library import Entry
from sokoplan.solve import solve
from sokoplan.told import outcome


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
    def plan_figures(self) -> dict[str, int | None]:
        """The plan's figures by the columns that show them. In Sokoban the cost is moves or pushes once more."""
        return {"moves": self.moves, "pushes": self.pushes, "cost": self.cost if self.game == "helltaker" else None}

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
    return ["moves", "pushes", *(["cost"] if any(row.game == "helltaker" for row in rows) else [])]


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


def compare(first: Iterable[Row], second: Iterable[Row]) -> Comparison:
    """Geometric means over the levels that both answered; and what only one of them answered."""
    ours, theirs = {row.key: row for row in first}, {row.key: row for row in second}
    shared = [(ours[key], theirs[key]) for key in ours if key in theirs]
    done = [(one, two) for one, two in shared if one.status != "unknown" != two.status]
    # A measurement below a hundredth of a second is noise.
    return Comparison(
        both=len(done),
        only_first=tuple(one.name for one, two in shared if one.status != "unknown" == two.status),
        only_second=tuple(two.name for one, two in shared if two.status != "unknown" == one.status),
        contradictions=tuple(one.name for one, two in done if contradiction(one.claim, two.claim)),
        cpu_ratio=_mean([max(one.cpu, 0.01) / max(two.cpu, 0.01) for one, two in done]),
        nodes_ratio=_mean([max(one.nodes, 1) / max(two.nodes, 1) for one, two in done]),
    )


def _mean(ratios: list[float]) -> float | None:
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None
