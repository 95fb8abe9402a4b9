"""Workers that are not processes, for tests of what happens between workers and a run."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from sokoplan.solving.chunk import Reply, answer_chunk
from sokoplan.solving.dispatch import Chunk, Done


class HereCrew:
    """Answers in this process, chunk by chunk. `deadly` says over which chunks a worker dies."""

    wants = 2

    def __init__(self, deadly: Callable[[Chunk], bool] = lambda chunk: False) -> None:
        self.deadly = deadly
        self.chunks: deque[Chunk] = deque()
        self.sizes: list[int] = []
        self.closed = False

    def start(self, chunk: Chunk) -> None:
        self.chunks.append(chunk)
        self.sizes.append(len(chunk.numbers))

    def wait(self) -> list[Done]:
        chunk = self.chunks.popleft()
        if self.deadly(chunk):
            return [Done(chunk, None, how="by signal SIGKILL")]
        return [Done(chunk, self.answer(chunk), 0.01 * len(chunk.numbers))]

    def answer(self, chunk: Chunk) -> list[Reply]:
        return answer_chunk(chunk.question, chunk.puzzles)

    def close(self) -> None:
        self.closed = True
