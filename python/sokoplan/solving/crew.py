"""Worker processes of this machine: chunks of levels go to them through pipes, replies come back.

Fresh interpreters, as in `worker.py` and for the same reasons: Ctrl-C reaches only the parent, and if the parent
dies, however it dies, the system ends them. Each has one chunk under way and one waiting, so that it never waits.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections import deque
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait

from sokoplan.solving.dispatch import Chunk, Done
from sokoplan.system.process import how_it_ended

_CHILD = "from sokoplan.solving.crew_worker import serve; serve({})"
_AHEAD = 2  # chunks of one worker: the one under way, and the next


class _Worker:
    def __init__(self) -> None:
        self.pipe, theirs = Pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", _CHILD.format(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        theirs.close()
        self.chunks: deque[Chunk] = deque()

    def send(self, chunk: Chunk) -> None:
        self.chunks.append(chunk)
        with contextlib.suppress(OSError):  # a worker that died is noticed when we wait for it
            self.pipe.send((chunk.question, chunk.puzzles))

    def end(self) -> str:
        """Make sure that it is gone, and say how it went."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.pipe.close()
        return how_it_ended(self.process.returncode)


class LocalCrew:
    """So many processes; they are started as there is work for them."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.workers: list[_Worker] = []

    @property
    def wants(self) -> int:
        return self.jobs * _AHEAD

    def start(self, chunk: Chunk) -> None:
        idle = min(self.workers, key=lambda worker: len(worker.chunks), default=None)
        if len(self.workers) < self.jobs and (idle is None or idle.chunks):
            idle = _Worker()
            self.workers.append(idle)
        assert idle is not None
        idle.send(chunk)

    def wait(self) -> list[Done]:
        by_pipe = {worker.pipe: worker for worker in self.workers if worker.chunks}
        done: list[Done] = []
        for pipe in wait(list(by_pipe)):
            assert isinstance(pipe, Connection)
            done += self._received(by_pipe[pipe])
        return done

    def _received(self, worker: _Worker) -> list[Done]:
        try:
            replies, seconds = worker.pipe.recv()
        except (EOFError, OSError):
            self.workers.remove(worker)
            how = worker.end()
            # Only the first chunk was under way; the worker had not begun with what was waiting behind it.
            first, *rest = worker.chunks
            for chunk in rest:
                self.start(chunk)
            return [Done(first, None, how=how)]
        return [Done(worker.chunks.popleft(), replies, seconds)]

    def close(self) -> None:
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.end()
        self.workers.clear()
