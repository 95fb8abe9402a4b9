"""Workers of a cluster, through Dask: the same crew as `crew.py`, wherever the processes are.

`--cluster ADDRESS` joins a scheduler that is already there, `--cluster local:N` starts one with N workers here. Dask
moves chunks to workers and notices when one of them dies; how large chunks are, and what is done again how often, is
decided by `dispatch.py`, which also knows that a level that kills workers must not go round forever.

The only file that knows Dask. It is an extra: `pip install "sokoplan[cluster]"`.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections import deque
from contextlib import suppress
from functools import cache
from importlib import metadata
from queue import Empty, Queue
from typing import Any

from sokoplan.errors import InputError
from sokoplan.solving.chunk import Puzzle, Question, Reply, answer_chunk
from sokoplan.solving.dispatch import Chunk, Done
from sokoplan.system.extras import missing_extra

_PATIENCE = 30.0  # seconds until a scheduler that does not answer is given up
_LOOK = 0.5  # seconds between looks at how many workers there are
_AHEAD = 2


def check_address(address: str) -> None:
    """InputError if this is neither `local:N` nor an address."""
    kind, _, rest = address.partition(":")
    if kind == "local" and not (rest.isdigit() and 1 <= int(rest) <= 1000):
        raise InputError(f"--cluster {address}: local:N starts N workers here", "For two of them: --cluster local:2.")
    if kind != "local" and not rest:
        raise InputError(
            f"--cluster {address} is no address of a scheduler",
            "`dask scheduler` prints it: tcp://192.168.1.10:8786. Or start one here: --cluster local:2.",
        )


@cache
def version() -> str:
    """As it was installed on this machine."""
    return metadata.version("sokoplan")


def answer_remotely(wanted: str, packed: bytes) -> tuple[str, bytes, float]:
    """What a worker runs: its own version, the replies (none if that is another one), and the time it took.

    Packed both ways, so that Dask has one string to move and not lists of lists to look into.
    """
    if wanted != version():
        return version(), b"", 0.0
    question, puzzles = unpacked_chunk(packed)
    before = time.monotonic()
    replies = answer_chunk(question, puzzles)
    return wanted, pickle.dumps(replies), time.monotonic() - before


def unpacked_chunk(packed: bytes) -> tuple[Question, list[Puzzle]]:
    chunk: tuple[Question, list[Puzzle]] = pickle.loads(packed)
    return chunk


class DaskCrew:
    def __init__(self, address: str) -> None:
        check_address(address)
        try:
            import dask
            from distributed import Client, LocalCluster
        except ImportError:
            raise missing_extra("dask", "cluster", "--cluster") from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # a worker that dies is our business, see `wait`
        self.address = address
        self.cluster: Any = None
        kind, _, number = address.partition(":")
        try:
            if kind == "local":
                dask.config.set({"distributed.scheduler.allowed-failures": 0})  # `dispatch` counts them
                self.cluster = LocalCluster(
                    n_workers=int(number), threads_per_worker=1, processes=True, dashboard_address=None,
                    silence_logs=logging.CRITICAL, host="127.0.0.1",
                )  # fmt: skip
            self.client: Any = Client(
                self.cluster or address, timeout=_PATIENCE, set_as_default=False, name="sokoplan"
            )
        except (OSError, ValueError) as error:
            raise InputError(
                f"there is no Dask scheduler at {address}: {_first_line(error)}",
                "Start one with `dask scheduler`, or use --cluster local:2.",
            ) from None
        self.came_back: Queue[Any] = Queue()
        self.chunks: dict[str, Chunk] = {}
        self.threads = 0
        self.looked = 0.0

    @property
    def wants(self) -> int:
        """Workers come and go; what is asked for follows."""
        now = time.monotonic()
        if now - self.looked > _LOOK or not self.threads:
            self.looked = now
            workers = self.client.scheduler_info(n_workers=-1)["workers"].values()
            self.threads = sum(worker["nthreads"] for worker in workers)
        return max(1, self.threads) * _AHEAD

    def start(self, chunk: Chunk) -> None:
        # A chunk is sent once: who died over it is counted by `dispatch`, and not asked twice by Dask itself.
        packed = pickle.dumps((chunk.question, chunk.puzzles))
        future = self.client.submit(answer_remotely, version(), packed, retries=0, pure=False)
        self.chunks[future.key] = chunk
        future.add_done_callback(self.came_back.put)

    def wait(self) -> list[Done]:
        done: list[Done] = []
        ready: deque[Any] = deque([self._first()])
        while not self.came_back.empty():
            ready.append(self.came_back.get_nowait())
        for future in ready:
            chunk = self.chunks.pop(future.key)
            try:
                theirs, packed, seconds = future.result()
            except Exception as error:  # whatever a worker may raise
                done.append(self._lost(chunk, error))
                continue
            if theirs != version():
                raise InputError(
                    f"a worker of {self.address} has sokoplan {theirs}, and this is {version()}",
                    "Install the same version everywhere.",
                )
            replies: list[Reply] = pickle.loads(packed)
            done.append(Done(chunk, replies, seconds))
        return done

    def _lost(self, chunk: Chunk, error: Exception) -> Done:
        from distributed import CancelledError, KilledWorker

        if isinstance(error, KilledWorker):
            return Done(chunk, None, how=f"on {error.last_worker.address}")
        if isinstance(error, CancelledError | OSError):
            raise InputError(f"the scheduler {self.address} went away; what came back is stored") from None
        raise InputError(
            f"a worker of {self.address} could not begin: {type(error).__name__}: {_first_line(error)}",
            f"Install sokoplan {version()} on every worker.",
        ) from None

    def _first(self) -> Any:
        """Wait for a chunk, while Ctrl-C and a scheduler that went away are noticed."""
        while True:
            try:
                return self.came_back.get(timeout=_LOOK)
            except Empty:
                if self.client.status not in ("running", "connecting"):
                    raise InputError(f"the scheduler {self.address} went away; what came back is stored") from None

    def close(self) -> None:
        for future in list(self.chunks):
            self.client.futures.pop(future, None)
        self.client.close(timeout=5)
        if self.cluster is not None:
            # Dask stumbles where it is just about to start a dead worker again. All answers are in by now, and what
            # still runs ends with this process.
            with suppress(AssertionError, TimeoutError):
                self.cluster.close(timeout=5)


def _first_line(error: BaseException | None) -> str:
    return str(error or "cancelled").partition("\n")[0]
