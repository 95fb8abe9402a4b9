"""Course letters."""

from __future__ import annotations

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, read, write

MAP = """\
######
#s   #
#CCcX#
#X   #
######
"""


def test_letters() -> None:
    (level,) = read(MAP)
    assert detect(MAP) == "course"
    assert level.player == (1, 1)
    assert level.boxes == {(2, 1), (2, 2), (2, 3)}
    assert level.goals == {(1, 1), (2, 3), (2, 4), (3, 1)}, "the small s stands on a goal"
    assert write([level], "course") == MAP


def test_leading_spaces_matter() -> None:
    text = "    #\n   # #\n  #   #\n #  C  #\n#  X    #\n# S     #\n#########\n"
    (level,) = read(text)
    assert level.boxes == {(3, 4)}
    assert level.goals == {(4, 3)}
    assert write([level], "course") == text


def test_several_maps() -> None:
    assert len(read(MAP + "\n" + MAP + "\n\n" + MAP)) == 3


def test_an_empty_row_cannot_be_written() -> None:
    levels = read("#####\n#@$.#\n#####\n-\n  #\n")
    with pytest.raises(InputError, match="empty row") as caught:
        write(levels, "course")
    assert "xsb" in caught.value.right


def test_a_broken_map_is_still_known_by_its_letters() -> None:
    with pytest.raises(InputError, match="no player"):
        read("######\n#C  X#\n######\n")
    with pytest.raises(InputError, match="unknown character `k`"):
        read("######\n#SCkX#\n######\n")
