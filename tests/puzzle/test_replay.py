"""The one replay: what each key did, what it cost, and where it stops."""

from __future__ import annotations

import pytest

from helpers.levels import drawn
from sokoplan.errors import InputError
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import Replay, replay, shortest_walk, steps
from sokoplan.puzzle.rules import No

CORRIDOR = """
    #######
    #@ $ .#
    #######
"""
# The hero kicks the block, which hits the wall, and steps on spikes, which costs one more.
HELL = """
    t
    9
    #######
    #BHS D#
    #######
"""


def test_each_key_of_a_plan() -> None:
    told = [(step.number, step.key, step.deed, step.player, step.cost, step.letter, step.is_push)
            for step in replay(drawn(CORRIDOR), Plan("rrr"))]  # fmt: skip
    assert told == [
        (1, "r", "move", (1, 1), 1, "r", False),
        (2, "r", "push", (1, 2), 1, "R", True),
        (3, "r", "push", (1, 3), 1, "R", True),
    ]


def test_kicks_and_forced_steps() -> None:
    told = [(step.deed, step.cost, step.letter, step.is_push) for step in replay(drawn(HELL), Plan("lr"))]
    assert told == [("kick", 1, "l", True), ("move", 2, "r", False)]


def test_a_key_that_is_not_allowed() -> None:
    level = drawn(CORRIDOR)
    played = replay(level, Plan("rur"))
    assert next(played).key == "r"
    with pytest.raises(InputError, match=r"^key 2 \(up\) is not allowed: a wall is in the way$"):
        next(played)
    assert [step.key for step in steps(level, Plan("rur"))] == ["r"]


def test_playing_on_and_going_back() -> None:
    game = Replay(drawn(CORRIDOR))
    game.press("r")
    mark = game.mark()
    assert isinstance(game.press("u"), No)
    assert game.mark() == mark  # a key that is not allowed changes nothing
    game.press("r")
    game.press("r")
    assert game.won
    assert (game.moves, game.pushes, game.cost) == (3, 2, 3)
    game.back_to(mark)
    assert not game.won
    assert (game.moves, game.pushes, game.cost) == (1, 0, 1)
    assert game.state.player == (1, 2)


def test_a_shortest_walk_pushes_nothing() -> None:
    level = drawn("#####\n#@$.#\n#   #\n#####")
    game = Replay(level)
    walk = shortest_walk(level, game.state, (1, 3))
    assert walk is not None
    assert len(walk) == 4
    assert not any(step.is_push for step in steps(level, Plan(walk)))
    assert shortest_walk(level, game.state, (1, 2)) is None
