"""Answers on the screen: one level's in full, several as a table, or each as a JSON object."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

from sokoplan.cli.plans import IN_A_LINE, print_plan
from sokoplan.cli.rows import Rows
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Answer, Objective, Status
from sokoplan.errors import printable
from sokoplan.puzzle.level import count
from sokoplan.puzzle.library import Entry
from sokoplan.solving.result import Result
from sokoplan.solving.wording import FAILED, effort, figure, first_line, many, outcome_of, proved, summary

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_COLOURS: dict[Status, str] = {"solved": "bold green", "unsolvable": "bold red", "unknown": "bold yellow"}


def facts(entry: Entry, result: Result) -> dict[str, object]:
    """The JSON object of a solved, unsolvable or unknown level."""
    answer = result.answer
    counts = result.counts
    record: dict[str, object] = {
        "file": entry.file,
        "index": entry.index,
        "title": entry.level.title,
        "game": entry.level.game,
        "status": answer.status,
        "reason": answer.reason or None,
        "objective": result.objective,
        "optimal": answer.optimal,
        "plan": result.lurd if counts else None,
        "moves": counts.moves if counts else None,
        "pushes": counts.pushes if counts else None,
        "cost": result.cost,
        "bound": result.bound,
        "gap": None if result.gap is None else round(result.gap, 4),
        "engine": result.engine,
        "strategy": answer.strategy or None,
        "seconds": round(result.seconds, 3),
        "nodes": answer.nodes,
    }
    if answer.horizons:
        record["horizons"] = [asdict(horizon) for horizon in answer.horizons]
    if result.others:
        record["engines"] = [result.engine, *(other.engine for other in result.others)]
    if answer.plans is not None:
        record["plans"] = answer.plans
        record["listed"] = [plan.keys for plan in answer.listed]
    return record


def failure(entry: Entry, engine: str, objective: Objective, error: Exception) -> dict[str, object]:
    """The JSON object of a level that an engine refused or broke on; what is not known is null."""
    nothing = facts(entry, Result(entry.level, objective, engine, Answer("unknown"), 0.0))
    return nothing | {"status": FAILED, "reason": first_line(error), "seconds": None, "nodes": None}


def headline(entry: Entry, result: Result) -> Text:
    """One line: what was found, what is proved of it and by whom, and what it took."""
    from rich.text import Text

    status = result.answer.status
    words = summary(result)
    # The colour is for the answer itself, not for its figures.
    bright = len("solved") if status == "solved" else len(words)
    text = Text(printable(entry.name), style="bold")
    text.append(": " + words[:bright], _COLOURS[status])
    text.append(f"{words[bright:]}{';' if status == 'solved' else ','} {proved(result)}", "default")
    text.append(f" ({effort(result)}, {result.seconds:.2f} s)", "dim")
    return text


def print_answer(console: Console, entry: Entry, result: Result, format: str, plans: Console | None = None) -> None:
    """The headline, and the plan or the plans in the notation asked for; these may go to a console of their own."""
    plans = plans or console
    console.print(headline(entry, result))
    answer = result.answer
    if answer.plan is None:
        return
    if answer.plans is None:
        print_plan(plans, entry.level, answer.plan, format)
        return
    within = f"within the limit of {entry.level.limit}" if entry.level.limit is not None else "of that length"
    console.print(f"{many(answer.plans)} {'plan' if answer.plans == 1 else 'plans'} {within}")
    for number, plan in enumerate(answer.listed):
        if number and format not in IN_A_LINE:
            plans.print()  # or nobody could tell where the next one begins
        print_plan(plans, entry.level, plan, format)
    if answer.plans > len(answer.listed):
        console.print(f"({many(answer.plans - len(answer.listed))} more; raise --limit to list them)")


class Several:
    """The answers of several levels: a row for each as it is found, and at the end what came out in all."""

    def __init__(self, entries: list[Entry], engine: str, *, all_plans: bool, shows_rows: bool = True) -> None:
        cost = any(entry.level.law.measure == "cost" for entry in entries)
        nodes = ENGINES[engine].nodes if engine in ENGINES else "positions"
        self._nodes = nodes
        names = ["moves", "pushes", *(["cost"] if cost else []), *(["plans"] if all_plans else []), nodes, "seconds"]
        self._rows = Rows(entries, names) if shows_rows else None
        self._asked = len(entries)
        self._tally: Counter[str] = Counter()
        self._seconds = 0.0

    def add(self, entry: Entry, result: Result | None) -> None:
        """None stands for a level that an engine failed on."""
        self._tally[result.status if result else FAILED] += 1
        self._seconds += result.seconds if result else 0.0
        if self._rows is not None:
            cells = _cells(result) if result else {}
            outcome = outcome_of(result.answer) if result else FAILED
            self._rows.add(entry, outcome, {**cells, self._nodes: cells.get("nodes", "")})

    def summary(self) -> str:
        tally = self._tally
        words = ", ".join(f"{tally[status]} {status}" for status in (*_COLOURS, FAILED) if tally[status])
        return f"{tally.total()} of {count(self._asked, 'level')}: {words or 'none'}; {self._seconds:.2f} s"


def _cells(result: Result) -> dict[str, str]:
    counts, answer = result.counts, result.answer
    return {
        "moves": figure(counts.moves if counts else None),
        "pushes": figure(counts.pushes if counts else None),
        "cost": figure(result.cost if result.level.law.measure == "cost" else None),
        "plans": many(answer.plans) if answer.plans is not None else "",
        "nodes": figure(answer.nodes),
        "seconds": f"{result.seconds:.2f}",
    }
