"""The guard: other sites and clients without the token get nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from helpers.serving import PORT, client_of

OURS = f"http://127.0.0.1:{PORT}"
TEXT = {"text": "#####\n#@$.#\n#####"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with client_of() as found:
        yield found


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"evil.example:{PORT}",
        "127.0.0.1:80",
        "127.0.0.1",
        f"127.0.0.1.evil.example:{PORT}",
        "",
        "x:y",
    ],
)
def test_another_name_is_refused(client: TestClient, host: str) -> None:
    for path in ("/", "/api/levels", "/static/pieces.svg", "/openapi.json"):
        assert client.get(path, headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", [f"localhost:{PORT}", f"LOCALHOST:{PORT}", f"[::1]:{PORT}", f"127.0.0.1:{PORT}"])
def test_our_names_are_fine(client: TestClient, host: str) -> None:
    assert client.get("/api/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://127.0.0.1:8777", "http://127.0.0.1:8778", "http://localhost:8777", ""],
)
def test_another_origin_changes_nothing(client: TestClient, origin: str) -> None:
    assert client.post("/api/levels", json=TEXT, headers={"origin": origin}).status_code == 403
    assert client.delete("/api/jobs/x", headers={"origin": origin}).status_code == 403


def test_our_origin_is_fine(client: TestClient) -> None:
    answer = client.post("/api/levels", json=TEXT, headers={"origin": OURS, "sec-fetch-site": "same-origin"})
    assert answer.status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_gets_no_data(client: TestClient, site: str) -> None:
    assert client.get("/api/levels", headers={"sec-fetch-site": site}).status_code == 403
    # Following a link from elsewhere to the page itself is no harm.
    assert client.get("/", headers={"sec-fetch-site": site}).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_posted(client: TestClient, kind: str) -> None:
    for path in ("levels", "jobs", "check", "warn", "export", "render", "logic"):
        answer = client.post(f"/api/{path}", content=b'{"text": "#"}', headers={"content-type": kind})
        assert answer.status_code == 415, path


def test_a_large_body_is_refused_whether_it_says_so_or_not(client: TestClient) -> None:
    headers = {"content-type": "application/json"}
    assert client.post("/api/check", content=b" " * 1_000_001, headers=headers).status_code == 413

    def parts() -> Iterator[bytes]:
        for _ in range(30):
            yield b" " * 50_000

    assert client.post("/api/check", content=parts(), headers=headers).status_code == 413


def test_there_is_no_cors(client: TestClient) -> None:
    headers = {"origin": "http://evil.example", "access-control-request-method": "POST"}
    answer = client.options("/api/jobs", headers=headers)
    assert answer.status_code == 405
    assert not any(name.lower().startswith("access-control") for name in answer.headers)


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "/etc/passwd", "js", "js/", "", "%00"])
def test_static_files_are_those_of_the_pages_alone(client: TestClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_a_page_that_is_known_already_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/static/css/palette.css")
    assert first.headers["content-type"].startswith("text/css")
    again = client.get("/static/css/palette.css", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/static/js/app.js").headers["content-type"].startswith("text/javascript")


def test_the_documentation_loads_nothing_from_elsewhere(client: TestClient) -> None:
    assert client.get("/docs").status_code == 404
    assert client.get("/redoc").status_code == 404
    assert client.get("/openapi.json").json()["info"]["title"] == "sokoplan"


# --- bound elsewhere ------------------------------------------------------------------------------------------------

TOKEN = "abcdef0123456789"


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[TestClient]:
    with client_of(host="0.0.0.0", token=TOKEN) as found:
        yield found


def test_without_the_token_there_is_nothing(elsewhere: TestClient) -> None:
    for path in ("/", "/api/levels", "/static/pieces.svg", "/?token=wrong", "/api/about?token="):
        assert elsewhere.get(path).status_code == 401, path
    assert elsewhere.post(f"/api/levels?token={TOKEN}", json=TEXT).status_code == 401
    assert elsewhere.get("/", headers={"cookie": f"sokoplan-{PORT}=wrong"}).status_code == 401


def test_the_token_in_the_address_becomes_a_cookie(elsewhere: TestClient) -> None:
    answer = elsewhere.get(f"/?token={TOKEN}&x=1", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/?x=1"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert elsewhere.get("/api/about", headers={"cookie": cookie.partition(";")[0]}).status_code == 200
    elsewhere.cookies.clear()
    lead_away = elsewhere.get(f"http://127.0.0.1:{PORT}//evil.example/?token={TOKEN}", follow_redirects=False)
    assert lead_away.headers["location"].startswith("/evil")
    elsewhere.cookies.clear()


def test_a_bearer_is_fine(elsewhere: TestClient) -> None:
    headers = {"authorization": f"Bearer {TOKEN}"}
    assert elsewhere.get("/api/about", headers=headers).status_code == 200
    assert elsewhere.get("/api/about", headers={"authorization": "Bearer x"}).status_code == 401


def test_bound_to_all_addresses_a_foreign_name_is_still_refused(elsewhere: TestClient) -> None:
    headers = {"authorization": f"Bearer {TOKEN}"}
    assert elsewhere.get("/api/about", headers={**headers, "host": f"192.168.3.4:{PORT}"}).status_code == 200
    assert elsewhere.get("/api/about", headers={**headers, "host": f"evil.example:{PORT}"}).status_code == 421
    with client_of(host="0.0.0.0", token=TOKEN, names=("den.example",)) as named:
        assert named.get("/api/about", headers={**headers, "host": f"den.example:{PORT}"}).status_code == 200
