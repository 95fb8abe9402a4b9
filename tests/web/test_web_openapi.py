"""schemathesis against the OpenAPI description: valid and invalid requests alike are answered as described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from helpers.levels import drawn
from helpers.serving import data, server


@pytest.fixture(scope="module")
def api() -> Iterator[Any]:
    with server("--jobs", "1") as running:
        yield schemathesis.openapi.from_url(f"{running.address}/openapi.json")


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
FEW = settings(
    max_examples=20,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_any_request_is_answered_as_described(api: Any, mode: GenerationMode) -> None:
    for found in api.get_all_operations():
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and operation.method != "post":
            continue  # there is nothing that could be wrong
        # Each new puzzle would keep a core busy for seconds, and lists of levels take as long to invent (a single
        # level is tried by the other routes). Both have good bodies of their own below.
        if operation.path == "/api/checks" or (operation.path == "/api/generate" and mode is GenerationMode.POSITIVE):
            continue

        @FEW
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Case[Any]) -> None:
            answer = case.call()
            # A body over the limit is refused before anyone looks into it.
            checks = [check for check in CHECKS if answer.status_code != 413 or check is not negative_data_rejection]
            case.validate_response(answer, checks=checks)

        ask()


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
    answer = case.call_and_validate(checks=CHECKS[:-1])
    assert answer.status_code in (200, 202)
