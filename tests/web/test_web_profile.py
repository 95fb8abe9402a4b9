"""The profile file: what is kept comes back; another program's database is never touched; limits hold."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from helpers.serving import client_of
from sokoplan.errors import InputError
from sokoplan.web import profile
from sokoplan.web.profile import STORES, Profile


def put(client: TestClient, store: str, **entries: Any) -> int:
    body = {"put": [{"key": key, "value": value} for key, value in entries.items()]}
    status: int = client.post(f"/api/profile/{store}", json=body).status_code
    return status


def kept(client: TestClient, store: str) -> dict[str, Any]:
    entries = client.get(f"/api/profile/{store}").json()["entries"]
    return {entry["key"]: entry["value"] for entry in entries}


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    file = str(tmp_path / "me")
    with client_of(profile=file) as client:
        assert client.get("/api/about").json()["profile"] is True
        for store in STORES:
            assert put(client, store, one={"title": "<b>ä\u2028</b>"}, two={"n": [1, None]}) == 204
        assert client.post("/api/profile/cards", json={"remove": ["one"]}).status_code == 204
        assert client.get("/api/profile/cards/one").status_code == 404
        assert client.get("/api/profile/cards/two").json() == {"n": [1, None]}
    with client_of(profile=file) as client:
        assert kept(client, "records") == {"one": {"title": "<b>ä\u2028</b>"}, "two": {"n": [1, None]}}
        assert list(kept(client, "cards")) == ["two"]


def test_without_a_profile_nothing_is_kept() -> None:
    with client_of() as client:
        assert client.get("/api/about").json()["profile"] is False
        assert client.get("/api/profile/records").status_code == 404
        assert put(client, "records", one={}) == 404


@pytest.mark.parametrize(
    "value", ['{"x": NaN}', '{"x": 1e999}', '{"x": [-Infinity]}', '{"x": ' + "[" * 990 + "]" * 990 + "}"]
)
def test_what_json_cannot_say_is_not_kept(tmp_path: Path, value: str) -> None:
    file = str(tmp_path / "me")
    with client_of(profile=file) as client:
        body = f'{{"put": [{{"key": "good", "value": {{}}}}, {{"key": "bad", "value": {value}}}]}}'
        answer = client.post("/api/profile/cards", content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 422)
        assert kept(client, "cards") == {}
    with client_of(profile=file) as client:  # and it is no damaged profile
        assert kept(client, "cards") == {}


@pytest.mark.parametrize("key", ["a/b", "/", "a b", "ä", "a?b#c", "\0"])
def test_every_key_has_an_address(tmp_path: Path, key: str) -> None:
    with client_of(profile=str(tmp_path / "me")) as client:
        assert put(client, "cards", **{key: {"n": 1}}) == 204
        assert client.get(f"/api/profile/cards/{quote(key, safe='')}").json() == {"n": 1}


def test_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "MOST_BYTES", 100_000)
    with client_of(profile=str(tmp_path / "me")) as client:
        assert put(client, "secrets", one={}) == 422
        assert put(client, "records", **{"x" * 201: {}}) == 422
        assert put(client, "records", one="no object") == 422
        assert put(client, "records", one={"text": "x" * 1_000_000}) == 413  # the body of the request
        assert put(client, "records", one={"text": "x" * 50_000}, two={"text": "x" * 60_000}) == 413  # the file
        assert kept(client, "records") == {}  # all or nothing
        assert put(client, "records", one={"text": "x" * 50_000}) == 204
        other = client.post(
            "/api/profile/records", json={"remove": ["one"]}, headers={"Origin": "http://evil.example"}
        )
        assert other.status_code == 403
        assert list(kept(client, "records")) == ["one"]


def test_another_database_is_left_alone(tmp_path: Path) -> None:
    foreign = tmp_path / "places.sqlite"
    with sqlite3.connect(foreign) as database:
        database.execute("CREATE TABLE mine (a)")
    before = foreign.read_bytes()
    with pytest.raises(InputError, match="is not a profile"):
        Profile(str(foreign))
    assert foreign.read_bytes() == before
    text = tmp_path / "notes.txt"
    text.write_text("not a database at all, but long enough to be looked at" * 20)
    with pytest.raises(InputError, match="cannot use"):
        Profile(str(text))
    with pytest.raises(InputError, match="cannot use"):
        Profile(str(tmp_path / "no" / "such" / "folder"))


def test_a_damaged_profile_is_refused_or_readable(tmp_path: Path) -> None:
    good = tmp_path / "good.db"
    profile = Profile(str(good))
    profile.change("records", [(f"level {number}", {"moves": number, "text": "x" * 200}) for number in range(50)], [])
    profile.close()
    whole = good.read_bytes()
    random = Random(4)
    refused = 0
    for number in range(60):
        content = bytearray(whole)
        for _ in range(random.randint(1, 40)):
            content[random.randrange(100 if number % 3 == 0 else 0, len(content))] = random.randrange(256)
        bad = tmp_path / f"{number}.db"
        bad.write_bytes(bytes(content[: random.randrange(1, len(content))]) if number % 2 else bytes(content))
        try:
            profile = Profile(str(bad))
        except InputError:
            refused += 1
            continue
        for store in STORES:
            json.loads(profile.all(store))
        profile.close()
    assert 20 < refused < 60
