"""Another sibling course's letters."""

from __future__ import annotations

from sokoplan.puzzle.formats import detect, read

MAP = """\
xxxxxx
x_.H.x
xooo_x
x_...x
xxxxxx
"""


def test_letters() -> None:
    (level,) = read(MAP.replace("\n", "\r\n"))
    assert detect(MAP) == "course-xho"
    assert level.player == (1, 3)
    assert level.boxes == {(2, 1), (2, 2), (2, 3)}
    assert level.goals == {(1, 1), (2, 4), (3, 1)}
    assert len(level.walls) == 18
