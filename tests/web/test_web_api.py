"""The JSON API: what each address answers, and what it refuses."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from fastapi.testclient import TestClient
from httpx import Response

from helpers.levels import drawn
from helpers.serving import client_of, data, events
from sokoplan.engines import ENGINES
from sokoplan.planning.export import EXPORTS
from sokoplan.puzzle.formats import FORMATS, Limits
from sokoplan.puzzle.formats.json import level_from_data
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import bundled
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify
from sokoplan.web.catalog import Catalog
from sokoplan.web.settings import Settings

SMALL = "#######\n#@ $ .#\n#     #\n#######"
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with client_of() as found:
        yield found


def test_about_lists_what_there_is(client: TestClient) -> None:
    about = client.get("/api/about").json()
    assert [engine["name"] for engine in about["engines"]] == list(ENGINES)
    assert [format["name"] for format in about["formats"]] == list(FORMATS)
    assert [export["name"] for export in about["exports"]] == list(EXPORTS)
    assert about["limits"]["cells"] == 10_000


def test_every_bundled_level_has_a_card_and_comes_back_whole(client: TestClient) -> None:
    cards = client.get("/api/levels").json()["levels"]
    assert [card["id"] for card in cards] == list(bundled())
    for card in cards:
        answer = client.get(f"/api/levels/{card['id']}").json()
        level = bundled()[card["id"]].level()
        assert level_from_data(answer["level"], Limits()) == level
        assert answer["card"] == card
        assert len(card["rows"]) == level.height
        assert (card["width"], card["boxes"], card["game"]) == (level.width, len(level.boxes), level.game)


def test_a_card_has_the_best_known_result(client: TestClient) -> None:
    cards = {card["id"]: card for card in client.get("/api/levels").json()["levels"]}
    assert cards["first-push"]["best"]["moves"] == 4
    assert cards["first-push"]["best"]["optimal"] is True
    assert cards["too-late"]["best"]["solvable"] is False


@pytest.mark.parametrize("id", ["nothing", "..%2f..%2fpyproject.toml", "%2fetc%2fpasswd", "sokoban%2fowl.xsb"])
def test_files_only_by_id(client: TestClient, id: str) -> None:
    answer = client.get(f"/api/levels/{id}")
    assert answer.status_code == 404
    assert answer.json()["error"]["sentence"]


def test_folders_are_read_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "levels").mkdir()
    (tmp_path / "levels" / "two.xsb").write_text(f"{SMALL}\nTitle: {SCRIPT}\n\n{SMALL}\n")
    (tmp_path / "levels" / "broken.xsb").write_text("####\n#@$#\n####\n")
    (tmp_path / "secret.xsb").write_text(SMALL)
    with client_of(folders=(str(tmp_path / "levels"),)) as client:
        cards = [card for card in client.get("/api/levels").json()["levels"] if card["source"] == "folder"]
        assert [card["title"] for card in cards] == [SCRIPT, "Level 2"]
        level = client.get(f"/api/levels/{cards[0]['id']}").json()["level"]
        assert level["title"] == SCRIPT
        assert level["boxes"] == [[1, 3]]
        assert str(tmp_path) not in client.get("/api/levels").text
        (remark,) = client.app.state.catalog.remarks  # type: ignore[attr-defined]
        assert "more boxes than goals" in remark
        (tmp_path / "levels" / "two.xsb").unlink()
        assert client.get(f"/api/levels/{cards[1]['id']}").status_code == 404


def test_paste(client: TestClient) -> None:
    answer = client.post("/api/levels", json={"text": SMALL, "name": "mine.xsb"}).json()
    (found,) = answer["levels"]
    assert found["card"]["title"] == "mine.xsb 1"
    assert found["level"]["player"] == [1, 1]
    sink = client.post("/api/levels", json={"text": "#####\n#yox#\n#####\n"})
    assert sink.status_code == 200
    assert sink.json()["levels"][0]["card"]["game"] == "sink"


def test_paste_that_is_wrong_says_where(client: TestClient) -> None:
    answer = client.post("/api/levels", json={"text": "####\n#@$#\n####\n"})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert "more boxes than goals" in error["sentence"]
    assert (error["line"], error["column"], error["text"]) == (2, 2, "#@$#")


def test_a_run_length_bomb_is_refused(client: TestClient) -> None:
    assert client.post("/api/levels", json={"text": "999999999#|#@$.#"}).status_code == 422


def test_check_names_every_problem_and_its_cell(client: TestClient) -> None:
    draft = {"game": "sokoban", "height": 3, "width": 6, "player": None, "walls": [[0, 0]], "boxes": [[0, 0], [1, 2]]}
    found = client.post("/api/check", json={"level": draft}).json()
    sentences = {problem["sentence"]: problem["cell"] for problem in found["problems"]}
    assert "there is no player" in sentences
    assert [0, 0] in sentences.values()
    assert any("more boxes than goals" in sentence for sentence in sentences)


def test_the_packing_plan(client: TestClient) -> None:
    found = client.post("/api/packing", json={"level": data(bundled()["bottom-drawer"].level())}).json()
    assert found["words"] == "A packing plan in 4 steps: 3 goals, 1 box parked on the way."
    assert found["boxes"][0] == {"box": 1, "start": [2, 3], "goal": [5, 6]}
    first = found["steps"][0]
    assert (first["box"], first["from"], first["to"], first["until"]) == (3, [2, 4], [3, 2], 4)
    assert first["words"].startswith("Park box 3: from row 3, column 5 ")
    none = client.post("/api/packing", json={"level": data(bundled()["diamond"].level())}).json()
    assert (none["steps"], "never fills up" in none["words"]) == ([], True)


def test_check_of_a_good_level_shows_dead_squares(client: TestClient) -> None:
    found = client.post("/api/check", json={"level": data(drawn(SMALL))}).json()
    assert found["problems"] == []
    assert [1, 1] in found["dead"]
    assert [1, 4] not in found["dead"]


def test_warn(client: TestClient) -> None:
    fine = client.post("/api/warn", json={"level": data(drawn(SMALL))}).json()
    assert (fine["lost"], fine["frozen"]) == (False, [])
    lost = client.post("/api/warn", json={"level": data(drawn("######\n#$  .#\n#  @ #\n######"))}).json()
    assert lost["lost"]
    assert lost["frozen"] == [[1, 1]]
    assert "can no longer be solved" in lost["words"]


@pytest.mark.parametrize("format", ["xsb", "slc", "json", "pddl", "sas", "lp", "asp", "dimacs"])
def test_export(client: TestClient, format: str) -> None:
    answer = client.post("/api/export", json={"level": data(drawn(SMALL)), "format": format})
    assert answer.status_code == 200
    files = answer.json()["files"]
    assert files
    assert all(file["text"] and file["name"] and file["mime"] for file in files)
    if format == "xsb":
        (again,) = client.post("/api/levels", json={"text": files[0]["text"]}).json()["levels"]
        assert again["level"] == data(drawn(SMALL))


def test_export_refuses_in_words(client: TestClient) -> None:
    answer = client.post("/api/export", json={"level": data(drawn(SMALL)), "format": "helltaker"})
    assert answer.status_code == 422
    assert "cannot hold a level of Sokoban" in answer.json()["error"]["sentence"]


@pytest.mark.parametrize(("kind", "start"), [("svg", b"<svg"), ("gif", b"GIF89a"), ("html", b"<!doctype html>")])
def test_render(client: TestClient, kind: str, start: bytes) -> None:
    body = {"level": {**data(drawn(SMALL)), "title": SCRIPT}, "lurd": "rRR", "as": kind}
    answer = client.post("/api/render", json=body)
    assert answer.status_code == 200
    picture = base64.b64decode(answer.json()["base64"])
    assert picture.startswith(start)
    assert SCRIPT.encode() not in picture


def test_render_of_a_plan_that_is_none(client: TestClient) -> None:
    answer = client.post("/api/render", json={"level": data(drawn(SMALL)), "lurd": "uu", "as": "gif"})
    assert answer.status_code == 422
    assert "not allowed" in answer.json()["error"]["sentence"]


def test_logic(client: TestClient) -> None:
    body = {"level": data(drawn(SMALL)), "lurd": "rRR", "step": 1, "cell": [1, 3]}
    found = client.post("/api/logic", json=body).json()
    assert {"name": "box(1,3)", "holds": True, "changes": True, "id": "box(1,3)"} in found["facts"]
    first = found["operators"][0]
    assert (first["name"], first["can"], first["used"]) == ("push(1,2,right)", True, True)
    blocked = next(op for op in found["operators"] if op["name"] == "move(1,2,right)")
    assert (blocked["can"], blocked["failed"]) == (False, ["not box(1,3)"])
    assert all(clause["true"] for clause in found["clauses"])
    assert any(rule["file"] == "push.lp" and "box(1,3)" in rule["ids"] for rule in found["rules"])
    assert (found["time"], found["horizon"]) == (1, 3)


@pytest.mark.parametrize("engine", [*ENGINES, "auto", "race"])
def test_a_job_gives_a_verified_plan(client: TestClient, engine: str) -> None:
    level = drawn(SMALL)
    asked = client.post("/api/jobs", json={"level": data(level), "engine": engine, "objective": "moves"})
    assert asked.status_code == 202
    told = events(client.get(f"/api/jobs/{asked.json()['id']}/events").text)
    assert told[0]["type"] in ("queued", "started")
    result = told[-1]["result"]
    assert (told[-1]["type"], result["status"], result["optimal"]) == ("done", "solved", True)
    assert verify(level, Plan(result["lurd"].lower())).solved
    assert (result["moves"], result["pushes"]) == (3, 2)
    assert "optimal in moves, proved by" in result["words"]


def test_options_of_an_engine(client: TestClient) -> None:
    asked = {"level": data(drawn(SMALL)), "objective": "moves"}
    lists = client.post("/api/options", json=asked).json()["engines"]
    assert [one["engine"] for one in lists] == list(ENGINES)
    names = {one["engine"]: {row["name"] for row in one["options"]} for one in lists}
    assert {"checkers", "symmetry"} <= names["search"]
    assert {"amo", "variables"} <= names["sat"]
    assert not names["sat"] & {"write-cnf", "sat-solver", "certificate"}
    body = {**asked, "engine": "sat", "options": {"max-steps": "1"}}
    told = events(client.get(f"/api/jobs/{client.post('/api/jobs', json=body).json()['id']}/events").text)
    assert (told[-1]["result"]["status"], told[-1]["result"]["reason"]) == ("unknown", "horizon")


@pytest.mark.parametrize(
    ("engine", "options", "says"),
    [
        ("sat", {"write-cnf": "/tmp/formula.cnf"}, "the option write-cnf cannot be set in the web app"),
        ("sat", {"sat_solver": "/bin/sh"}, "the option sat-solver cannot be set in the web app"),
        ("search", {"dump": "text"}, "the option dump cannot be set in the web app"),
        ("sat", {"amo": "magic"}, "unknown value 'magic' for --amo"),
        ("sat", {"magic": "1"}, "the engine sat has no option 'magic'"),
        ("sat", {"variables": "operators"}, "--variables has no effect for the objective pushes"),
        ("race", {"amo": "ladder"}, "options are those of one engine, so they cannot be combined with race"),
    ],
)
def test_options_that_are_refused(client: TestClient, engine: str, options: dict[str, str], says: str) -> None:
    body = {"level": data(drawn(SMALL)), "objective": "pushes", "engine": engine, "options": options}
    answer = client.post("/api/jobs", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["sentence"].startswith(says)


def test_a_job_from_the_middle_of_a_game(client: TestClient) -> None:
    level = Level(
        3, 7, (1, 1), game="helltaker", limit=4, has_key=True,
        walls=drawn("#######\n#@   .#\n#######").walls, locks=frozenset({(1, 3)}), demonesses=frozenset({(1, 5)}),
    )  # fmt: skip
    asked = client.post("/api/jobs", json={"level": data(level)})
    told = events(client.get(f"/api/jobs/{asked.json()['id']}/events").text)
    assert told[-1]["result"]["lurd"] == "rrr"


def test_a_job_that_proves_there_is_no_plan(client: TestClient) -> None:
    asked = client.post("/api/jobs", json={"level": data(drawn("######\n#$  .#\n#  @ #\n######"))})
    told = events(client.get(f"/api/jobs/{asked.json()['id']}/events").text)
    assert told[-1]["result"]["status"] == "unsolvable"


def test_all_plans_are_counted(client: TestClient) -> None:
    body = {"level": data(drawn(SMALL)), "all": True, "limit": 2, "engine": "search"}
    asked = client.post("/api/jobs", json=body)
    result = events(client.get(f"/api/jobs/{asked.json()['id']}/events").text)[-1]["result"]
    assert result["plans"] == 1
    assert result["listed"] == ["rrr"]


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"engine": "nobody"}, 422),
        ({"objective": "beauty"}, 422),
        ({"seconds": -1}, 422),
        ({"all": True, "objective": "pushes"}, 422),
        ({"level": None}, 422),
    ],
)
def test_a_wrong_question_is_refused(client: TestClient, change: dict[str, object], status: int) -> None:
    answer = client.post("/api/jobs", json={"level": data(drawn(SMALL)), **change})
    assert answer.status_code == status
    assert answer.json()["error"]["sentence"]


def test_a_board_that_is_too_large_is_refused(client: TestClient) -> None:
    level = Level(120, 120, (1, 1))
    answer = client.post("/api/jobs", json={"level": data(level)})
    assert answer.status_code == 413
    assert "10,000 cells" in answer.json()["error"]["sentence"]


def test_a_task_that_is_too_large_is_refused_before_it_is_grounded() -> None:
    level = Level(50, 50, (1, 1), boxes=frozenset({(2, 2)}), goals=frozenset({(3, 3)}))
    with client_of(operators=5000, page_operators=5000) as client:
        for path, more in (("jobs", {"engine": "sat"}), ("export", {"format": "sas"}), ("logic", {"cell": [1, 1]})):
            answer = client.post(f"/api/{path}", json={"level": data(level), **more})
            assert answer.status_code == 413, path
            assert "operators" in answer.json()["error"]["sentence"]


def test_formats_that_cannot_hold_the_level_are_told_with_the_reason(client: TestClient) -> None:
    refused = client.post("/api/check", json={"level": data(drawn(SMALL))}).json()["refused"]
    assert list(refused) == ["boxoban"]
    assert "a Boxoban board is 10x10" in refused["boxoban"]
    sink = data(bundled()["diamond"].level())
    assert list(client.post("/api/check", json={"level": sink}).json()["refused"]) == ["nethack-picture"]
    for name in refused:
        assert client.post("/api/export", json={"level": data(drawn(SMALL)), "format": name}).status_code == 422


def test_a_refusal_speaks_of_no_option_of_the_command_line(client: TestClient) -> None:
    """The page has no `--max-board`: what it says must be of use there."""
    questions = (
        ("levels", {"text": "#####\n#@$.#\n# $ #\n#####\n"}),
        ("levels", {"text": "#" * 300 + "\n#@$.#\n####\n"}),
        ("levels", {"text": "x" * 900_000}),
        ("jobs", {"level": data(drawn(SMALL)), "all": True, "objective": "pushes"}),
        ("jobs", {"level": data(drawn(SMALL)), "all": True, "objective": "pushes", "engine": "search"}),
    )
    for path, body in questions:
        answer = client.post(f"/api/{path}", json=body)
        assert answer.status_code in (413, 422), answer.text
        assert "--" not in answer.text, answer.text
    about = client.get("/api/about").text
    assert "--" not in about


def test_collections(tmp_path: Path) -> None:
    """A file of several levels is one; files of one level belong to their folder's."""
    (tmp_path / "many.xsb").write_text(f"Author: Me\n\n{SMALL}\nTitle: A\n\n{SMALL}\n")
    (tmp_path / "set_b").mkdir()
    for name in ("x.xsb", "y.xsb"):
        (tmp_path / "set_b" / name).write_text(SMALL)
    with client_of(folders=(str(tmp_path),)) as client:
        answer = client.get("/api/levels").json()
        sets = {one["title"]: one for one in answer["collections"] if one["source"] == "folder"}
        assert {title: one["levels"] for title, one in sets.items()} == {"many": 2, "set b": 2}
        assert sets["many"]["author"] == "Me"
        cards = [card for card in answer["levels"] if card["set"] == sets["many"]["id"]]
        assert [(card["number"], card["title"]) for card in cards] == [(1, "A"), (2, "Level 2")]
        assert len({card["print"] for card in cards}) == 1  # titles do not count
        levels = client.get(f"/api/collections/{sets['many']['id']}").json()["levels"]
        assert [level["title"] for level in levels] == ["A", ""]
        assert client.get("/api/collections/none").status_code == 404


def test_a_file_in_any_encoding(client: TestClient) -> None:
    text = f"{SMALL}\nTitle: Größe\n"
    for encoding in ("utf-8", "utf-16", "latin-1"):
        body = {"base64": base64.b64encode(text.encode(encoding)).decode(), "name": "size.xsb"}
        answer = client.post("/api/levels", json=body)
        assert answer.json()["levels"][0]["level"]["title"] == "Größe"
    assert client.post("/api/levels", json={"base64": "%%"}).status_code == 422


def test_packed_files_and_broken_levels(client: TestClient) -> None:
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("../../a.xsb", f"{SMALL}\nTitle: A\n\n####\n#@$#\n####\n\nTitle: Broken\n")
        archive.writestr("b.sok", f"{SMALL}\nTitle: B\n")
        archive.writestr("readme.md", "no level")

    def send(data: bytes, name: str) -> Response:
        body = {"base64": base64.b64encode(data).decode(), "name": name}
        answer: Response = client.post("/api/levels", json=body)
        return answer

    found = send(packed.getvalue(), "../set.zip").json()
    assert [one["level"]["title"] for one in found["levels"]] == ["A", "B"]
    (remark,) = found["remarks"]
    assert "more boxes than goals" in remark
    one = send(gzip.compress(f"{SMALL}\nTitle: C\n".encode()), "c.xsb.gz")
    assert one.json()["levels"][0]["level"]["title"] == "C"
    for bad in (b"not a zip", gzip.compress(b" " * 50_000_000)):
        refused = send(bad, "bad.zip" if bad[:1] == b"n" else "bad.xsb.gz")
        assert refused.status_code == 422
        assert "/tmp" not in refused.text


def test_folders_can_be_read_with_the_other_goal(tmp_path: Path) -> None:
    """Two boxes and one goal: a level only where each box has to visit a goal once."""
    (tmp_path / "two.xsb").write_text("#######\n#@    #\n# $.$ #\n#     #\n#######\n")
    settings = Settings(folders=(str(tmp_path),), reading="each-once")
    catalog = Catalog(settings.folders, settings.cells, settings.limits, settings.reading)
    (card,) = (card for card in catalog.cards.values() if card.source == "folder")
    assert card.title == "two.xsb"
    level = catalog.level(card.id)
    assert level is not None
    assert level.reading == "each-once"
    assert Catalog(settings.folders, settings.cells, settings.limits).remarks
