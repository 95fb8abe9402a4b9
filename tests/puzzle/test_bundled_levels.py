"""The bundled levels are what their index says they are.

`levels/index.toml` claims things: the fewest moves, the fewest pushes, how many plans, no plan at all. A level
without a stored solution is small, and the oracle confirms every claim about it. The others are too large for the
oracle; their solution is judged by `verify`, and attains the first of their numbers.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import sokoplan
from sokoplan.engines.oracle import search as oracle
from sokoplan.puzzle.formats import read
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.notation import read_plan
from sokoplan.puzzle.rules import GAMES
from sokoplan.puzzle.verify import verify

Entry = dict[str, Any]

LEVELS = Path(sokoplan.__file__).parent / "puzzle" / "levels"
INDEX: list[Entry] = tomllib.loads((LEVELS / "index.toml").read_text(encoding="utf-8"))["level"]
OURS = [entry for entry in INDEX if entry["author"] == "The sokoplan authors"]
DIFFICULTIES = ["first steps", "easy", "medium", "hard", "expert"]
WORDS = {"name", "file", "title", "author", "note", "difficulty"}
CLAIMS = {"moves", "pushes", "plans", "solvable", "solution"}

each_level = pytest.mark.parametrize("entry", INDEX, ids=lambda entry: entry["name"])


def load(entry: Entry) -> Level:
    (level,) = read((LEVELS / entry["file"]).read_bytes(), source=entry["file"])
    return level


def slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def test_index_and_files_are_the_same_levels() -> None:
    files = {path.relative_to(LEVELS).as_posix() for folder in LEVELS.iterdir() for path in folder.glob("*.*")}
    assert {entry["file"] for entry in INDEX} == {file for file in files if file.endswith((".xsb", ".txt"))}


def test_names_are_unique() -> None:
    assert len({entry["name"] for entry in INDEX}) == len(INDEX)


def test_there_are_enough_of_our_own() -> None:
    assert len(OURS) >= 40
    assert {load(entry).game for entry in OURS} == set(GAMES)


def test_no_board_is_there_twice() -> None:
    levels = [load(entry) for entry in INDEX]
    for index, level in enumerate(levels):
        assert not any(level.same_board(other) for other in levels[:index]), INDEX[index]["name"]


def test_our_levels_go_from_easy_to_hard_within_each_game() -> None:
    for game in GAMES:
        ranks = [DIFFICULTIES.index(entry["difficulty"]) for entry in OURS if load(entry).game == game]
        assert ranks == sorted(ranks)


@each_level
def test_words(entry: Entry) -> None:
    assert WORDS <= entry.keys() <= WORDS | CLAIMS
    assert all(entry[word].strip() == entry[word] != "" for word in WORDS)
    assert entry["name"] == slug(entry["title"]) == Path(entry["file"]).stem
    assert entry["difficulty"] in DIFFICULTIES


@each_level
def test_file_is_the_right_game(entry: Entry) -> None:
    level = load(entry)
    folder = Path(entry["file"]).parent.name
    if folder == "seeds":
        return
    assert level.game == folder
    # The files of the NetHack solver have no place for a title, and only XSB has one for the author.
    assert level.title in (entry["title"], "")
    assert level.author in (entry["author"], "")


@pytest.mark.slow
@each_level
def test_claims(entry: Entry) -> None:
    level = load(entry)
    solvable = entry.get("solvable", True)
    if level.game == "helltaker":
        found = oracle.all_plans(level)
        assert found.count == (entry["plans"] if solvable else 0)
        assert oracle.search(level).cost == (entry["moves"] if solvable else None)
    elif not solvable:
        assert not entry.keys() & {"moves", "pushes", "solution"}
        assert oracle.search(level).plan is None
    elif "solution" in entry:
        verdict = verify(level, read_plan(entry["solution"], level).plan)
        assert verdict.solved, verdict.why
        assert verdict.lurd == entry["solution"]
        counts = verdict.counts
        assert counts.moves == entry["moves"] if "moves" in entry else counts.pushes == entry["pushes"]
        assert counts.pushes >= entry["pushes"]
    else:
        assert oracle.search(level, "moves").cost == entry["moves"]
        assert oracle.search(level, "pushes").cost == entry["pushes"]
