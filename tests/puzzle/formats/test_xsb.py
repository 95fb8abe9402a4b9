"""XSB boards as people draw, quote, shorten and share them."""

from __future__ import annotations

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, read, write
from sokoplan.puzzle.level import Level

PICTURE = """\
####
# .#
#  ###
#*@  #
#  $ #
#  ###
####
"""


def one(text: str, **options: str) -> Level:
    (level,) = read(text, **options)  # type: ignore[arg-type]
    return level


def test_the_pieces_of_a_board() -> None:
    level = one(PICTURE)
    assert (level.height, level.width, level.game) == (7, 6, "sokoban")
    assert level.player == (3, 2)
    assert level.boxes == {(3, 1), (4, 3)}
    assert level.goals == {(1, 2), (3, 1)}
    assert (0, 4) not in level.walls, "what a ragged row leaves out is floor outside"
    assert write([level], "xsb") == PICTURE


def test_player_on_goal() -> None:
    level = one("#####\n#+$ #\n#####\n")
    assert level.player == (1, 1)
    assert level.goals == {(1, 1)}


@pytest.mark.parametrize(
    "text",
    [
        PICTURE.replace(" ", "-"),
        PICTURE.replace(" ", "_"),
        PICTURE.replace("\n", "\r\n"),
        PICTURE.replace("\n", "\r"),
        "\ufeff" + PICTURE,
        "".join(f"    {line}\n" for line in PICTURE.splitlines()),
        "".join(f"> {line}\n" for line in PICTURE.splitlines()),
        "".join(f">{line}\n" for line in PICTURE.splitlines()),
        "".join(f"> > {line}\n" for line in PICTURE.splitlines()),
        "".join(f"{line}    \n" for line in PICTURE.splitlines()),
        "4#|#-.#|#--3#|#*@--#|#--$-#|#--3#|4#\n",
        "4#\n#-.#\n#2-3#\n#*@2-#\n#2-$-#\n#2-3#\n4#\n",
        "4#|#-.#|#--3#|\n#*@--#|#--$-#|\n#--3#|4#|\n",
        "####\n# .#\n#--###\n#*@2-#\n#  $ #\n#  ###\n4#\n",
        "------\n" + PICTURE + "------\n",
        PICTURE.rstrip("\n"),
    ],
)
def test_the_same_board_in_other_clothes(text: str) -> None:
    assert one(text).same_board(one(PICTURE))
    assert detect(text) == "xsb"


def test_letters_of_share_links() -> None:
    assert one("####\n# .#\n#  ###\n#*a  #\n#  H #\n#  ###\n####\n").same_board(one(PICTURE))
    assert one("4#|#xH-#|#--.#|4#\n").goals == {(1, 1), (2, 3)}


def test_decoration_outside_and_inside() -> None:
    level = one(
        """\
 #####  ##
 #@$.#   #
 ##### ###
    #  #*#
   #   ###
"""
    )
    assert level.boxes == {(1, 2), (3, 7)}
    assert any("never reach 1 box" in remark for remark in level.remarks())


def test_several_levels() -> None:
    first, second = read("####\n#@.#\n####\n\n\n#####\n#@$.#\n#####\n")
    assert (first.width, second.width) == (4, 5)


def test_a_rule_of_walls_or_an_ornament_is_no_board() -> None:
    text = "##########\n\n* * *\n\n# 1 #\n\n#####\n#@$.#\n#####\n\n...\n"
    assert len(read(text)) == 1


def test_more_boxes_than_goals_under_each_once() -> None:
    text = "######\n#@$$.#\n######\n"
    with pytest.raises(InputError, match="more boxes than goals: 2 boxes and 1 goal"):
        read(text)
    assert one(text, reading="each-once").reading == "each-once"


def test_a_board_keeps_the_blanks_around_it_when_written() -> None:
    level = one("#####\n#@$.#\n#####\n")
    moved = Level(
        5,
        8,
        (3, 2),
        walls=frozenset((row + 2, column + 1) for row, column in level.walls),
        boxes=frozenset({(3, 3)}),
        goals=frozenset({(3, 4)}),
    )
    assert write([moved], "xsb") == "-\n-\n-#####--\n-#@$.#--\n-#####--\n"
    assert read(write([moved], "xsb")) == [moved]


def test_a_broken_board_in_a_collection_is_named() -> None:
    with pytest.raises(InputError) as caught:
        read("#####\n#@$.#\n#####\n\n#####\n# $.#\n#####\n", source="two.xsb")
    assert caught.value.says == "level 2: there is no player"
    assert (caught.value.source, caught.value.line) == ("two.xsb", 5)
