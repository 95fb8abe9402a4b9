"""The work that jobs do besides one engine on one level: a collection checked, and any plan before the best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from helpers.levels import HARD, drawn
from helpers.serving import client_of, data, events
from sokoplan.engines import portfolio
from sokoplan.engines.answer import Request
from sokoplan.puzzle.library import bundled


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with client_of() as found:
        yield found


def told_by(client: TestClient, path: str, **body: Any) -> list[dict[str, Any]]:
    """The events of a job."""
    asked = client.post(f"/api/{path}", json=body)
    assert asked.status_code == 202, asked.text
    return events(client.get(f"/api/jobs/{asked.json()['id']}/events").text)


def test_a_collection_is_checked_row_by_row(client: TestClient) -> None:
    good, stuck = "#######\n#@ $ .#\n#######", "#####\n#$  #\n# @.#\n#####"
    levels = [data(drawn(good)), data(drawn(stuck))]
    levels[0]["solutions"] = [{"keys": "rRR", "note": ""}, {"keys": "rr", "note": ""}]  # the second one is too short
    told = told_by(client, "checks", levels=levels, engines=["search", "oracle"], objective="moves")
    assert told[0]["type"] == "started"
    rows = [(event["index"], event["who"], event["ok"], event["outcome"]) for event in told[1:-1]]
    stored = "solution in the file"
    assert rows == [
        (1, stored, True, "solved"),
        (1, stored, False, "wrong"),
        (1, "search", True, "optimal"),
        (1, "oracle", True, "optimal"),
        (2, "search", True, "unsolvable"),
        (2, "oracle", True, "unsolvable"),
    ]
    assert told[3]["lurd"] == "rRR"
    assert told[-1] == {"type": "checked", "ok": 5, "wrong": 1}


def test_what_a_check_refuses(client: TestClient) -> None:
    level = data(drawn("#######\n#@ $ .#\n#######"))
    for body, sentence in (
        ({"levels": []}, "at least 1 item"),
        ({"levels": [level] * 101}, "at most 100 items"),
        ({"levels": [level], "engines": ["../sat"]}, "unknown engine"),
        ({"levels": [level], "seconds": 0}, "greater than 0"),
    ):
        answer = client.post("/api/checks", json=body)
        assert answer.status_code == 422
        assert sentence in answer.json()["error"]["sentence"]


def test_no_plan_within_the_time_is_wrong_in_words_of_the_page(client: TestClient) -> None:
    told = told_by(client, "checks", levels=[data(drawn(HARD))], engines=["oracle"], objective="moves", seconds=0.1)
    assert told[1]["why"] == "there is no answer within the time limit"


def test_anytime_tells_of_a_plan_before_the_best_one(client: TestClient) -> None:
    level = data(bundled()["two-yardsticks"].level())
    told = told_by(client, "jobs", level=level, engine="anytime", objective="moves")
    assert [(lane["engine"], lane["asked"]) for lane in told[0]["lanes"]][:2] == [
        ("search", "any"),
        ("search", "moves"),
    ]
    plan = next(event["result"] for event in told if event["type"] == "plan")
    assert plan["lurd"]
    assert not plan["optimal"]
    best = told[-1]["result"]
    assert best["optimal"]
    assert (best["bound"], best["gap"], best["unit"]) == (best["moves"], 0, "moves")


def test_auto_starts_what_the_command_line_starts(client: TestClient) -> None:
    level = bundled()["two-yardsticks"].level()
    started = told_by(client, "jobs", level=data(level), engine="auto", objective="moves")[0]
    cores = client.app.state.settings.jobs  # type: ignore[attr-defined]
    starts = portfolio(Request(level, "moves"), cores)
    assert {lane["engine"]: lane["start"] for lane in started["lanes"]} == starts


def test_the_options_of_a_file_can_be_left_out(client: TestClient) -> None:
    level = data(bundled()["down-the-drain"].level())
    level["options"] = [["no_such_option", "1"]]
    assert client.post("/api/jobs", json={"level": level, "engine": "search"}).status_code == 422
    told = told_by(client, "jobs", level=level, engine="search", file_options=False)
    assert told[-1]["result"]["status"] == "solved"


def test_a_plan_is_improved(client: TestClient) -> None:
    level = data(drawn("#########\n#@ $   .#\n#       #\n#########"))
    body = {"level": level, "engine": "improve", "objective": "moves", "seconds": 20}
    told = told_by(client, "jobs", plan="rlrRlrRRR", **body)
    assert told[0]["lanes"] == [{"engine": "improve", "asked": "moves", "unit": "moves", "start": 0}]
    assert [event["result"]["lurd"] for event in told if event["type"] == "plan"] == ["rRRRR"]
    assert told[-1]["result"]["lurd"] == "rRRRR"


@pytest.mark.parametrize(
    ("plan", "sentence"), [("", "does not solve the level"), ("rr", "does not solve the level"), ("r;x", "")]
)
def test_only_a_plan_that_works_can_be_improved(client: TestClient, plan: str, sentence: str) -> None:
    body = {"level": data(drawn("#######\n#@ $ .#\n#######")), "engine": "improve", "plan": plan}
    answer = client.post("/api/jobs", json=body)
    assert answer.status_code == 422
    assert sentence in answer.json()["error"]["sentence"]


@pytest.mark.parametrize("engine", ["sat", "asp"])
def test_horizons_come_with_the_answer(client: TestClient, engine: str) -> None:
    level = data(bundled()["around-the-back"].level())
    result = told_by(client, "jobs", level=level, engine=engine, objective="moves")[-1]["result"]
    assert result["horizons"][-1]["answer"] == "plan"
    assert {one["question"] for one in result["horizons"]} == {"moves"}
