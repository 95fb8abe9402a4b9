"""Undo, redo, restart, and the end of a game."""

from __future__ import annotations

from random import Random

import pytest

from helpers import levelgen
from helpers.levels import drawn
from sokoplan.puzzle.level import KEYS
from sokoplan.puzzle.session import Session
from sokoplan.puzzle.verify import verify


def test_counts_follow_undo_and_redo() -> None:
    session = Session(drawn("#######\n#@ $ .#\n#######"))
    assert session.press("r") is None
    assert session.press("r") is None
    assert (session.moves, session.pushes) == (2, 1)
    assert session.undo()
    assert (session.moves, session.pushes) == (1, 0)
    assert session.redo()
    assert (session.moves, session.pushes) == (2, 1)
    assert session.press("r") is None
    assert session.won
    session.restart()
    assert (session.moves, session.won) == (0, False)
    while session.redo():
        pass
    assert session.won
    assert verify(session.level, session.plan).solved


def test_a_refused_key_changes_nothing_and_keeps_the_redo() -> None:
    session = Session(drawn("#######\n#@ $ .#\n#######"))
    session.press("r")
    session.undo()
    assert str(session.press("u")) == "a wall is in the way"
    assert session.redo()


def test_a_new_key_forgets_the_redo() -> None:
    session = Session(drawn("#######\n#@ $ .#\n#######"))
    session.press("r")
    session.undo()
    session.press("r")
    assert not session.redo()
    assert session.undo()
    assert not session.undo()


def test_a_redo_that_is_refused_is_not_lost() -> None:
    session = Session(drawn("t\n2\n#######\n#H   D#\n#     #\n#######"))
    for key in "rr":
        session.press(key)
    session.undo()
    session.undo()
    assert session.redo()
    assert session.redo()
    assert session.over
    assert not session.redo()


def test_helltaker_ends_with_the_win_or_with_the_limit() -> None:
    session = Session(drawn("t\n3\n#######\n#H   D#\n#######"))
    for key in "rr":
        assert session.press(key) is None
    assert not session.over
    assert session.press("r") is None
    assert session.won
    assert str(session.press("l")) == "the game is over"
    lost = Session(drawn("t\n2\n#######\n#H   D#\n#######"))
    for key in "rr":
        lost.press(key)
    assert (lost.over, lost.won) == (True, False)
    assert lost.undo()
    assert not lost.over


@pytest.mark.parametrize("kind", ["sokoban", "sink", "hole", "helltaker"])
def test_undoing_everything_leads_back_through_every_position(kind: str) -> None:
    random = Random(f"undo {kind}")
    for _ in range(20):
        session = Session(getattr(levelgen, kind)(random))
        trail = [session.state.snapshot()]
        for _ in range(40):
            if session.press(random.choice(KEYS)) is None:
                trail.append(session.state.snapshot())
        forward = list(trail)
        while session.undo():
            trail.pop()
            assert session.state.snapshot() == trail[-1]
        assert len(trail) == 1
        while session.redo():
            trail.append(session.state.snapshot())
        assert trail == forward
