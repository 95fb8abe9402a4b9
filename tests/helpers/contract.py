"""The API held to its own description: requests that schemathesis invents, alone and along the links.

`alone` asks every operation for itself, with valid and with invalid data. `along_the_links` goes from answer to
answer, as the links of the description say: a level from the library or from a text, all that can be asked about it,
a job with its events, entries of a profile. Invented levels and texts are hardly ever valid, so that `Chosen` now and
then puts in something better. What breaks the description is told as sentences, not raised: a long run goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
import hypothesis
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import FlakyStrategyDefinition
from schemathesis import Case, GenerationMode, Response
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.generation.stateful import run_state_machine_as_test
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from helpers.samples import SAMPLES

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
REFUSALS = [*CHECKS, negative_data_rejection]
SMALL = 60  # cells
PATIENCE = 100.0  # seconds; a busy machine is no bug


def description(address: str) -> Any:
    found = httpx.get(f"{address}/openapi.json", timeout=PATIENCE, trust_env=False).json()
    for link in links_of(found):
        # A body goes on as it is: what schemathesis would mix in makes a level that cannot be.
        link["x-schemathesis"] = {"merge_body": False}
    api = schemathesis.openapi.from_dict(found)
    api.config.update(base_url=address, request_timeout=PATIENCE)
    return api


def links_of(description: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in description["paths"].values():
        for operation in methods.values():
            for answer in operation["responses"].values():
                yield from answer.get("links", {}).values()


def few(examples: int, **more: Any) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        **more,
    )


def checks_of(answer: Response) -> list[Any]:
    """A body over the limit is refused before anyone looks into it."""
    return CHECKS if answer.status_code == 413 else REFUSALS


@dataclass
class Tally:
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)  # of an operation
    wrong: list[str] = field(default_factory=list)
    steps: int = 0  # that followed a link

    def hold(self, case: Case[Any], answer: Response, checks: list[Any]) -> None:
        self.statuses[case.operation.label, answer.status_code] += 1
        try:
            case.validate_response(answer, checks=checks)
        except (FailureGroup, Failure) as error:
            each = error.exceptions if isinstance(error, FailureGroup) else [error]
            self.wrong += [
                f"{case.operation.label}: {answer.status_code}, {one}; body {case.body!r:.500}" for one in each
            ]

    @property
    def answers(self) -> int:
        return sum(self.statuses.values())

    @property
    def errors(self) -> int:
        return sum(number for (_, status), number in self.statuses.items() if status >= 500)

    def answered(self, status: int) -> set[str]:
        return {label for label, found in self.statuses if found == status}


def alone(api: Any, tally: Tally, seed: int, examples: int, mode: GenerationMode) -> None:
    """Every operation, with valid data or with invalid data."""
    for found in api.get_all_operations():
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and operation.method != "post":
            continue  # there is nothing that could be wrong
        if operation.path == "/api/checks" or (operation.path == "/api/generate" and mode is GenerationMode.POSITIVE):
            # Each new puzzle would keep a core busy for seconds, and lists of levels take as long to invent (a single
            # level is tried by the other routes). Both are asked along the links, with good bodies.
            continue

        @hypothesis.seed(seed)
        @few(examples)
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Case[Any]) -> None:
            answer = case.call()
            tally.hold(case, answer, checks_of(answer))

        ask()


@dataclass(frozen=True)
class Chosen:
    """Values that make an invented request worth asking."""

    random: Random
    ids: list[str]  # of small levels
    level: dict[str, Any]
    formats: list[str]  # that can be written
    broken: Callable[[Random], str] = lambda random: "?"  # a text with accidents

    def improve(self, case: Case[Any], first: bool) -> None:
        choose = self.random.choice
        operation, body = case.operation.label, case.body
        if operation == "GET /api/levels/{id}" and self.random.random() < 0.9:
            case.path_parameters["id"] = choose(self.ids)
        if not isinstance(body, dict) or self.random.random() < 0.1:
            return
        if first and "level" in body and self.random.random() < 0.8:
            body["level"] = deepcopy(self.level)
        if first and "levels" in body and self.random.random() < 0.8:
            body["levels"] = [deepcopy(self.level)]
        if operation == "POST /api/levels":
            text = choose(list(SAMPLES.values())) if self.random.random() < 0.8 else self.broken(self.random)
            case.body = {"text": text}
        elif operation == "POST /api/jobs":
            body |= {"seconds": choose([0.01, 0.2, 1]), "engine": choose(["auto", "anytime", "race", "sat", "asp"])}
            body |= {"objective": choose(["any", "moves", "pushes"]), "options": {}, "memory_mb": None}
        elif operation == "POST /api/checks":
            body |= {"engines": [choose(["auto", "search", "sat"])], "seconds": 1, "objective": "any"}
        elif operation == "POST /api/export":
            body["format"] = choose(self.formats)
        elif operation == "POST /api/render":
            body |= {"as": choose(["svg", "gif", "html"]), "lurd": choose(["", "l", "r", "u", "d", "zz"])}
        elif operation == "POST /api/logic":
            body |= {"cell": [self.random.randrange(-1, 9), self.random.randrange(9)], "lurd": "", "step": 0}
        elif operation == "POST /api/generate":
            case.body = {"width": 7, "height": 6, "fewest": 1, "most": 2, "difficulty": 1, "seed": choose(range(99))}


def along_the_links(api: Any, tally: Tally, chosen: Chosen, seed: int, scenarios: int, steps: int) -> None:
    begun = 0

    class Walk(api.as_state_machine()):  # type: ignore[misc]
        def setup(self) -> None:
            nonlocal begun
            begun += 1

        def step(self, input: Any) -> Any:
            tally.steps += input.is_applied and input.transition is not None
            chosen.improve(input.case, first=input.transition is None)
            return super().step(input)

        def validate_response(self, response: Response, case: Case[Any], **kwargs: Any) -> None:
            # What was put in may have made invalid data valid.
            tally.hold(case, response, CHECKS)

    while begun < scenarios:
        Walk._hypothesis_internal_use_seed = seed * 1_000_000 + begun
        # What comes next depends on how quick the server was, and hypothesis gives up when it notices. We go on.
        with suppress(FlakyStrategyDefinition):
            run_state_machine_as_test(Walk, settings=few(scenarios - begun, stateful_step_count=steps))


def chosen_for(client: Any, random: Random, **more: Any) -> Chosen:
    """What this server has: ids of small levels, and the formats that it writes."""
    cards = client.get("/api/levels").json()["levels"]
    about = client.get("/api/about").json()
    formats: Iterable[dict[str, Any]] = [one for one in about["formats"] if one["writes"]]
    names = [one["name"] for one in (*formats, *about["exports"])]
    ids = [one["id"] for one in cards if one["width"] * one["height"] < SMALL]
    level = client.get(f"/api/levels/{ids[0]}").json()["level"]
    return Chosen(random, ids, level, names, **more)
