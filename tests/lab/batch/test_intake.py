"""On the way into the store: the core draws a puzzle as `puzzle.symmetry` does, and pages cost what they hold."""

from __future__ import annotations

import random
from pathlib import Path

from helpers import levelgen
from helpers.samples import SAMPLES
from sokoplan.lab.batch.intake import Intake, normals
from sokoplan.lab.batch.store import writing
from sokoplan.puzzle.formats import read
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import each_level
from sokoplan.puzzle.symmetry import TURNS, is_plain, normal, turned

DECORATED = "  ####\n###  ####  ####\n#     $ #  #  #\n# #  #$ #  ####\n# . .#@ #\n#########\n"
WITH_UNREACHABLE = "########\n#@$. #*#\n######.#\n########\n"


def test_the_core_draws_a_puzzle_as_the_rules_do() -> None:
    maker = random.Random(16)
    levels = [levelgen.sokoban(maker) for _ in range(150)]
    levels += [Level.from_text(text) for text in (DECORATED, WITH_UNREACHABLE)]
    levels = [turned(level, turn) for level in levels for turn in TURNS]
    levels += [level for text in SAMPLES.values() for level in read(text)]
    levels += read(SAMPLES["xsb"], reading="each-once")
    assert sum(map(is_plain, levels)) > 1000
    assert not all(map(is_plain, levels))
    assert normals(levels) == [normal(level) for level in levels]


def test_a_page_of_what_is_left_sorts_nothing(tmp_path: Path) -> None:
    path = tmp_path / "some.xsb"
    path.write_text(DECORATED)
    asked: list[str] = []
    with writing(tmp_path / "s.store") as store:
        question = store.question("pushes")
        list(Intake(store, each_level, lambda error: None).pending([str(path)], question))
        store.connection.set_trace_callback(asked.append)
        assert len(list(Intake(store, each_level, lambda error: None).pending([str(path)], question))) == 1
        store.connection.set_trace_callback(None)
        (page,) = {text for text in asked if "NOT EXISTS" in text and "level.id > 0" in text}
        plan = [row[-1] for row in store.connection.execute(f"EXPLAIN QUERY PLAN {page}")]
    assert plan
    assert not any("TEMP B-TREE" in step for step in plan), plan
