"""The Task as JSON: what is written is the whole task, and nothing broken is read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from helpers.small_levels import KINDS, small_levels
from sokoplan.errors import InputError
from sokoplan.planning.export import EXPORTS
from sokoplan.planning.ground import ground
from sokoplan.planning.task_json import task_from_json, task_to_json
from sokoplan.puzzle.formats import read

TEXT = EXPORTS["sas"].files(read("#####\n#@$.#\n#####\n")[0])["task.json"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_task_comes_back_exactly(kind: str) -> None:
    for level, _ in small_levels(kind, 32)[:12]:
        task = ground(level)
        text = EXPORTS["sas"].files(level)["task.json"]
        assert task_from_json(text) == task
        assert task_to_json(task_from_json(text)) == text


def test_what_a_reader_without_our_code_sees() -> None:
    data = json.loads(TEXT)
    assert (data["format"], data["version"], data["limit"]) == ("sokoplan-task", 1, None)
    assert data["start"] == ["player(1,1)", "box(1,2)"]
    assert data["goal"] == [[{"fact": "box(1,1)", "holds": False}], [{"fact": "box(1,2)", "holds": False}]]
    assert ["player(1,2)", "box(1,2)"] in data["groups"]
    assert {
        "name": "push(1,1,right)",
        "key": "r",
        "deed": "push",
        "needs": ["player(1,1)", "box(1,2)"],
        "forbids": ["box(1,3)"],
        "adds": ["player(1,2)", "box(1,3)"],
        "deletes": ["player(1,1)", "box(1,2)"],
    } in data["operators"]


@pytest.mark.parametrize(
    "change",
    [
        {"format": "sas"},
        {"version": 2},
        {"facts": ["player(1,1)"]},
        {"facts": ["a fact"]},
        {"facts": 3},
        {"start": ["player(9,9)"]},
        {"start": ["player(1,1)", "player(1,2)"]},
        {"goal": [[{"fact": "box(1,1)", "holds": 0}]]},
        {"goal": [["box(1,1)"]]},
        {"operators": [{}]},
        {"operators": None},
        {"limit": "ten"},
    ],
)
def test_a_broken_task_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        task_from_json(json.dumps(json.loads(TEXT) | change))


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "{", "[" * 100_000, "1" * 10_000])
def test_what_is_no_task_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        task_from_json(text)
