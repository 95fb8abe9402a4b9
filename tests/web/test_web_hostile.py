"""Hostile JSON: whatever it contains, the response is an error in our own shape, never a failure of the server."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from helpers.levels import drawn
from helpers.serving import client_of, data

LEVEL = data(drawn("#######\n#@ $ .#\n#######"))
LONE = "\ud800"  # half a character, which JSON can say and UTF-8 cannot


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with client_of() as found:
        yield found


def post(client: TestClient, path: str, body: bytes) -> tuple[int, dict[str, object]]:
    answer = client.post(f"/api/{path}", content=body, headers={"content-type": "application/json"})
    return answer.status_code, answer.json()


BODIES = {
    "nothing": b"",
    "no json": b"{",
    "not utf-8": b'{"text": "\xff\xfe"}',
    "nested without end": b"[" * 200_000,
    "nested in a field": b'{"level": ' + b'{"a":' * 50_000,
    "a number of 5,000 digits": b'{"level": ' + b"9" * 5_000 + b"}",
    "not a number": b'{"level": {}, "seconds": NaN}',
    "a name that is half a character": json.dumps({LONE: 1}).encode(),
    "a level that is a list": b'{"level": []}',
    "null": b"null",
    "a string": b'"text"',
}


@pytest.mark.parametrize(
    "path", ["levels", "check", "checks", "generate", "warn", "jobs", "export", "render", "logic"]
)
@pytest.mark.parametrize("name", BODIES)
def test_it_is_refused_in_our_own_shape(client: TestClient, path: str, name: str) -> None:
    status, answer = post(client, path, BODIES[name])
    assert status in (400, 413, 422)
    assert set(answer) == {"error"}
    assert answer["error"]["sentence"]  # type: ignore[index]


@pytest.mark.parametrize("words", [LONE, "\0", "\u202e", "</title><script>", "x" * 20_000])
def test_words_that_disturb(client: TestClient, words: str) -> None:
    level = {**LEVEL, "title": words, "author": words, "comments": [words]}
    for path, more in (
        ("check", {}),
        ("warn", {}),
        ("jobs", {}),
        ("logic", {"cell": [1, 1]}),
        ("render", {"as": "svg"}),
        ("render", {"as": "html"}),
        ("export", {"format": "slc"}),
        ("export", {"format": "xsb"}),
        ("export", {"format": words}),
    ):
        status, _ = post(client, path, json.dumps({"level": level, **more}).encode())
        assert status in (200, 202, 422), (path, more)
    for body in ({"text": words}, {"text": "#####\n#@$.#\n#####\nTitle: " + words, "name": words[:100]}):
        status, _ = post(client, "levels", json.dumps(body).encode())
        assert status in (200, 422)
    assert client.get("/api/levels/%ED%A0%80").status_code in (404, 422)


@pytest.mark.parametrize(
    "change",
    [
        {"player": [99, 99]},
        {"player": [-1, -1]},
        {"boxes": [[10**30, 0]]},
        {"boxes": [[1, 2]] * 50_000},
        {"height": 10**9},
        {"limit": 5},
        {"game": "chess"},
        {"game": "helltaker"},
        {"reading": "each-once", "settled": [[0, 0]]},
    ],
)
def test_levels_that_are_none(client: TestClient, change: dict[str, object]) -> None:
    body = json.dumps({"level": {**LEVEL, **change}, "cell": [1, 1]}).encode()
    status, answer = post(client, "logic", body)
    assert status in (200, 422)
    if change.get("boxes") != [[1, 2]] * 50_000:
        assert status == 422, answer


@pytest.mark.parametrize("lurd", ["999999999u", "((((", LONE, "x" * 100_000, "2(r)" * 10_000])
def test_plans_that_are_none(client: TestClient, lurd: str) -> None:
    for path, more in (("render", {"as": "svg"}), ("logic", {"cell": [1, 1]})):
        status, _ = post(client, path, json.dumps({"level": LEVEL, "lurd": lurd, **more}).encode())
        assert status == 422
