"""Many levels over many workers: who gets what, what is done again, and when to give up on a level.

Comes in:  numbered puzzles, a question, and a `Crew`: worker processes of this machine, or of a cluster.
Goes out:  replies as they come, each with the number of its puzzle.

Chunks are sized by the time that levels took so far, so that neither sending them around nor waiting for the last one
costs much. A level that takes longer than `SLICE` does not hold up the others of its chunk: it is put back, and asked
alone with its full limits. If a worker dies, so are all levels of its chunk; one whose workers died `MOST_DEATHS`
times is reported as failed. The last try is made when nothing else is under way: on a cluster nobody knows which of
the chunks that a worker had was the one that killed it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

from sokoplan.solving.chunk import Drawn, Puzzle, Question, Reply, failed

CHUNK_SECONDS = 0.25
SLICE = 1.0
MOST_DEATHS = 3
_MOST_LEVELS = 200
_MOST_CELLS = 50_000  # less than a pipe holds, so that nobody waits in sending while the other side sends too
_FIRST = 4
_NEWEST = 0.3  # the weight of the newest chunk in the mean time of a level


@dataclass
class Chunk:
    """Levels that are sent together."""

    question: Question
    numbers: list[int]
    puzzles: list[Puzzle]
    deaths: int = 0  # workers that died over it

    @property
    def is_sliced(self) -> bool:
        return len(self.numbers) > 1


@dataclass
class Done:
    """A chunk that came back; without replies, its worker died."""

    chunk: Chunk
    replies: list[Reply] | None
    seconds: float = 0.0
    how: str = ""  # how the worker died


class Crew(Protocol):
    """Workers."""

    @property
    def wants(self) -> int:
        """How many chunks should be under way, so that nobody waits."""

    def start(self, chunk: Chunk) -> None: ...

    def wait(self) -> list[Done]:
        """At least one chunk that came back, after however long; [] if a signal came in between."""

    def close(self) -> None:
        """End the workers; what is under way is lost."""


@dataclass
class _Queue:
    source: Iterator[tuple[int, Puzzle]]
    question: Question
    alone: deque[Chunk] = field(default_factory=deque)
    suspects: deque[Chunk] = field(default_factory=deque)  # their next worker is the last one that may die
    mean: float = 0.0  # seconds a level, so far
    under_way: int = 0

    def next(self) -> Chunk | None:
        """Slow levels that were put back go first: quick ones fill the gaps, and the end is not one long level."""
        return self.alone.popleft() if self.alone else self._fresh()

    def _fresh(self) -> Chunk | None:
        size = _FIRST if not self.mean else max(1, min(_MOST_LEVELS, int(CHUNK_SECONDS / self.mean)))
        numbers, puzzles, cells = [], [], 0
        for number, puzzle in self.source:
            numbers.append(number)
            puzzles.append(puzzle)
            cells += len(puzzle.text) if isinstance(puzzle, Drawn) else puzzle.height * puzzle.width
            if len(numbers) == size or cells > _MOST_CELLS:
                break
        if not numbers:
            return None
        limit = self.question.seconds
        question = self.question
        if len(numbers) > 1:
            question = replace(question, seconds=SLICE if limit is None else min(limit, SLICE))
        return Chunk(question, numbers, puzzles)

    def put_back(self, number: int, puzzle: Puzzle, deaths: int) -> None:
        chunks = self.suspects if deaths == MOST_DEATHS - 1 else self.alone
        chunks.append(Chunk(self.question, [number], [puzzle], deaths))

    def learn(self, done: Done) -> None:
        if done.replies:
            mean = max(done.seconds, 1e-6) / len(done.replies)
            self.mean = mean if not self.mean else (1 - _NEWEST) * self.mean + _NEWEST * mean


def dispatch(
    puzzles: Iterable[tuple[int, Puzzle]], question: Question, crew: Crew
) -> Generator[tuple[int, Reply], None, None]:
    """All puzzles, in the order in which they are answered. Closing the iterator ends the workers."""
    queue = _Queue(iter(puzzles), question)
    try:
        while True:
            while queue.under_way < crew.wants and (chunk := queue.next()) is not None:
                crew.start(chunk)
                queue.under_way += 1
            if not queue.under_way:
                if not queue.suspects:
                    return
                crew.start(queue.suspects.popleft())
                queue.under_way += 1
            for done in crew.wait():
                queue.under_way -= 1
                yield from _taken(done, queue)
    finally:
        crew.close()


def _taken(done: Done, queue: _Queue) -> Iterator[tuple[int, Reply]]:
    chunk, question = done.chunk, queue.question
    if done.replies is None:
        deaths = chunk.deaths + 1
        for number, puzzle in zip(chunk.numbers, chunk.puzzles, strict=True):
            if deaths < MOST_DEATHS:
                queue.put_back(number, puzzle, deaths)
            else:
                yield number, failed(question, f"{deaths} workers died over this level, the last {done.how}")
        return
    queue.learn(done)
    for number, puzzle, reply in zip(chunk.numbers, chunk.puzzles, done.replies, strict=True):
        cut_short = reply.reason == "time" and chunk.question.seconds != question.seconds
        if cut_short:
            queue.put_back(number, puzzle, chunk.deaths)
        else:
            yield number, reply
