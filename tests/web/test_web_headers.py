"""Every answer has its security headers, whoever gives it: a route, the guard, the pages, the server itself.

The headers are those of OWASP's Secure Headers Project, but for what is of no use over plain HTTP (docs/web.md).
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from helpers.serving import client_of, server
from sokoplan.web import routes_board

SAME_EVERYWHERE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "x-permitted-cross-domain-policies": "none",
    "x-dns-prefetch-control": "off",
}
TELL_TALES = ("server", "x-powered-by", "via", "x-runtime", "x-version")
JSON = {"content-type": "application/json"}
EVIL = {"host": "evil.example"}


def assert_safe(headers: Any) -> None:
    assert {name: headers.get(name) for name in SAME_EVERYWHERE} == SAME_EVERYWHERE
    policy = dict(part.partition(" ")[::2] for part in headers["content-security-policy"].split("; "))
    for name in ("default-src", "base-uri", "form-action", "frame-ancestors"):
        assert policy[name] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert not any("unsafe" in value or "*" in value for value in policy.values())
    allowed = headers["permissions-policy"].split(", ")
    assert {"camera=()", "microphone=()", "geolocation=()", "usb=()", "payment=()"} <= set(allowed)
    assert all(one.endswith("=()") for one in allowed)
    # Files of the pages may be kept if they are asked for again each time. Nothing else is.
    assert headers["cache-control"] == ("no-cache" if "etag" in headers else "no-store")
    assert not [name for name in TELL_TALES if name in headers]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with client_of() as found:
        yield found


def operations() -> list[tuple[str, str]]:
    with client_of() as found:
        paths = found.get("/openapi.json").json()["paths"]
    return [(method.upper(), path) for path, methods in paths.items() for method in methods]


@pytest.mark.parametrize(("method", "path"), operations())
def test_every_route(client: TestClient, method: str, path: str) -> None:
    address = path.format(id="none", store="cards", key="none")
    for headers in (JSON, {}, EVIL, {**JSON, "sec-fetch-site": "cross-site"}):
        answer = client.request(method, address, headers=headers, content=b"[]" if method == "POST" else None)
        assert_safe(answer.headers)
    assert_safe(client.put(address, headers=JSON, content=b"{}").headers)


@pytest.mark.parametrize(
    ("status", "method", "path", "headers", "content"),
    [
        (200, "GET", "/", {}, b""),
        (200, "GET", "/api/levels", {}, b""),
        (200, "GET", "/static/pieces.svg", {}, b""),
        (200, "GET", "/openapi.json", {}, b""),
        (307, "GET", "/api/levels/", {}, b""),
        (400, "POST", "/api/check", JSON, b"[" * 100_000),
        (403, "POST", "/api/check", {**JSON, "origin": "http://evil.example"}, b"{}"),
        (404, "GET", "/nothing", {}, b""),
        (404, "GET", "/api/levels/none", {}, b""),
        (404, "GET", "/static/../app.py", {}, b""),
        (405, "GET", "/api/check", {}, b""),
        (405, "OPTIONS", "/api/jobs", {}, b""),
        (413, "POST", "/api/check", JSON, b" " * 1_000_001),
        (415, "POST", "/api/check", {"content-type": "text/plain"}, b"{}"),
        (421, "GET", "/", EVIL, b""),
        (422, "POST", "/api/check", JSON, b"{}"),
    ],
)
def test_every_kind_of_answer(
    client: TestClient, status: int, method: str, path: str, headers: dict[str, str], content: bytes
) -> None:
    answer = client.request(method, path, headers=headers, content=content, follow_redirects=False)
    assert answer.status_code == status
    assert_safe(answer.headers)


def test_an_answer_that_is_known_already(client: TestClient) -> None:
    tag = client.get("/static/css/palette.css").headers["etag"]
    answer = client.get("/static/css/palette.css", headers={"if-none-match": tag})
    assert answer.status_code == 304
    assert_safe(answer.headers)


def test_with_a_token() -> None:
    with client_of(host="0.0.0.0", token="abcdef") as elsewhere:
        asked = elsewhere.get("/")
        sent_on = elsewhere.get("/?token=abcdef", follow_redirects=False)
    assert (asked.status_code, sent_on.status_code) == (401, 303)
    for answer in (asked, sent_on):
        assert_safe(answer.headers)


def test_a_full_queue() -> None:
    level = {"text": "#####\n#@$.#\n#####"}
    with client_of(queue=0) as busy:
        found = busy.post("/api/levels", json=level).json()["levels"][0]["level"]
        answer = busy.post("/api/jobs", json={"level": found})
    assert answer.status_code == 429
    assert_safe(answer.headers)


def test_a_bug(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(routes_board, "check_draft", fail)
    body = {"level": {"game": "sokoban", "height": 1, "width": 1, "player": None}}
    answer = client.post("/api/check", json=body)
    assert answer.status_code == 500
    assert answer.json()["error"]["sentence"] == "internal error: ZeroDivisionError"
    assert_safe(answer.headers)


WORDS = {
    "no HTTP": b"HELLO\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "a header without end": b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000,
    "a broken body": b"POST /api/check HTTP/1.1\r\nHost: HERE\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "another version": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a page": b"GET / HTTP/1.1\r\nHost: HERE\r\n\r\n",
    "an upgrade": b"GET / HTTP/1.1\r\nHost: HERE\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "a proxy": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: HERE\r\n\r\n",
}


def answer_to(here: str, words: bytes) -> httpx.Headers:
    host, _, port = here.partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as line:
        line.sendall(words.replace(b"HERE", here.encode()))
        said = b""
        while b"\r\n\r\n" not in said and (more := line.recv(65_536)):
            said += more
    first, *rest = said.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    assert first.startswith("HTTP/1.1 ")
    return httpx.Headers([(name, value) for name, _, value in (one.partition(": ") for one in rest)])


def test_the_server_itself() -> None:
    """What is no request is answered by the server, before any of our code."""
    with server() as running:
        for words in WORDS.values():
            assert_safe(answer_to(running.address.removeprefix("http://"), words))
