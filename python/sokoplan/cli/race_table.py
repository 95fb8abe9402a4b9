"""A race on the screen: one row a lane, drawn live on standard error, and at the end who won and by how much."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import JustifyMethod
from rich.live import Live
from rich.table import Table

from sokoplan.cli.output import err, is_narrow, out
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import printable
from sokoplan.puzzle.library import Entry
from sokoplan.solving.race import Lane, Race, Watcher, able, race
from sokoplan.solving.solve import request_for
from sokoplan.solving.wording import figure, outcome_of, value
from sokoplan.solving.worker import run as in_a_child

# The others may go on for so many times the winner's time, and at least for so many seconds.
_TIMES, _AT_LEAST = 10.0, 10.0


def run_race(entry: Entry, objective: Objective, budget: Budget, *, all_plans: bool, most: int, quiet: bool) -> Race:
    """Every engine that can be asked this, each in a child of its own, so that its memory is its own too."""
    request = request_for(entry.level, objective, all_plans=all_plans, most=most)
    starts = dict.fromkeys(able(request), 0.0)
    with _drawn(printable(entry.name)) as watch:
        over = race(request, starts, budget, watch, patience=_patience, run=in_a_child)
    if not quiet:
        out().print(table_of(over.lanes, narrow=is_narrow(out())))
        out().print(verdict(over))
    return over


def _patience(seconds: float) -> float:
    return max(seconds * _TIMES, _AT_LEAST)


@contextmanager
def _drawn(title: str) -> Iterator[Watcher]:
    console = err()
    if not console.is_terminal:
        yield lambda lanes: None
        return
    with Live(console=console, transient=True, refresh_per_second=8) as live:
        yield lambda lanes: live.update(table_of(lanes, title, narrow=is_narrow(console)))


def table_of(lanes: tuple[Lane, ...], title: str = "", *, narrow: bool = False) -> Table:
    """Names and states on the left, figures on the right. In a narrow window some columns go; no figure is cut."""
    table = Table(box=None, header_style="bold", pad_edge=False, title=title or None, title_justify="left")
    columns = [name for name in _COLUMNS if not (narrow and name in _WIDE_ONLY)]
    for name in columns:
        words = name == "state"
        justify: JustifyMethod = "left" if name in ("engine", "state") else "right"
        table.add_column(
            name, justify=justify, no_wrap=True, overflow="ellipsis", min_width=None if words else len(name)
        )
    for lane in lanes:
        cells = dict(zip(_COLUMNS, _cells(lane), strict=True))
        table.add_row(*(cells[name] for name in columns))
    return table


_COLUMNS = ("engine", "state", "bound", "horizon", "nodes", "seconds", "MB")
_WIDE_ONLY = ("bound", "horizon", "nodes")


def _cells(lane: Lane) -> tuple[str, ...]:
    progress, answer = lane.progress, lane.result.answer if lane.result else None
    formula = answer.formula if answer else progress.formula
    memory = answer.memory_mb if answer and answer.memory_mb is not None else progress.memory_mb
    nodes = answer.nodes if answer else progress.nodes
    return (
        lane.engine,
        state_of(lane),
        figure(progress.bound),
        figure(formula.horizon if formula else None),
        figure(nodes or None),
        f"{lane.elapsed():.2f}",
        figure(memory),
    )


def state_of(lane: Lane) -> str:
    """One or two words: what it is doing, or what it said."""
    if lane.result is None:
        return printable(lane.words) if lane.words else lane.state
    answer = lane.result.answer
    if answer.status == "solved":
        return f"{outcome_of(answer)}, {value(lane.result)}"
    return "stopped" if answer.reason == "cancelled" else outcome_of(answer)


def verdict(over: Race) -> str:
    """`search won in 0.03 s; sat took 21 times as long, asp was stopped after 10.0 s`."""
    winner = over.winner
    if winner is None:
        return "no engine finished"
    rest = [_behind(lane, winner) for lane in over.lanes if lane is not winner]
    return "; ".join(filter(None, (f"{winner.engine} won in {winner.seconds:.2f} s", ", ".join(rest))))


def _behind(lane: Lane, winner: Lane) -> str:
    if lane.state == "answered" and lane.result is not None and lane.result.status != "unknown":
        return f"{lane.engine} took {lane.seconds / max(winner.seconds, 0.001):.1f} times as long"
    if lane.state in ("answered", "stopped"):
        return f"{lane.engine} had no answer after {lane.seconds:.1f} s"
    return f"{lane.engine} {lane.state}"


def facts_of(over: Race) -> dict[str, Any]:
    """For --json: every lane, and who won."""
    return {
        "winner": over.winner.engine if over.winner else None,
        "lanes": [
            {
                "engine": lane.engine,
                "state": lane.state,
                "status": lane.result.status if lane.result else None,
                "optimal": lane.result.answer.optimal if lane.result else None,
                "cost": lane.result.cost if lane.result else None,
                "seconds": round(lane.seconds, 3),
                "nodes": lane.result.answer.nodes if lane.result else lane.progress.nodes,
                "counted": ENGINES[lane.engine].nodes,
                "memory_mb": lane.result.answer.memory_mb if lane.result else lane.progress.memory_mb,
                "words": lane.words or None,
            }
            for lane in over.lanes
        ],
    }
