"""The other end of `crew.py`: a worker process. Alone in its file, so that it starts with little to import."""

from __future__ import annotations

import contextlib
import time
from multiprocessing.connection import Connection

from sokoplan.solving.chunk import answer_chunk
from sokoplan.system.process import die_with_parent


def serve(descriptor: int) -> None:
    """Chunk after chunk, until the pipe is closed."""
    die_with_parent()
    pipe = Connection(descriptor)
    with contextlib.suppress(EOFError, OSError):
        while True:
            question, puzzles = pipe.recv()
            before = time.monotonic()
            replies = answer_chunk(question, puzzles)
            pipe.send((replies, time.monotonic() - before))
