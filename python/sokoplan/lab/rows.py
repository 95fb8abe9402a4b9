"""A measurement as rows: one level, one engine, what came out and what it took. Kept as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sokoplan.engines.answer import Objective
from sokoplan.errors import InputError
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.objective import value_of
from sokoplan.puzzle.rules import LAWS
from sokoplan.solving.agreement import Claim
from sokoplan.solving.result import Result
from sokoplan.solving.solve import request_for
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
    variant: str = ""  # of the engine, if one was asked for
    memory_mb: int | None = None  # known if the engine ran in a child process
    horizon: int | None = None
    variables: int | None = None
    clauses: int | None = None
    horizons: Sequence[Mapping[str, Any]] = ()  # every one that was tried: see `sokoplan.engines.answer.Horizon`
    plan: str = ""
    reading: str = "end"
    game: str = ""  # not in the rows of older versions
    bound: int | None = None  # no plan costs less, in what the objective counts first
    alone: bool = False  # whether its file holds no other level

    @property
    def key(self) -> tuple[str, int, str, str]:
        """The question: only rows that agree in this can be compared."""
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
        """The plan's figures by column. In Sokoban the cost repeats the moves or the pushes, so it is left out."""
        return {"moves": self.moves, "pushes": self.pushes, "cost": self.cost if self.has_cost else None}

    @property
    def who(self) -> str:
        """The engine and its variant."""
        return f"{self.engine} {self.variant}".rstrip()

    @property
    def name(self) -> str:
        """The level, for people."""
        file = Path(self.file).name
        return self.title or (file if self.alone else f"{file}#{self.index}")

    @property
    def outcome(self) -> str:
        """The answer in a word or two."""
        return outcome(self.status, self.reason, self.optimal)

    @property
    def claim(self) -> Claim:
        """What it says, to be compared with what others say."""
        if self.cost is None or self.moves is None or self.pushes is None:
            return Claim(self.who, self.status)
        return Claim(
            self.who, self.status, value_of(self.objective, self.cost, self.moves, self.pushes), self.optimal
        )

    def as_json(self) -> str:
        return json.dumps(asdict(self))


def plan_columns(rows: Iterable[Row]) -> list[str]:
    """The columns for these plans: moves and pushes, and for Helltaker the cost, which is what is minimised there."""
    return ["moves", "pushes", *(["cost"] if any(row.has_cost for row in rows) else [])]


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
        horizons=tuple(asdict(horizon) for horizon in answer.horizons),
        plan=result.lurd,
        reading=entry.level.reading,
        game=entry.level.game,
        bound=result.bound,
        alone=entry.alone,
    )


def failed_row(entry: Entry, engine: str, objective: Objective, cpu: float, variant: str, why: Exception) -> Row:
    """The row of a level that an engine refused or crashed on: it counts as measured."""
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
        alone=entry.alone,
    )


def read_rows(text: str, source: str) -> list[Row]:
    """Rows from JSON lines."""
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            values = json.loads(line)
            rows.append(Row(**values | {"horizons": tuple(values.get("horizons", ()))}))
        except (ValueError, TypeError, AttributeError):
            raise InputError(
                "not a row of a measurement",
                "`sokoplan bench --output FILE` writes them.",
                source,
                number,
                0,
                line,
            ) from None
    return rows
