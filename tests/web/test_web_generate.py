"""New puzzles by the generator: the same seed gives the same ones, the impossible is refused, and time ends it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from helpers.serving import client_of
from sokoplan.puzzle.formats.json import level_from_data
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify
from sokoplan.web.settings import Settings


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with client_of() as found:
        yield found


def made(client: TestClient, **body: Any) -> list[Level]:
    answer = client.post("/api/generate", json=body)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert len(found["remarks"]) == len(found["levels"])
    for one in found["levels"]:
        assert one["card"]["title"] == one["level"]["title"]
    return [level_from_data(one["level"], Settings().limits) for one in found["levels"]]


def test_a_level_comes_with_its_plan(client: TestClient) -> None:
    (level,) = made(client, difficulty=2, seed=7)
    assert 3 <= len(level.boxes) <= 5
    assert verify(level, Plan(level.solutions[0].keys.lower())).solved
    assert made(client, difficulty=2, seed=7) == [level]
    assert made(client, difficulty=2, seed=8) != [level]


def test_a_level_of_helltaker(client: TestClient) -> None:
    (level,) = made(client, game="helltaker", width=8, height=7, difficulty=2, seed=1)
    assert level.game == "helltaker"
    assert level.limit is not None


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"width": 3}, "too small"),
        ({"width": 60, "height": 60}, "too large"),
        ({"fewest": 5, "most": 3}, "boxes are not possible"),
        ({"most": 9}, "most: "),
        ({"difficulty": 11}, "difficulty: "),
        ({"count": 21}, "count: "),
        ({"game": "chess"}, "game: "),
        ({"seed": -1}, "seed: "),
        ({"path": "/etc/passwd"}, "path: "),
    ],
)
def test_what_it_refuses(client: TestClient, body: dict[str, Any], sentence: str) -> None:
    answer = client.post("/api/generate", json=body)
    assert answer.status_code == 422
    assert sentence in answer.json()["error"]["sentence"]


def test_time_ends_it() -> None:
    with client_of(task_seconds=0.2) as client:
        answer = client.post("/api/generate", json={"difficulty": 10, "count": 20})
    assert answer.status_code in (413, 422)
    assert answer.json()["error"]["sentence"]
