"""Helltaker in ZakiYudhistira's letters."""

from __future__ import annotations

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, read

TEXT = """\
8 5 23
$ # ? . @ # # #
. @ ^ & . + . #
@ . @ . @ @ ! #
. @ . @ * @ @ .
# . @ . @ . # #
"""


def test_letters() -> None:
    (level,) = read(TEXT)
    assert detect(TEXT) == "helltaker-zaki"
    assert (level.game, level.limit, level.player) == ("helltaker", 23, (0, 0))
    assert (level.height, level.width) == (5, 8)
    assert level.demonesses == {(2, 7)}
    assert level.comments == ("The demoness is in the wall at row 3, column 8, and can be met from 2 cells.",)
    assert (level.keys, level.locks, level.mobs) == ({(0, 2)}, {(1, 5)}, {(3, 4)})
    assert level.spikes == {(1, 2), (1, 3)}
    assert len(level.boxes) == 13
    assert len(level.walls) == 8


def test_the_demoness_stands_where_only_the_finish_touches_her() -> None:
    (level,) = read("4 3 9\n$ . # #\n# ! # #\n# . . .\n")
    assert level.demonesses == {(1, 0)}
    assert level.comments
    (level,) = read("4 3 9\n$ . # #\n. ! # #\n. . # .\n")
    assert (level.demonesses, level.comments) == ({(1, 2)}, ())


def test_outside_is_wall_for_her_too() -> None:
    (level,) = read("3 1 4\n$ . !\n")
    assert (level.height, level.width, level.player) == (3, 5, (1, 1))
    assert level.demonesses == {(0, 3)}


@pytest.mark.parametrize(
    ("text", "says", "line", "column"),
    [
        (TEXT.replace("8 5 23", "8 5 x"), "the move limit is not a number", 1, 4),
        (TEXT.replace("8 5", "8 6"), "line 1 says 6 rows, but there are 5", 1, 2),
        (TEXT.replace("8 5", "9 5"), "this row has 8 cells, not 9", 2, 15),
        (TEXT.replace("? .", "? %"), "unknown character `%`", 2, 6),
        (TEXT.replace(". #\n@", ".#\n@"), "two cells without a space between them", 3, 12),
        (TEXT.replace("! #", "! $"), "there is no wall beside the finish for the demoness to stand in", 4, 12),
        (TEXT.replace("# ?", "$ ?"), "there is a second player", 2, 2),
        (TEXT.replace("!", "."), "there is no finish", 2, 0),
        (TEXT.replace("?", "!"), "there is a second finish", 4, 12),
    ],
)
def test_broken(text: str, says: str, line: int, column: int) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    error = caught.value
    assert (error.says, error.line, error.column) == (says, line, column), error
