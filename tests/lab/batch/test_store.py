"""The store: which answer replaces which, who may write, and what a store that cannot be used is told."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from helpers.command import sokoplan
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.errors import InputError
from sokoplan.lab.batch import schema
from sokoplan.lab.batch.store import Answer, Contradiction, Store, better, reading, writing

SOLVED = Answer("solved", "", "rR", 2, 1, 1, 0, 1, "", "search", "1", 0.1, 1, 5, 10.0)
BEST = SOLVED._replace(optimal=1, proof="search:astar")
LONGER = SOLVED._replace(plan="rRRR", moves=4, pushes=3, cost=3)
UNKNOWN = SOLVED._replace(status="unknown", reason="time", plan=None, moves=None, pushes=None, cost=None)
UNSOLVABLE = UNKNOWN._replace(status="unsolvable", reason="", proof="search")
FAILED = UNKNOWN._replace(status="failed", reason="it broke")


@pytest.mark.parametrize(
    ("old", "new"),
    [(None, FAILED), (FAILED, UNKNOWN), (UNKNOWN, LONGER), (LONGER, SOLVED), (SOLVED, BEST), (UNKNOWN, UNSOLVABLE)],
)
def test_a_better_answer_replaces_a_worse_one_and_never_the_other_way(old: Answer | None, new: Answer) -> None:
    assert better(old, new, "pushes") == new
    if old is not None:
        assert better(new, old, "pushes") is None
    assert better(new, new, "pushes") is None


def test_the_best_bound_is_kept() -> None:
    raised = UNKNOWN._replace(bound=3, time_limit=1.0)
    kept = better(LONGER, raised, "pushes")
    assert kept == LONGER._replace(bound=3)
    assert better(raised, UNKNOWN, "pushes") == UNKNOWN._replace(bound=3)  # more time, and what was proved before


@pytest.mark.parametrize(("one", "two"), [(SOLVED, UNSOLVABLE), (BEST, SOLVED._replace(cost=0)), (UNSOLVABLE, BEST)])
def test_answers_that_contradict_each_other(one: Answer, two: Answer, tmp_path: Path) -> None:
    with writing(tmp_path / "a.store") as store:
        question = _with_board(store)
        store.put(question, "pushes", [(1, one)])
        with pytest.raises(Contradiction):
            store.put(question, "pushes", [(1, two)])
        assert _answers(store) == [one]


def _with_board(store: Store) -> int:
    with store.connection as connection:
        connection.execute("INSERT INTO board (key, reading, text) VALUES (x'00', 'end', '#@$.#')")
    return store.question("pushes")


def _answers(store: Store) -> list[Answer]:
    columns = ", ".join(Answer._fields)
    return [Answer(*row) for row in store.connection.execute(f"SELECT {columns} FROM answer ORDER BY question")]


def test_several_objectives_live_side_by_side(tmp_path: Path) -> None:
    with writing(tmp_path / "a.store") as store:
        pushes = _with_board(store)
        store.put(pushes, "pushes", [(1, BEST)])
        store.put(store.question("any"), "any", [(1, UNKNOWN)])
        assert _answers(store) == [BEST, UNKNOWN]


# --- opening --------------------------------------------------------------------------------------------------------


def test_two_runs_on_one_store(tmp_path: Path) -> None:
    path = tmp_path / "a.store"
    with writing(path), pytest.raises(InputError, match="another run is writing"), writing(path):
        pass
    with writing(path), reading(path) as store:  # looking is always allowed
        assert store.check() == []


def test_an_older_store_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "a.store"
    with sqlite3.connect(path) as connection:
        connection.executescript(
            f"{schema.STEPS[0]} PRAGMA application_id = {schema.APPLICATION}; PRAGMA user_version = 1;"
            "INSERT INTO board VALUES (1, x'00', 'end', '#@$.#'); INSERT INTO question VALUES (1, 'pushes');"
        )
    connection.close()
    with writing(path) as store:
        assert store.connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
        indexes = {row[1] for row in store.connection.execute("PRAGMA index_list(level)")}
        assert "level_of_board" in indexes
        assert store.count_pending(1) == 1


def told(*arguments: str) -> str:
    ran = sokoplan("batch", *arguments)
    assert ran.returncode == ExitCode.BAD_INPUT
    return ran.stderr


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("one.xsb").write_text("#####\n#@$.#\n#####\n")
    return tmp_path


@pytest.mark.usefixtures("folder")
class TestSentences:
    def test_a_store_of_a_newer_version(self) -> None:
        assert sokoplan("batch", "run", "a.store", "one.xsb", "--jobs", "1").returncode == 0
        with sqlite3.connect("a.store") as connection:
            connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
        connection.close()
        for arguments in (("run", "a.store", "one.xsb"), ("status", "a.store")):
            says = told(*arguments)
            assert "was written by a newer sokoplan" in says
            assert "Update sokoplan." in says

    def test_a_database_of_somebody_else_and_no_database(self) -> None:
        with sqlite3.connect("other.db") as connection:
            connection.execute("CREATE TABLE cats (name)")
        connection.close()
        assert "is a database, but not a store of sokoplan" in told("run", "other.db", "one.xsb")
        Path("text.store").write_text("This is no database at all, just some text that is long enough.\n" * 40)
        assert "text.store is not a store of sokoplan" in told("run", "text.store", "one.xsb")
        assert Path("text.store").read_text().startswith("This is no database")

    def test_no_store_and_no_folder(self) -> None:
        assert "there is no store a.store" in told("status", "a.store")
        assert "there is no store a.store" in told("run", "a.store")
        assert "no/a.store cannot be written" in told("run", "no/a.store", "one.xsb")
        assert not Path("a.store").exists()

    def test_a_store_that_is_read_only(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert sokoplan("batch", "run", "a.store", "one.xsb", "--jobs", "1").returncode == 0
        monkeypatch.setattr("sokoplan.lab.batch.store._WRITE", "ro")  # as the system does to those who are not root
        says = told("run", "a.store", "one.xsb", "--objective", "moves", "--jobs", "1")
        assert says.startswith("error: a.store cannot be written: it or its folder is read-only")

    def test_a_store_on_a_read_only_disk_can_be_looked_at(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert sokoplan("batch", "run", "a.store", "one.xsb", "--jobs", "1").returncode == 0
        opened: list[str] = []
        connect = sqlite3.connect

        def noted(name: str, *, uri: bool, timeout: float) -> sqlite3.Connection:
            opened.append(name)
            return connect(name, uri=uri, timeout=timeout)

        monkeypatch.setattr("sqlite3.connect", noted)
        monkeypatch.setattr("os.access", lambda path, mode: mode != os.W_OK)
        assert "1 levels" in sokoplan("batch", "status", "a.store").stdout
        Path("a.store-wal").write_bytes(b"")  # something that is not in the file yet must not be passed over
        sokoplan("batch", "status", "a.store")
        assert [name.partition("?")[2] for name in opened] == ["mode=ro&immutable=1", "mode=ro"]

    def test_a_disk_that_is_full(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """SQLite's own limit stands for the disk: the error is the same."""
        row = "#" * 120
        many = (f"{row}\n#@${' ' * number}.{'#' * (116 - number)}\n{row}\n" for number in range(100))
        Path("many.xsb").write_text("\n".join(many))
        opened = Store.__init__

        def small(self: Store, path: Path, connection: sqlite3.Connection) -> None:
            opened(self, path, connection)
            connection.execute("PRAGMA max_page_count = 20")

        with monkeypatch.context() as patch:
            patch.setattr(Store, "__init__", small)
            says = told("run", "a.store", "many.xsb", "--objective", "pushes", "--jobs", "1")
        assert "a.store cannot be written: the disk is full" in says
        assert "Make room and run the same command again." in says
        with reading(Path("a.store")) as store:
            assert store.check() == []
        again = sokoplan("batch", "run", "a.store", "many.xsb", "--objective", "pushes", "--jobs", "1")
        assert again.returncode == 0
        assert (
            "100 levels\npushes: 100 solved (100 proved optimal), 0 left"
            in sokoplan("batch", "status", "a.store").stdout
        )
