"""Boxoban packs."""

from __future__ import annotations

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, read, write

BOARD = """\
##########
#   . #. #
#.$  ##$ #
# $  ##  #
#    ### #
#   .### #
##    ##@#
##    $  #
###    ###
##########
"""


def test_numbers_are_titles() -> None:
    text = f"; 4\n{BOARD}\n; 5\n{BOARD}"
    levels = read(text)
    assert detect(text) == "boxoban"
    assert [level.title for level in levels] == ["4", "5"]
    assert levels[0].player == (6, 8)
    assert write(levels, "boxoban") == text


def test_a_header_makes_it_a_collection() -> None:
    assert detect(f"; Author: me\n\n; 1\n{BOARD}") == "xsb"


@pytest.mark.parametrize(
    ("text", "says", "line"),
    [
        (BOARD, "there is no number above the board", 1),
        (f"; 0\n{BOARD}##########\n", "the board has 11 rows", 12),
        (f"; 0\n{BOARD[:-11]}", "the board has 9 rows", 10),
        (f"; 0\n{BOARD.replace('###    ###', '###   ###')}", "this row has 9 cells", 10),
        (f"; 0\n; 1\n{BOARD}", "level 1: there is no board under `; 0`", 1),
    ],
)
def test_the_shape_is_fixed(text: str, says: str, line: int | None) -> None:
    with pytest.raises(InputError) as caught:
        read(text, format="boxoban")
    assert (caught.value.says, caught.value.line) == (says, line)


def test_another_size_is_for_another_format() -> None:
    with pytest.raises(InputError, match="is 10x10, and this one is 5x3") as caught:
        write(read("#####\n#@$.#\n#####\n"), "boxoban")
    assert "xsb" in caught.value.right
