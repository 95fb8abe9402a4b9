"""A cluster: a real Dask scheduler and real worker processes on this machine, killed and of other versions."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from helpers.command import sokoplan
from helpers.levels import drawn
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.lab.batch.store import reading

pytest.importorskip("distributed")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]  # four Pythons start, each with all of Dask

LEVELS = 400


def corridors(number: int) -> str:
    """All different: one box, and a pattern of alcoves that spells the number."""
    boards = []
    for at in range(number):
        alcoves = f"{at:09b}".replace("0", "#").replace("1", " ")
        boards.append(f"{'#' * 14}\n#@$       . ##\n##{alcoves}####\n{'#' * 14}\n")
    return "\n".join(boards)


class Cluster:
    """Processes of Dask's own commands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self._start(
            "import sys; from distributed.cli.dask_scheduler import main; main()",
            "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file),
        )  # fmt: skip
        wait_for(file.exists)
        wait_for(lambda: bool(file.read_text().strip()))
        import json

        self.address: str = json.loads(file.read_text())["address"]

    def worker(self, *more: str) -> subprocess.Popen[bytes]:
        return self._start(
            "from distributed.cli.dask_worker import main; main()",
            self.address, "--nworkers", "1", "--nthreads", "1", "--no-dashboard", "--no-nanny",
            "--local-directory", str(self.folder), *more,
        )  # fmt: skip

    def _start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", program, *arguments],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


def wait_for(ready: Callable[[], object], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    monkeypatch.chdir(tmp_path)
    Path("a.xsb").write_text(corridors(LEVELS))
    found = Cluster(tmp_path)
    yield found
    found.close()


def client(cluster: Cluster) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [
            sys.executable, "-m", "sokoplan", "batch", "run", "s.store", "a.xsb", "--objective", "pushes",
            "--cluster", cluster.address,
        ],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def answered() -> int:
    if not Path("s.store").exists():
        return 0
    ran = sokoplan("batch", "status", "s.store", "--json")
    return int(ran.stdout.partition('"answered": ')[2].partition(",")[0] or 0)


def test_a_worker_is_killed_then_the_client_and_the_rest_is_done(cluster: Cluster) -> None:
    victim, _ = cluster.worker(), cluster.worker()
    running = client(cluster)
    wait_for(lambda: answered() or running.poll() is not None)
    victim.send_signal(signal.SIGKILL)
    now = answered()
    wait_for(lambda: answered() > now or running.poll() is not None)
    running.kill()
    running.communicate()
    ended = client(cluster)
    out, err = ended.communicate(timeout=100)
    assert ended.returncode == 0, err
    assert "answers stored" in out
    with reading(Path("s.store")) as store:
        assert store.check() == []
        rows = store.connection.execute("SELECT status, optimal, pushes FROM answer").fetchall()
    assert rows == [("solved", 1, 8)] * LEVELS


def test_a_worker_of_another_version_is_refused(cluster: Cluster) -> None:
    Path("older.py").write_text("from sokoplan.solving import cluster\ncluster.version = lambda: '0.0.1'\n")
    cluster.worker("--preload", str(Path("older.py").absolute()))
    running = client(cluster)
    _, err = running.communicate(timeout=100)
    assert running.returncode == ExitCode.BAD_INPUT
    assert "has sokoplan 0.0.1, and this is" in err
    assert "Install the same version everywhere." in err


def test_a_level_that_kills_its_workers_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On workers of our own, each of which is started again when it dies."""
    from sokoplan.solving import cluster as module
    from sokoplan.solving.chunk import Question, puzzle_of
    from sokoplan.solving.dispatch import dispatch

    monkeypatch.chdir(tmp_path)
    deadly = drawn("######\n#@$ .#\n######")
    levels = [drawn("#####\n#@$.#\n#####")] * 3 + [deadly]
    helpers = str(Path(__file__).parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([helpers, os.environ.get("PYTHONPATH", "")]))
    from helpers.deadly import answer_or_die

    monkeypatch.setattr(module, "answer_remotely", answer_or_die)
    found = dict(dispatch(enumerate(map(puzzle_of, levels)), Question("pushes"), module.DaskCrew("local:1")))
    assert [found[number].status for number in range(3)] == ["solved"] * 3
    assert found[3].error.startswith("3 workers died over this level, the last on tcp://127.0.0.1:")


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("local:many", "local:N starts N workers here"),
        ("nowhere", "is no address of a scheduler"),
        ("tcp://127.0.0.1:1", "there is no Dask scheduler at tcp://127.0.0.1:1"),
    ],
)
def test_addresses(address: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sokoplan.solving.cluster._PATIENCE", 1.0)
    Path("a.xsb").write_text(corridors(1))
    ran = sokoplan("batch", "run", "s.store", "a.xsb", "--cluster", address)
    assert ran.returncode == ExitCode.BAD_INPUT
    assert says in ran.stderr
