"""The terminal game, played in a real pseudo-terminal, and its parts without one."""

from __future__ import annotations

import os
import signal
import termios
from pathlib import Path

import pytest
from rich.console import Console

from helpers.levels import drawn
from helpers.terminal import DOWN, LEFT, RIGHT, UP, Terminal
from sokoplan.cli.commands.play import DO, Games, screen
from sokoplan.cli.keyboard import Keyboard
from sokoplan.puzzle.library import Entry
from sokoplan.views.keys import ACTIONS

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
    game.type("y")
    game.wait("moves 2   pushes 1")
    game.type("z")
    game.wait("moves 1   pushes 0")
    game.type("y")
    game.wait("moves 2   pushes 1")
    game.type("d")  # as an arrow to the right
    game.wait("moves 3   pushes 2")
    game.wait("Solved!")
    game.type("r")
    game.wait("moves 0   pushes 0")
    game.type("?")
    game.wait("Z, U or Backspace")
    game.type("d")  # goes back, and is not for the game
    game.wait("moves 0   pushes 0")
    game.type("n")
    game.wait("Two")
    game.type("p")
    game.wait("One")
    game.type("h")
    game.wait("Hint: right.")
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
        assert play.message == "Hint: right."
        play.press("right")
    play.press("h")
    assert play.message == "This level is solved."
    stuck = games("#######\n# @$. #\n#     #\n#######")
    for key in ("right", "right"):
        stuck.press(key)
    stuck.press("h")
    assert stuck.message == "This position cannot be won: that is proved. Undo some moves."


def test_hints_in_helltaker_mind_what_was_spent() -> None:
    play = games("t\n4\n########\n#H  D  #\n########")
    play.press("h")
    assert play.message == "Hint: right."
    play.press("right")
    play.press("left")
    play.press("h")
    assert play.message == "Hint: right."
    play.press("right")
    play.press("left")
    assert play.session.over


def test_no_hint_when_the_moves_are_spent() -> None:
    play = games("t\n1\n######\n#HS D#\n######")
    play.press("right")
    play.press("h")
    assert play.message == "Out of moves: undo or restart."


def test_messages() -> None:
    play = games("#######\n#@ $ .#\n#######")
    for key, message in (
        ("u", "Nothing to undo."),
        ("y", "Nothing to redo."),
        ("up", "Not possible: a wall is in the way."),
        ("n", "This is the only level."),
        ("r", ""),
        ("k", ""),
    ):
        play.press(key)
        assert play.message == message
    play.press("escape")
    assert not play.running


def test_the_terminal_has_every_action_of_the_table() -> None:
    """The web pages read the same table, `views/keys.json`; tests/web/pages/test_pages_keys.py presses its keys."""
    assert set(DO) == {action.name for action in ACTIONS}


@pytest.mark.parametrize(
    ("keys", "moves"),
    [
        (["right"], 1), (["d"], 1), (["D"], 1), (["right", "right"], 2),
        *[(["right", "right", key], 1) for key in ("z", "u", "U", "backspace", "\x7f")],
        *[(["right", "right", "z", key], 2) for key in ("y", "Y")],
        (["right", "right", "right", "left", "Z"], 2), (["right", "Z"], 0),
        (["right", "right", "r"], 0), (["right", "r", "y"], 1),
    ],
)  # fmt: skip
def test_every_key(keys: list[str], moves: int) -> None:
    play = games("#######\n#@ $ .#\n#######")
    for key in keys:
        play.press(key)
    assert play.session.moves == moves


def test_dead_squares_are_shown_and_hidden() -> None:
    play = games("#######\n#  @  #\n# $ . #\n#     #\n#######")
    console = Console(width=60, height=24, force_terminal=True, color_system=None)

    def seen() -> str:
        with console.capture() as capture:
            console.print(screen(console, play))
        return capture.get()

    assert "xx" not in seen()
    play.press("x")
    assert play.dead_squares() == {cell for cell in play.entry.level.floor() if cell[0] != 2 or cell[1] in (1, 5)}
    assert seen().count("xx") == 11  # not under the player
    play.press("x")
    assert "xx" not in seen()
    hell = games("t\n4\n########\n#H  D  #\n########")
    hell.press("x")
    assert hell.message == "There are no dead squares here."


@pytest.mark.parametrize("width", [30, 40, 80, 200])
def test_the_keys_below_the_board_fit_the_window(width: int) -> None:
    console = Console(width=width, height=24, force_terminal=True, color_system=None)
    with console.capture() as capture:
        console.print(screen(console, games("#######\n#@ $ .#\n#######")))
    lines = capture.get().splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= width
    for action in ACTIONS:
        assert any(f"{action.keys[0]} {action.name}" in line for line in lines), action


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
