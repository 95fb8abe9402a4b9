"""schemathesis against the OpenAPI description: what it invents, alone or along links, is answered as described."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from schemathesis import GenerationMode

from helpers.contract import CHECKS, Tally, alone, along_the_links, chosen_for, description, links_of
from helpers.levels import drawn
from helpers.serving import Running, client_of, data, server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    profile: Path = tmp_path_factory.mktemp("profile") / "me"
    with server("--jobs", "1", "--profile", str(profile)) as found:
        yield found


@pytest.fixture(scope="module")
def api(running: Running) -> Any:
    return description(running.address)


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_any_request_is_answered_as_described(api: Any, mode: GenerationMode) -> None:
    tally = Tally()
    alone(api, tally, seed=1, examples=20, mode=mode)
    assert not tally.wrong
    assert tally.answers > 200


def test_every_link_leads_to_an_operation() -> None:
    with client_of() as client:
        found = client.get("/openapi.json").json()
    operations = {
        operation["operationId"]: operation for methods in found["paths"].values() for operation in methods.values()
    }
    links = list(links_of(found))
    assert len(links) > 40
    for link in links:
        operation = operations[link["operationId"]]
        names = {one["name"] for one in operation.get("parameters", ())}
        assert set(link.get("parameters", {})) == names
        assert ("requestBody" in link) == ("requestBody" in operation)
    # Whatever is about a level or a job can be reached.
    apart = {"about", "levels", "add", "generate", "collection", "change", "entries"}
    assert {link["operationId"] for link in links} | apart == set(operations)


def test_along_the_links_all_is_answered_as_described(running: Running, api: Any) -> None:
    """A few steps; `benchmarks/trust/web.py` takes many."""
    quick = api.exclude(path="/api/generate").exclude(path="/api/checks")
    with running.client() as client:
        chosen = chosen_for(client, Random(1))
    tally = Tally()
    along_the_links(quick, tally, chosen, seed=1, scenarios=4, steps=6)
    assert not tally.wrong
    assert tally.steps >= 5
    assert tally.answers > tally.steps


def test_an_answer_that_is_not_as_described_is_told(running: Running) -> None:
    """The check itself can fail: a description that leaves out an answer, or promises another one."""
    api = description(running.address)
    responses = api.raw_schema["paths"]["/api/about"]["get"]["responses"]
    responses["200"]["content"]["application/json"]["schema"] = {"type": "array"}
    tally = Tally()
    case = api["/api/about"]["GET"].Case()
    tally.hold(case, case.call(), CHECKS)
    assert len(tally.wrong) == 1
    assert "array" in tally.wrong[0]


LEVEL = data(drawn("#######\n#@ $ .#\n#######"))
BODIES = {
    "/api/jobs": {"level": LEVEL, "engine": "race"},
    "/api/options": {"level": LEVEL, "objective": "pushes"},
    "/api/check": {"level": LEVEL},
    "/api/checks": {"levels": [LEVEL]},
    "/api/warn": {"level": LEVEL},
    "/api/packing": {"level": LEVEL},
    "/api/export": {"level": LEVEL, "format": "xsb"},
    "/api/render": {"level": LEVEL, "lurd": "rRR", "as": "svg"},
    "/api/logic": {"level": LEVEL, "lurd": "rRR", "step": 1, "cell": [1, 3]},
    "/api/generate": {"difficulty": 2, "seed": 7},
    "/api/levels": {"text": "#######\n#@ $ .#\n#######"},
}


@pytest.mark.parametrize("path", BODIES)
def test_a_good_answer_is_as_described_too(api: Any, path: str) -> None:
    """A random level is hardly ever valid, so valid requests are tried separately."""
    case = api[path]["POST"].Case(body=BODIES[path], media_type="application/json")
    answer = case.call_and_validate(checks=CHECKS)
    assert answer.status_code in (200, 202)
