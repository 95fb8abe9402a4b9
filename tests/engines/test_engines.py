"""The table of engines: what each can be asked, and what it says about a question that it cannot answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.levels import drawn
from sokoplan.engines import ENGINES, EXPLAINERS, EngineInfo, choose, load_explainer
from sokoplan.engines.answer import Budget, Request
from sokoplan.errors import InputError
from sokoplan.solving.ask import ask, check

LEVEL = drawn("######\n#@ $.#\n######")
NARROW = EngineInfo("nowhere", "Sokoban by moves, one plan", games=("sokoban",), objectives=("any", "moves"))


def test_every_engine_and_every_explainer_can_be_loaded() -> None:
    for info in ENGINES.values():
        assert callable(info.load())
    for name in EXPLAINERS:
        assert callable(load_explainer(name))


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (Request(drawn("t\n4\n####\n#HD#\n####"), "moves"), "does not play helltaker"),
        (Request(LEVEL, "pushes"), "does not support the objective pushes"),
        (Request(LEVEL, "moves", all_plans=True), "cannot count plans"),
    ],
)
def test_an_engine_that_says_what_it_supports_is_asked_nothing_else(
    request_: Request, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENGINES, "narrow", NARROW)
    with pytest.raises(InputError, match=f"^the engine narrow {says}$"):
        ask("narrow", request_, Budget(), lambda progress: None)
    check("narrow", Request(LEVEL, "moves"))


def test_the_native_search_says_what_it_counts_by() -> None:
    count = Request(LEVEL, "moves-pushes", all_plans=True)
    with pytest.raises(InputError, match="search counts plans only for the objective moves, not moves-pushes"):
        check("search", count)
    once = Request(replace(LEVEL, reading="each-once"), "pushes")
    with pytest.raises(InputError, match="search solves goal each-once only for the objective moves, not pushes"):
        check("search", once)
    for request in (count, once):
        check("oracle", request)
        assert choose("auto", request) == "oracle"
    assert choose("auto", replace(count, objective="moves")) == "search"


def test_questions_that_nobody_can_be_asked() -> None:
    with pytest.raises(InputError, match="infinitely many plans"):
        check("oracle", Request(LEVEL, "pushes", all_plans=True))
    with pytest.raises(InputError, match="unknown engine 'magic'") as caught:
        check("magic", Request(LEVEL))
    assert caught.value.right == "Choose one of: auto, race, search, asp, oracle, sat."


def test_the_oracle_refuses_options() -> None:
    with pytest.raises(InputError, match="oracle has no options"):
        ask("oracle", Request(LEVEL, options={"threads": "2"}), Budget(), lambda progress: None)
