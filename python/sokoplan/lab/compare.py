"""One level by every engine and strategy, one after the other, their answers compared; and the picture of it.

Each runs in a process of its own, so that its memory is its own, and its CPU seconds include starting it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import InputError, printable
from sokoplan.lab.bench import cpu_seconds
from sokoplan.lab.rows import Row, failed_row, row_of
from sokoplan.lab.variants import Variant, variants_for
from sokoplan.puzzle.library import Entry
from sokoplan.solving.agreement import contradiction
from sokoplan.solving.ask import Run, ask
from sokoplan.solving.failure import InternalError
from sokoplan.solving.race import contradicting
from sokoplan.solving.result import Result
from sokoplan.solving.solve import request_for
from sokoplan.solving.worker import run as in_a_child
from sokoplan.views.charts import bars, stacked
from sokoplan.views.horizons import charts


@dataclass(frozen=True)
class Measured:
    """One contestant on one level. `error`: it failed, or its answer contradicts an earlier one."""

    row: Row
    error: InputError | InternalError | None = None


def taking_part(entry: Entry, engines: Collection[str], objective: Objective) -> list[Variant]:
    """The variants of these engines that can answer this."""
    return [one for one in variants_for(request_for(entry.level, objective)) if one.engine in engines]


def compare(
    entry: Entry, field: list[Variant], objective: Objective, budget: Budget, run: Run | None = None
) -> Iterator[Measured]:
    """Measure one contestant after the other. A contradiction or a cancelled search ends it."""
    results: list[Result] = []
    for contestant in field:
        request = request_for(entry.level, objective, options=contestant.options)
        before = cpu_seconds()
        try:
            result = ask(contestant.engine, request, budget, lambda progress: None, run or in_a_child)
        except (InputError, InternalError) as error:
            spent = cpu_seconds() - before
            yield Measured(failed_row(entry, contestant.engine, objective, spent, contestant.way, error), error)
            continue
        row = row_of(entry, result, cpu_seconds() - before, contestant.way)
        wrong = _contradiction(results, result)
        yield Measured(row, wrong)
        if wrong is not None or result.answer.reason == "cancelled":
            return
        results.append(result)


def _contradiction(earlier: list[Result], result: Result) -> InternalError | None:
    for other in earlier:
        why = contradiction(other.claim, result.claim)
        if why:
            return contradicting(other, result, why)
    return None


def picture(rows: list[Row], objective: str) -> str:
    """An SVG: time, memory, formula and plan, each with a group for each level and a bar for each contestant."""
    title = f"One question, many engines: {objective}"
    measures: tuple[tuple[str, str, Callable[[Row], float | None]], ...] = (
        (f"{title}; CPU seconds", "CPU seconds", lambda row: max(row.cpu, 0.001)),
        ("Memory", "MB", lambda row: row.memory_mb),
        ("Formula or program", "clauses or rules", lambda row: row.clauses),
        ("Plan", "moves", lambda row: row.moves),
    )
    pictures = [bars(words, _groups(rows, number), unit) for words, unit, number in measures]
    for name in dict.fromkeys(row.name for row in rows):
        traced = {row.who: row.horizons for row in rows if row.name == name and row.horizons}
        if traced:
            pictures += charts(printable(name), traced)
    return stacked(pictures)


def _groups(
    rows: list[Row], number_of: Callable[[Row], float | None]
) -> dict[str, dict[str, tuple[float | None, str]]]:
    """Where there was no answer there are words and no bar."""
    groups: dict[str, dict[str, tuple[float | None, str]]] = {}
    for row in rows:
        number = number_of(row) if row.answered else None
        words = row.outcome if not row.answered else f"{number:,.2f}".rstrip("0").rstrip(".") if number else "none"
        groups.setdefault(printable(row.name), {})[row.who] = (number, words)
    return groups
