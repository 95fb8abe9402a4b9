"""Pictures of NetHack's Sokoban."""

from __future__ import annotations

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, read, write

PICTURE = """\
-------- ------
|<|>...|-|....|
|^|-.00....0..|
|^||..00|.0.0.|
|^||....|.....|
|^|-----|0-----
|^|    |......|
|^-----|......|
|..^^^^0000...|
|??|---|......|
----   --------
"""


def test_letters() -> None:
    (level,) = read(PICTURE)
    assert detect(PICTURE) == "nethack-picture"
    assert (level.game, level.player) == ("sink", (1, 3))
    assert (level.height, level.width) == (11, 15)
    assert len(level.holes) == 10
    assert len(level.boxes) == 12
    assert level.sinks == frozenset()
    assert (0, 8) in level.walls
    assert (1, 1) not in level.walls
    assert (9, 1) not in level.walls


def test_the_player_is_where_the_at_sign_is() -> None:
    (level,) = read(PICTURE.replace("-|....|", "-|..@.|"))
    assert level.player == (1, 12)
    assert (1, 3) not in level.walls


def test_doors_are_wall_and_things_and_pets_are_floor() -> None:
    (level,) = read("--------\n|>.0^+d|\n|%?(..[|\n--------\n")
    assert (1, 5) in level.walls
    assert level.walls.isdisjoint({(1, 6), (2, 1), (2, 2), (2, 3), (2, 6)})


def test_words_around_a_picture() -> None:
    (level,) = read("Sokoban, first floor\nby Kevin\n\n" + PICTURE + "\nAgent the Digger\nDlvl:6 $:0\n")
    assert level.title == "Sokoban, first floor"
    assert level.comments == ("by Kevin", "Agent the Digger", "Dlvl:6 $:0")


def test_several_pictures() -> None:
    assert [level.title for level in read("One\n" + PICTURE + "\nTwo\n" + PICTURE)] == ["One", "Two"]


def test_a_written_picture_looks_like_one() -> None:
    level = read(PICTURE)[0]
    text = write([level], "nethack-picture")
    assert read(text)[0].same_board(level)
    assert text.splitlines()[1] == "|.|@...---....|"


@pytest.mark.parametrize(
    ("text", "says", "line", "column"),
    [
        (PICTURE.replace(">", "."), "there is no player", 1, 0),
        (PICTURE.replace("|......|\n----", "|.....>|\n----"), "there is a second player", 10, 13),
        (PICTURE.replace("....0..", "....7.."), "unknown character `7`", 3, 11),
        (PICTURE.replace("0", "."), "there are more holes than boxes: 10 holes and 0 boxes", 1, 0),
    ],
)
def test_broken(text: str, says: str, line: int, column: int) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert (caught.value.says, caught.value.line, caught.value.column) == (says, line, column)
