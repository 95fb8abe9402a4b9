"""A run: the puzzles without an answer go out to the workers, and what comes back is stored, a batch at a time.

Whatever ends the run, the answers that have come back are stored before it ends; after `kill -9` at most those of the
last half second are missing, and the next run asks for them again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from sokoplan.errors import InputError
from sokoplan.lab.batch.store import Answer, Contradiction, Pending, Store, answer_of
from sokoplan.puzzle.symmetry import level_of
from sokoplan.solving.chunk import Drawn, Puzzle, Question
from sokoplan.solving.dispatch import Crew, dispatch
from sokoplan.solving.failure import InternalError

_SECONDS = 0.5
_TOGETHER = 500


@dataclass
class Tally:
    """What a run has done so far."""

    asked: int = 0
    stored: int = 0  # on the disk
    statuses: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def add(self, answer: Answer) -> None:
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        if answer.status == "failed" and len(self.failures) < 20:
            self.failures.append(answer.reason)


def run(
    store: Store,
    pending: Iterable[Pending],
    question: Question,
    crew: Crew,
    told: Callable[[Tally], object] = lambda tally: None,
) -> Tally:
    """Ask about all of these; `told` is called after every batch that was stored."""
    number = store.question(question.objective)
    tally = Tally()
    waiting: dict[int, Answer] = {}  # came back, not stored yet
    under_way: set[int] = set()
    last = time.monotonic()

    def puzzles() -> Iterator[tuple[int, Puzzle]]:
        for board, text, reading in pending:
            if board not in under_way and board not in waiting:
                under_way.add(board)
                tally.asked += 1
                drawn = Drawn(text, reading)
                yield board, drawn if not text.startswith("{") else level_of(text, reading)

    def store_waiting() -> None:
        nonlocal last
        last = time.monotonic()
        if not waiting:
            return
        try:
            store.put(number, question.objective, waiting.items())
        except Contradiction as error:
            raise _bug(store, error) from None
        tally.stored += len(waiting)
        for answer in waiting.values():
            tally.add(answer)
        waiting.clear()
        told(tally)

    replies = dispatch(puzzles(), question, crew)
    try:
        for board, reply in replies:
            under_way.discard(board)
            if reply.reason != "cancelled" or reply.lurd is not None:
                waiting[board] = answer_of(reply, question.seconds)
            if len(waiting) >= _TOGETHER or time.monotonic() - last > _SECONDS:
                store_waiting()
    except (KeyboardInterrupt, InputError):
        replies.close()
        store_waiting()
        raise
    finally:
        replies.close()
    store_waiting()
    return tally


def _bug(store: Store, error: Contradiction) -> InternalError:
    text, reading = store.connection.execute(
        "SELECT text, reading FROM board WHERE id = ?", (error.board,)
    ).fetchone()
    says = f"two answers contradict each other, and the old one was kept: {error}"
    return InternalError(says, level_of(text, reading))
