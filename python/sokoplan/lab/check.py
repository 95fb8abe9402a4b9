"""Levels put to the test: every engine asked solves each or proves it unsolvable, and all that is known of it holds.

Comes in:  levels, engines, an objective, a budget for each answer, and what is expected.
Goes out:  one `Checked` after the other, as they finish; `ok`, or `why` not in a sentence.

What is checked: the solutions in the level's own file; that each engine answers; its plan, by the rules (`solving`
does that to every plan); that no two answers, nor an answer and a stored solution, contradict each other; and the
optimum or the "unsolvable" that was expected. The idea is the course project's, whose window runs such tests on maps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from sokoplan.engines.answer import Budget, Objective, Progress
from sokoplan.errors import InputError
from sokoplan.lab.bench import cpu_seconds
from sokoplan.lab.expected import Expectations, Expected
from sokoplan.lab.rows import Row, failed_row, row_of
from sokoplan.puzzle.level import Level, count
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.notation import read_plan
from sokoplan.puzzle.objective import value_of
from sokoplan.puzzle.plan import Counts
from sokoplan.puzzle.rules import Snapshot
from sokoplan.puzzle.verify import verify
from sokoplan.solving.agreement import Claim, contradiction
from sokoplan.solving.ask import Run
from sokoplan.solving.failure import InternalError
from sokoplan.solving.result import Result
from sokoplan.solving.solve import request_for, solve
from sokoplan.solving.wording import first_line, outcome, summary

STORED = "solution in the file"
Watch = Callable[[Entry, str, Progress], None]


@dataclass(frozen=True)
class Checked:
    """One answer, or one stored solution, and whether all is well with it."""

    entry: Entry
    who: str  # an engine, or STORED
    why: str  # what is wrong, as a sentence without its full stop; empty if nothing is
    row: Row
    position: Snapshot | None = None  # where a plan that is wrong ends; None: the start

    @property
    def ok(self) -> bool:
        return not self.why

    @property
    def outcome(self) -> str:
        """The answer in a word or two."""
        return outcome(self.row.status, self.row.reason, self.row.optimal)

    def facts(self) -> dict[str, object]:
        """For JSON."""
        row = self.row
        return {
            "file": row.file, "index": row.index, "name": self.entry.name, "who": self.who, "ok": self.ok,
            "why": self.why or None, "status": row.status, "optimal": row.optimal, "moves": row.moves,
            "pushes": row.pushes, "cost": row.cost, "plan": row.plan or None, "cpu": row.cpu, "seconds": row.seconds,
        }  # fmt: skip


def check(
    entries: Iterable[Entry],
    engines: Iterable[str],
    objective: Objective,
    budget: Budget,
    expectations: Expectations | None = None,
    *,
    run: Run | None = None,
    watch: Watch = lambda entry, engine, sign: None,
) -> Iterator[Checked]:
    """Level by level: its stored solutions, then one engine after the other. A cancelled search ends it."""
    names = list(engines)
    for entry in entries:
        expected = (expectations or Expectations()).of(entry)
        claims: list[Claim] = []
        yield from _stored(entry, objective, claims)
        for engine in names:
            checked = _asked(entry, engine, objective, budget, claims, expected, run, watch)
            yield checked
            if checked.row.reason == "cancelled":
                return


def rounds(entries: Iterable[Entry], engines: Iterable[str]) -> int:
    """How many rows there will be."""
    engines = list(engines)
    return sum(len(entry.level.solutions) + len(engines) for entry in entries)


def _stored(entry: Entry, objective: Objective, claims: list[Claim]) -> Iterator[Checked]:
    """The solutions in the file; those that hold are claims that the engines' answers are compared with."""
    level = entry.level
    objective = request_for(level, objective).objective
    for solution in level.solutions:
        before = cpu_seconds()
        try:
            read = read_plan(solution.keys, level)
        except InputError as error:
            yield Checked(entry, STORED, first_line(error), failed_row(entry, STORED, objective, 0.0, "", error))
            continue
        verdict = verify(level, read.plan)
        cost = _cost(level, objective, verdict.counts)
        row = Row(
            entry.file, entry.index, level.title, STORED, objective, "solved" if verdict.solved else "wrong", "",
            False, verdict.counts.moves, verdict.counts.pushes, cost, 0, round(cpu_seconds() - before, 4), 0.0,
            plan=verdict.lurd, reading=level.reading, game=level.game, alone=entry.alone,
        )  # fmt: skip
        if verdict.solved:
            value = value_of(objective, cost, verdict.counts.moves, verdict.counts.pushes)
            claims.append(Claim(f"the {STORED}", "solved", value))
            yield Checked(entry, STORED, "", row)
        else:
            yield Checked(entry, STORED, verdict.why, row, verdict.position)


def _cost(level: Level, objective: Objective, counts: Counts) -> int:
    if level.law.measure == "cost":
        return counts.cost
    return counts.pushes if objective.startswith("pushes") else counts.moves


def _asked(
    entry: Entry, engine: str, objective: Objective, budget: Budget, claims: list[Claim], expected: Expected | None,
    run: Run | None, watch: Watch,
) -> Checked:  # fmt: skip
    before = cpu_seconds()
    try:
        result = solve(
            entry.level, engine, objective, budget, file_options=True, run=run,
            report=lambda sign: watch(entry, engine, sign),
        )  # fmt: skip
    except (InputError, InternalError) as error:
        row = failed_row(entry, engine, objective, cpu_seconds() - before, "", error)
        return Checked(entry, engine, first_line(error), row)
    row = row_of(entry, result, cpu_seconds() - before)
    wrong = _wrong(result, claims, expected)
    claims.append(result.claim)
    return Checked(entry, engine, wrong, row, _end_of(result) if wrong and result.plan else None)


def _end_of(result: Result) -> Snapshot | None:
    return verify(result.level, result.plan).position if result.plan is not None else None


def _wrong(result: Result, claims: list[Claim], expected: Expected | None) -> str:
    """What is wrong with a verified answer: it is none, or it goes against an earlier one or what was expected."""
    if result.status == "unknown":
        # A planner that only tries ever longer plans cannot prove that there is none; that it found none will do.
        hopeless = (expected is not None and not expected.solvable) or any(
            claim.status == "unsolvable" for claim in claims
        )
        if hopeless and result.reason == "horizon":
            return ""
        return _NO_ANSWER.get(result.reason, "there is no answer")
    for claim in claims:
        why = contradiction(claim, result.claim)
        if why:
            return f"it contradicts {claim.who}: {why}"
    return _unexpected(result, expected) if expected is not None else ""


_NO_ANSWER = {
    "time": "there is no answer within the time limit (--time)",
    "memory": "there is no answer within the memory limit (--memory)",
    "horizon": "there is no plan within the engine's horizon, and no proof that there is none",
    "cancelled": "it was stopped",
}


def _unexpected(result: Result, expected: Expected) -> str:
    if result.status == "unsolvable":
        return "it is proved unsolvable, but a plan was expected" if expected.solvable else ""
    if not expected.solvable:
        return f"it was expected to be unsolvable, but it is {summary(result)}"
    # Under `any` nothing is minimised, so a longer plan is no contradiction.
    measure = "moves" if result.objective == "any" else result.level.law.measured(result.objective).split("-")[0]
    least, found = expected.least(measure), result.moves if result.objective == "any" else result.cost
    if least is None or found is None or found == least or (found > least and result.objective == "any"):
        return ""
    was = "was" if least == 1 or measure == "cost" else "were"
    return f"the best plan has {_amount(found, measure)}, but {least} {was} expected"


def _amount(number: int, measure: str) -> str:
    word = {"moves": "move", "pushes": "push"}.get(measure)
    return count(number, word) if word else f"{measure} {number}"
