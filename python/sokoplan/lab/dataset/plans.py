"""Best plans from a batch store: what `batch run` has proved need not be proved again, and the other way round.

Comes in:  a level with where it came from.     Goes out: a Result, from the store or the engines.

A plan in the store is for one drawing of the puzzle, so it is turned to the one given, and checked by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from sokoplan.engines import choose, repeatable
from sokoplan.engines.answer import Budget, Objective, Report
from sokoplan.lab.batch.intake import Intake
from sokoplan.lab.batch.store import Store, answer_of, writing
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.symmetry import inverse, normal, turned_keys
from sokoplan.puzzle.verify import verify
from sokoplan.solving.chunk import Reply, reply_of, result_of
from sokoplan.solving.failure import InternalError
from sokoplan.solving.result import Result
from sokoplan.solving.solve import request_for, solve

Ask = Callable[[Entry, Objective, Budget, Report], Result]


def ask_engines(entry: Entry, objective: Objective, budget: Budget, report: Report) -> Result:
    request = request_for(entry.level, objective)
    options = repeatable(request) if choose("auto", request) == "search" else {}
    return solve(entry.level, "auto", objective, budget, options=options, report=report)


@contextmanager
def asking(path: Path | None) -> Iterator[Ask]:
    """How to get the best plan of a level: from this store where it has one, else from the engines."""
    with writing(path) if path is not None else nullcontext() as store:
        yield ask_engines if store is None else _Stored(store).ask


class _Stored:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._intake = Intake(store, each=lambda file: iter(()), refused=lambda error: None)

    def ask(self, entry: Entry, objective: Objective, budget: Budget, report: Report) -> Result:
        question = self._store.question(objective)
        self._intake.reading = entry.level.reading
        pending = self._intake.take_in([entry], question)
        if not pending and (known := self._known(entry, objective, question)) is not None:
            return known
        result = ask_engines(entry, objective, budget, report)
        if result.reason != "cancelled" or result.plan is not None:
            puzzle = normal(entry.level)
            answer = answer_of(reply_of(result), budget.seconds)
            if answer.plan is not None:
                answer = answer._replace(plan=turned_keys(answer.plan, puzzle.turn))
            self._store.put(question, objective, [(self._store.board(puzzle.key), answer)])
        return result

    def _known(self, entry: Entry, objective: Objective, question: int) -> Result | None:
        """The stored answer, if it is a proof."""
        puzzle = normal(entry.level)
        answer = self._store.answer(self._store.board(puzzle.key), question)
        if answer is None or not (answer.optimal or answer.status == "unsolvable"):
            return None
        lurd, counts = None, None
        if answer.plan is not None:
            lurd = turned_keys(answer.plan, inverse(puzzle.turn))
            verdict = verify(entry.level, Plan(lurd.lower()))
            if not verdict.solved:
                raise InternalError(f"the store has a wrong plan for {entry.name}: {verdict.why}", entry.level, lurd)
            counts = verdict.counts
        reply = Reply("unsolvable", objective, answer.engine, 0.0, "", bool(answer.optimal), lurd, counts)
        return result_of(entry.level, reply if lurd is None else reply._replace(status="solved"))
