"""The plan that SAT and ASP are given: the same on a busy machine as on a quiet one."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from helpers.levels import HARD, drawn
from sokoplan.engines import upper
from sokoplan.engines.answer import Answer, Budget, Report, Request
from sokoplan.engines.search import engine as search

LEVEL = """
    ########
    #.  #  #
    #.$ $ @#
    # $    #
    #.  ####
    ########
"""


def test_a_machine_that_stands_still_does_not_change_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seconds go by while the search for the best plan begins: it still has its second of work."""
    asked: list[Request] = []

    def late(request: Request, budget: Budget, report: Report) -> Answer:
        asked.append(request)
        time.sleep(2)
        assert not budget.cancelled()
        return search.solve(request, budget, report)

    monkeypatch.setattr("sokoplan.engines.upper.search", SimpleNamespace(solve=late))
    plan = upper.some_plan(drawn(LEVEL), "moves")
    assert plan is not None
    assert [(one.objective, one.options) for one in asked] == [("moves", {"threads": "1"})]


def test_a_hard_level_has_a_second_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best plan is not found in that time; any plan will do then."""
    monkeypatch.setattr(upper, "_WORK", 0.3)
    before = time.process_time()
    upper.some_plan(drawn(HARD), "moves")
    assert time.process_time() - before < 3
