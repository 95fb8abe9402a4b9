"""Helltaker levels."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, read, write

TEXT = """\
Level 1 (merci \xe0 E. Porte)
23
     ###
  ### H#
 #  M  #
 # BKL#
#  ####
# STUOPQ#
# B B  D#
#########
"""


def test_letters() -> None:
    (level,) = read(TEXT)
    assert detect(TEXT) == "helltaker"
    assert (level.game, level.title, level.limit) == ("helltaker", "Level 1 (merci \xe0 E. Porte)", 23)
    assert level.player == (1, 6)
    assert level.demonesses == {(6, 7)}
    assert level.mobs == {(2, 4)}
    assert (level.keys, level.locks) == ({(3, 4)}, {(3, 5)})
    assert level.spikes == {(5, 2), (5, 5)}
    assert level.traps_down == {(5, 3), (5, 6)}
    assert level.traps_up == {(5, 4), (5, 7)}
    assert level.boxes == {(3, 3), (5, 5), (5, 6), (5, 7), (6, 2), (6, 4)}
    assert (0, 8) not in level.walls, "short rows go on as floor"


def test_blank_lines_are_dropped() -> None:
    (level,) = read("Corridor\n9\n\n#####\n#H D#\n\n#####\n\n")
    assert level.height == 3
    assert read("\n\nCorridor\n\n9\n#####\n#H D#\n#####\n")[0].same_board(level)


def test_the_border_may_be_open() -> None:
    (level,) = read("Open\n7\n#H#\n# #\n#D#\n")
    assert level.player == (0, 1)
    assert read("Wide open\n3\nH  D\n")[0].walls == frozenset()


def test_the_title_may_be_a_number_or_nothing() -> None:
    assert read("7\n3\n#H D#\n")[0].title == "7"
    assert read("\n3\n#H D#\n")[0].title == ""


def test_old_files_in_the_windows_code_page() -> None:
    assert read(TEXT.encode("cp1252"))[0].title == "Level 1 (merci \xe0 E. Porte)"


@pytest.mark.parametrize("limit", ["twenty", "23 moves", "2.5", "-4", "9999999999", "\u0662\u0663", "0x10"])
def test_a_limit_that_is_no_number(limit: str) -> None:
    with pytest.raises(InputError) as caught:
        read(TEXT.replace("23", limit, 1))
    assert caught.value.says == "the move limit is not a number"
    assert (caught.value.line, caught.value.column, caught.value.text) == (2, 0, limit)


def test_a_limit_left_out() -> None:
    with pytest.raises(InputError, match="the move limit is missing"):
        read(TEXT.replace("23\n", "", 1))
    with pytest.raises(InputError, match="the title and the move limit are missing"):
        read("#####\n#H D#\n#####\n")


def test_what_has_no_letter_cannot_be_written() -> None:
    (level,) = read(TEXT)
    on_key = replace(level, boxes=level.boxes | level.keys)
    with pytest.raises(InputError, match="no letter for box on key, at row 4, column 5"):
        write([on_key], "helltaker")
    with pytest.raises(InputError, match="one level per file, not 2"):
        write([level, level], "helltaker")
    with pytest.raises(InputError, match="empty row"):
        write([replace(read("x\n3\nH  D\n")[0], height=2)], "helltaker")
    with pytest.raises(InputError, match="middle of a game"):
        write([replace(level, has_key=True)], "helltaker")
