"""Broken input: one sentence, the line, the column of the caret. The table of what we say."""

from __future__ import annotations

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import read

ROOM = "#####\n#@$.#\n#####\n"

TABLE = [
    # --- nothing there
    ("", "the file is empty", None, None),
    (" \n\t\r\n", "the file is empty", None, None),
    ("hello\nworld\n", "this is not a level in any known format", None, None),
    ("game1.txt\ngame2.txt\nclassic/branch.txt\n", "this is not a level in any known format", None, None),
    ("####\n", "there is no board", None, None),
    # --- players
    ("#####\n# $.#\n#####\n", "there is no player", 1, 0),
    ("Title\n\n  #####\n  # $.#\n  #####\n", "there is no player", 3, 2),
    ("#####\n#@$.#\n# @ #\n#####\n", "there is a second player", 3, 2),
    ("#####\n#@$+#\n#####\n", "there is a second player", 2, 3),
    ("5#|#@$.#|#-@-#|5#\n", "there is a second player", 1, 11),
    ("> #####\n> #@$.#\n> # @ #\n> #####\n", "there is a second player", 3, 4),
    ("######\n#C X #\n######\n", "there is no player", 1, 0),
    ("######\n#SCXs#\n######\n", "there is a second player", 2, 4),
    ("Level\n3\n#####\n#D  #\n#####\n", "there is no player", 3, 0),
    ("Level\n3\n#####\n#HDH#\n#####\n", "there is a second player", 4, 3),
    ("xxxxx\nxo_.x\nxxxxx\n", "there is no player", 1, 0),
    # --- boxes and goals
    ("#####\n#@$ #\n#####\n", "there are more boxes than goals: 1 box and 0 goals", 2, 2),
    ("######\n#@$.$#\n#*$  #\n######\n", "there are more boxes than goals: 4 boxes and 2 goals", 2, 4),
    ("#######\n#SCCX #\n#######\n", "there are more boxes than goals: 2 boxes and 1 goal", 2, 3),
    # --- open borders: the nearest leak
    ("#####\n#@$.\n#####\n", "the border is open", 2, 4),
    ("#####\n @$.#\n#####\n", "the border is open", 2, 0),
    ("## ##\n#@$.#\n#####\n", "the border is open", 1, 2),
    ("#####\n#@$.#\n#####\n\n#####\n#@$.#\n## ##\n", "level 2: the border is open", 7, 2),
    ("#####\n#@$.####\n#      #\n####  \n", "the border is open", 4, 4),
    ("#####\n#   #####\n#@$.    #\n#########\n", None, None, None),
    ("#####\n#   \n#@$.    #\n#########\n", "the border is open", 2, 1),
    ("  ####\n  #@.#\n  ## #\n\n", "the border is open", 3, 4),
    ("#######\n#S C X \n#######\n", "the border is open", 2, 7),
    # --- characters
    ("#####\n#@$?#\n#####\n", "unknown character `?`", 2, 3),
    ("#####\n#@$\t#\n#####\n", "unknown character tab (use spaces)", 2, 3),
    ("#####\n#@$.#x\n#####\n", "unknown character `x`", 2, 5),
    ("x####\n#@$.#\n#####\n", "unknown character `x`", 1, 0),
    ("#####\n#@$.#\n###x#\n", "unknown character `x`", 3, 3),
    ("5#|#@%.#|5#\n", "unknown character `%`", 1, 5),
    ("5#|#@$.#|5#3\n", "a number with no cell after it", 1, 11),
    ("Level\n3\n#####\n#HzD#\n#####\n", "unknown character `z`", 4, 2),
    ("Level\n3\n#####\n#H\x1bD#\n#####\n", "unknown character U+001B", 4, 2),
    # --- Helltaker
    ("Level\nsoon\n#####\n#H D#\n#####\n", "the move limit is not a number", 2, 0),
    ("Level\n\n   many\n#####\n#H D#\n#####\n", "the move limit is not a number", 3, 3),
    ("Level\n3\n#####\n#H  #\n#####\n", "there is no demoness", 3, 0),
    # --- NetHack
    ("#2\n#3\n#yo.\n#...\n", "there is no sink", 3, 1),
    ("-----\n|>0.|\n-----\n", "there is no sink and no hole", 1, 0),
    # --- XML
    ("<?xml version='1.0'?>\n<Level>\n<L>##</K>\n</Level>", "this is not well-formed XML: mismatched tag", 3, 7),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says", "line", "column"), TABLE)
def test_what_we_say(text: str, says: str | None, line: int | None, column: int | None) -> None:
    if says is None:
        assert read(text)
        return
    with pytest.raises(InputError) as caught:
        read(text, source="a.txt")
    error = caught.value
    assert (error.says, error.line, error.column) == (says, line, column), str(error)
    assert error.source == "a.txt"
    if line is not None:
        assert error.text == text.replace("\r\n", "\n").split("\n")[line - 1]
    assert error.right, "what would be right is said"


def test_how_it_looks() -> None:
    with pytest.raises(InputError) as caught:
        read("My level\n\n#####\n#@$.#\n# @ #\n#####\n", source="my.xsb")
    assert str(caught.value) == (
        "my.xsb, line 5: there is a second player\n    # @ #\n      ^\n  Exactly one cell must be `@` or `+`."
    )


def test_the_legend_is_what_would_be_right() -> None:
    with pytest.raises(InputError) as caught:
        read(ROOM.replace("$", "%"))
    assert caught.value.right == (
        "The letters are: `#` wall, `@` player, `+` player on goal, `$` box, `*` box on goal, `.` goal, "
        "space `-` `_` floor."
    )


def test_a_file_that_is_no_level_hears_of_every_format() -> None:
    with pytest.raises(InputError) as caught:
        read("hello")
    for name in ("xsb", "slc", "boxoban", "course", "helltaker", "nethack-solver", "nethack-picture"):
        assert name in caught.value.right


def test_control_characters_do_not_come_through() -> None:
    with pytest.raises(InputError) as caught:
        read("#####\n#@\x1b[31m$.#\n#####\n", source="\x1b]0;title\x07.xsb")
    assert "\x1b" not in str(caught.value)
    assert "\x07" not in str(caught.value)
