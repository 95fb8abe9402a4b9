"""A sibling course's letters."""

from __future__ import annotations

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, read, write

MAP = """\
######
#X   #
#BBBT#
#T   #
######
"""


def test_letters() -> None:
    (level,) = read(MAP)
    assert detect(MAP) == "course-bt"
    assert level.player == (1, 1)
    assert level.boxes == {(2, 1), (2, 2), (2, 3)}
    assert level.goals == {(1, 1), (2, 4), (3, 1)}
    assert read(MAP.replace("X", "S").replace("BBB", "BB "))[0].goals == {(2, 4), (3, 1)}


def test_it_is_read_only() -> None:
    with pytest.raises(InputError, match="course-bt can only be read") as caught:
        write(read(MAP), "course-bt")
    assert "course" in caught.value.right


def test_a_board_that_is_nearly_all_wall_is_no_course_map_for_its_title() -> None:
    walls = "#" * 40
    text = f"{walls}\n{walls}\n#@$.{walls[4:]}\n{walls}\nTitle: BBTT\n"
    assert detect(text) == "xsb"
