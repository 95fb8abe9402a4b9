"""The terminal game, played in a real pseudo-terminal, and its parts without one."""

from __future__ import annotations

import os
import signal
import termios
from pathlib import Path

import pytest

from helpers.levels import drawn
from helpers.terminal import DOWN, LEFT, RIGHT, UP, Terminal
from sokoplan.cli.commands.play import Games
from sokoplan.cli.keyboard import Keyboard
from sokoplan.puzzle.library import Entry

LEVELS = """\
#######
#@ $ .#
#######
Title: One

########
#@$ $..#
########
Title: Two
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "levels.xsb").write_text(LEVELS)
    return tmp_path


def test_a_whole_game(folder: Path) -> None:
    game = Terminal(folder, "play", "levels.xsb")
    game.wait("One")
    game.wait("moves 0   pushes 0")
    game.type(RIGHT)
    game.wait("moves 1   pushes 0")
    game.type(UP)
    game.wait("a wall is in the way")
    game.type(RIGHT)
    game.wait("moves 2   pushes 1")
    game.type("u")
    game.wait("moves 1   pushes 0")
    game.type("r")
    game.wait("moves 2   pushes 1")
    game.type("d")  # as an arrow to the right
    game.wait("moves 3   pushes 2")
    game.wait("Solved!")
    game.type("x")
    game.wait("moves 0   pushes 0")
    game.type("n")
    game.wait("Two")
    game.type("p")
    game.wait("One")
    game.type("h")
    game.wait("hint: right")
    game.type("dddq")
    assert game.ended() == 0
    assert "One: solved in 3 moves, 2 pushes: rrr" in game.seen


def test_ctrl_c_gives_the_terminal_back(folder: Path) -> None:
    game = Terminal(folder, "play", "levels.xsb#1")
    game.wait("moves 0")
    before = termios.tcgetattr(game.descriptor)[3]
    assert not before & termios.ECHO
    os.kill(game.pid, signal.SIGINT)
    assert game.ended() == 130


def test_a_small_window_shows_the_part_around_the_player(folder: Path) -> None:
    wide = 60
    rows = ["#" * wide, "#" + "@$" + " " * (wide - 5) + ".#", *["#" + " " * (wide - 2) + "#"] * 40, "#" * wide]
    (folder / "large.xsb").write_text("\n".join(rows) + "\n")
    game = Terminal(folder, "play", "large.xsb", rows=12, columns=40)
    game.wait("moves 0")
    for _ in range(35):
        game.type(DOWN)
    game.wait("moves 35")
    game.type("q")
    assert game.ended() == 0


def games(*pictures: str) -> Games:
    return Games([Entry("drawn", number, drawn(picture)) for number, picture in enumerate(pictures, start=1)])


def test_hints_follow_a_plan_and_tell_when_there_is_none() -> None:
    play = games("#######\n#@ $ .#\n#######", "######\n#@$ .#\n# $  #\n#.   #\n######")
    for _ in range(3):
        play.press("h")
        assert play.message == "hint: right"
        play.press("right")
    play.press("h")
    assert play.message == "it is solved"
    stuck = games("#######\n# @$. #\n#     #\n#######")
    for key in ("right", "right"):
        stuck.press(key)
    stuck.press("h")
    assert stuck.message == "there is no way to win from here: undo (proved)"


def test_hints_in_helltaker_mind_what_was_spent() -> None:
    play = games("t\n4\n########\n#H  D  #\n########")
    play.press("h")
    assert play.message == "hint: right"
    play.press("right")
    play.press("left")
    play.press("h")
    assert play.message == "hint: right"
    play.press("right")
    play.press("left")
    assert play.session.over


def test_no_hint_when_the_moves_are_spent() -> None:
    play = games("t\n1\n######\n#HS D#\n######")
    play.press("right")
    play.press("h")
    assert play.message == "out of moves: undo or restart"


def test_messages() -> None:
    play = games("#######\n#@ $ .#\n#######")
    for key, message in (
        ("u", "this is the start"),
        ("r", "nothing to redo"),
        ("n", "this is the only level"),
        ("z", ""),
    ):
        play.press(key)
        assert play.message == message
    play.press("escape")
    assert not play.running


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        (UP + DOWN + LEFT + RIGHT, ["up", "down", "left", "right"]),
        ("\x1bOA", ["up"]),
        ("\x1b[1;5C", ["right"]),
        ("\x1b[15~", ["unknown"]),
        ("\x1b", ["escape"]),
        ("wq", ["w", "q"]),
        ("é", ["é"]),
    ],
)
def test_keys_by_name(sent: str, names: list[str]) -> None:
    reader, writer = os.pipe()
    try:
        os.write(writer, sent.encode())
        board = Keyboard(reader)
        assert [board.read(0.2) for _ in names] == names
        assert board.read(0.01) is None
        os.close(writer)
        with pytest.raises(EOFError):
            board.read(1)
    finally:
        os.close(reader)
