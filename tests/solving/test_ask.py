"""One engine asked: what becomes of a Ctrl-C."""

from __future__ import annotations

import signal

import pytest

import sokoplan as sp
from sokoplan.engines import EngineInfo
from sokoplan.engines.answer import Answer, Budget, Engine, Report, Request


def test_a_ctrl_c_that_comes_with_the_answer_stops_the_next_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is kept; but whoever asks about level after level is not left running."""
    load = EngineInfo.load

    def loaded(info: EngineInfo) -> Engine:
        def interrupted(request: Request, budget: Budget, report: Report) -> Answer:
            answer = load(info)(request, budget, report)
            signal.raise_signal(signal.SIGINT)
            return answer

        return interrupted

    level = sp.level("two-yardsticks")
    with monkeypatch.context() as patched:
        patched.setattr(EngineInfo, "load", loaded)
        assert sp.solve(level).solved
    assert sp.solve(level).reason == "cancelled"
    assert sp.solve(level).solved
