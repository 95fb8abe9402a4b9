"""Data sets: what the rows say is true, and a run that was stopped loses nothing."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

import sokoplan as sp
from helpers import levelgen
from helpers.command import sokoplan
from sokoplan.engines.answer import Budget, Objective
from sokoplan.engines.oracle.search import search
from sokoplan.lab.dataset import label as labelling
from sokoplan.lab.dataset import plans
from sokoplan.lab.dataset.label import Labels, label, labels_of
from sokoplan.lab.dataset.plans import ask_engines
from sokoplan.lab.dataset.store import Store
from sokoplan.puzzle.level import KEYS, Level, ahead_of
from sokoplan.puzzle.replay import Replay
from sokoplan.puzzle.rules import level_at

LOSING = [partial(levelgen.sokoban, boxes=2, walls=0.1), partial(levelgen.sink, boxes=2, walls=0.1)]
CASES: list[tuple[Any, Objective]] = [
    (LOSING[0], "pushes"),
    (LOSING[0], "moves"),
    (LOSING[1], "pushes"),
    (partial(levelgen.hole, boxes=2, walls=0.1), "pushes"),
    (levelgen.helltaker, "moves"),
]


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelling, "SIBLING_SECONDS", 60.0)  # on a busy machine a second is nothing


def truth(level: Level) -> bool:
    """Whether there is a plan, by looking at every position."""
    return search(level).plan is not None


@pytest.mark.parametrize(("make", "objective"), CASES)
def test_every_row_is_true(make: Any, objective: Objective) -> None:
    random = Random(8)
    rows = lost = 0
    for _ in range(50):
        level = make(random)
        labels = label(level, objective, Budget(seconds=60))
        best = search(level, objective)
        least = best.cost if best.cost is not None and best.cost <= (level.limit or 1000) else None
        assert labels.status == ("unsolvable" if least is None else "solved")
        assert labels.value == (least or 0)
        left = labels.value
        for row in labels.rows:
            rows += 1
            assert row.distance == left or (objective == "moves" and row.distance < left)
            left = row.distance - 1
            for sibling in row.siblings:
                assert sibling.fate != "unknown"
                lost += sibling.fate == "lost"
        if labels.rows and objective == "pushes":
            assert [KEYS[row.direction] for row in labels.rows] == [
                key.lower() for key in labels.plan if key.isupper()
            ]
            _check_siblings(level, labels)
    assert rows > 3
    assert lost > 0 or make not in LOSING


def _check_siblings(level: Level, labels: Labels) -> None:
    """What the first row says of its siblings, played and searched to the end."""
    for sibling in labels.rows[0].siblings:
        box = (sibling.row, sibling.column)
        game = Replay(level)
        game.state.player = ahead_of(box, KEYS[sibling.direction], -1)
        assert game.press(KEYS[sibling.direction])
        assert (sibling.fate == "alive") == (game.won or truth(level_at(level, game.state)))


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = [sp.level("two-yardsticks"), sp.level("saltire")]
    store = Store(tmp_path / "data", "pushes")
    first = label(levels[0], "pushes", Budget())
    store.put(levels[0], first)
    again = Store(tmp_path / "data", "pushes")
    assert again.get(levels[0]) == first
    assert again.get(levels[1]) is None
    again.put(levels[1], Labels("unknown", "time"))
    assert again.get(levels[1]) is None  # asked anew: there may be more time now

    def fails(*_: object) -> Labels:
        raise AssertionError("labelled twice")

    monkeypatch.setattr(labelling, "labels_of", fails)
    done = sokoplan("dataset", "two-yardsticks", "-o", str(tmp_path / "data"))
    assert done.returncode == 0, done.stderr


def test_what_a_batch_has_proved_is_not_proved_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store has each puzzle in one drawing of eight; here the two are mirrored."""
    left, right = "#######\n#@ $ .#\n#######\n", "#######\n#. $ @#\n#######\n"
    lost = "#####\n#@  #\n#  $#\n#. ##\n#####\n"
    for name, board in (("left", left), ("both", f"{left}\n{right}\n{lost}")):
        (tmp_path / f"{name}.xsb").write_text(board)
    store = ["--store", str(tmp_path / "plans.db")]
    assert sokoplan("batch", "run", store[1], str(tmp_path / "left.xsb"), "--objective", "pushes").returncode == 0
    asked: list[str] = []

    def counted(entry: Any, *rest: Any) -> Any:
        asked.append(entry.name)
        return ask_engines(entry, *rest)

    monkeypatch.setattr(plans, "ask_engines", counted)
    both = [str(tmp_path / "both.xsb"), *store, "--to", "npz"]
    for folder in ("first", "second"):
        assert sokoplan("dataset", *both, "-o", str(tmp_path / folder)).returncode == 0
        data = np.load(tmp_path / folder / "data.npz")
        assert data["direction"].tolist() == [3, 3, 2, 2]
    assert asked == ["both.xsb#3"]  # once: the second run has it from the store


def test_ctrl_c_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def stopped(result: Any, *rest: Any) -> Labels:
        asked.append(result)
        if len(asked) > 1:
            raise KeyboardInterrupt
        return labels_of(result, *rest)

    monkeypatch.setattr(labelling, "labels_of", stopped)
    done = sokoplan("dataset", "two-yardsticks", "saltire", "-o", str(tmp_path), "--to", "npz")
    assert done.returncode == 130
    assert len(np.load(tmp_path / "data.npz")["distance"]) == 6


def test_a_run_that_is_stopped_keeps_what_earlier_runs_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    to = ("-o", str(tmp_path), "--to", "npz")
    assert sokoplan("dataset", "two-yardsticks", *to).returncode == 0

    def stopped(*_: object) -> Labels:
        raise KeyboardInterrupt

    monkeypatch.setattr(labelling, "labels_of", stopped)
    done = sokoplan("dataset", "saltire", "two-yardsticks", *to)
    assert (done.returncode, "the same command goes on" in done.stderr) == (130, True)
    assert len(np.load(tmp_path / "data.npz")["distance"]) == 6


def test_files_hold_the_same(tmp_path: Path) -> None:
    for kind in ("parquet", "npz"):
        done = sokoplan("dataset", "two-yardsticks", "saltire", "too-late", "-o", str(tmp_path), "--to", kind)
        assert (done.returncode, "from 2 of 3 levels" in done.stdout + done.stderr) == (0, True)
    rows = parquet.read_table(tmp_path / "data.parquet").to_pylist()
    arrays = np.load(tmp_path / "data.npz")
    for number, row in enumerate(rows):
        for name in ("level", "step", "row", "column", "direction", "action", "distance"):
            assert arrays[name][number] == row[name]
        for fate in ("alive", "lost"):
            starts = arrays[f"{fate}_starts"]
            assert arrays[fate][starts[number] : starts[number + 1]].tolist() == row[fate]
        drawn = [bytes(line).decode().rstrip() for line in arrays["board"][number]]
        assert [line.ljust(7)[: len(kept)] for line, kept in zip(drawn, row["board"].split("\n"), strict=False)] == (
            row["board"].split("\n")
        )
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "Too Late: unsolvable" in card
    assert f"| rows | {len(rows)} |" in card


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["two-yardsticks", "--objective", "any"], 2, "choose moves or pushes"),
        (["two-yardsticks", "helltaker-level-1"], 33, "levels of several games"),
        (["two-yardsticks", "--objective", "moves"], 33, "begun with other settings"),
    ],
)
def test_what_cannot_be_asked_is_said(tmp_path: Path, words: list[str], code: int, says: str) -> None:
    Store(tmp_path, "pushes")
    done = sokoplan("dataset", *words, "-o", str(tmp_path))
    assert (done.returncode, says in done.stdout + done.stderr) == (code, True)


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("all of it")
    done = sokoplan("dataset", "two-yardsticks", "-o", str(tmp_path))
    assert (done.returncode, "is not empty and not a data set" in done.stdout + done.stderr) == (33, True)
    part = Store(tmp_path / "new", "pushes").part(sp.level("two-yardsticks"))
    part.write_text(json.dumps({"status": "solved"}))
    done = sokoplan("dataset", "two-yardsticks", "-o", str(tmp_path / "new"))
    assert (done.returncode, "cannot be read" in done.stdout + done.stderr) == (33, True)


@pytest.mark.parametrize("objective", ["pushes", "moves"])
def test_minari_reads_what_we_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, objective: str) -> None:
    monkeypatch.chdir(tmp_path.parent)
    to = ("-o", tmp_path.name, "--objective", objective, "--to", "minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    import minari

    # The second time there is one more level, and what the first run wrote is written anew.
    for names in (["two-yardsticks", "too-late"], ["two-yardsticks", "too-late", "saltire"]):
        done = sokoplan("dataset", *names, *to)
        assert done.returncode == 0, done.stderr
        data = minari.load_dataset("sokoplan/optimal-v0")
        returns = [sum(episode.rewards) for episode in data.iterate_episodes()]
        best = [sp.solve(sp.level(name), objective) for name in names if name != "too-late"]  # type: ignore[arg-type]
        assert returns == [-(getattr(result, objective) or 0) for result in best]
