"""What a Level refuses, what it remarks, and that it cannot be changed."""

from __future__ import annotations

import dataclasses

import pytest

from helpers.levels import drawn
from sokoplan.errors import InputError, printable
from sokoplan.puzzle.level import Cell, Level, ahead_of, count

ROOM = frozenset((row, column) for row in range(4) for column in range(5) if row in (0, 3) or column in (0, 4))


def room(**changes: object) -> Level:
    """
    #####
    #@$.#
    #   #
    #####
    """
    values: dict[str, object] = {
        "height": 4, "width": 5, "player": (1, 1), "walls": ROOM, "boxes": frozenset({(1, 2)}),
        "goals": frozenset({(1, 3)}),
    }  # fmt: skip
    return Level(**{**values, **changes})  # type: ignore[arg-type]


def cells(*where: Cell) -> frozenset[Cell]:
    return frozenset(where)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"height": 0}, "the board is empty"),
        ({"player": (0, 0)}, "the player is in a wall or off the board, at row 1, column 1"),
        ({"player": (9, 9)}, "the player is in a wall or off the board, at row 10, column 10"),
        ({"player": (1, 2)}, "player and box cannot share row 2, column 3"),
        ({"boxes": cells((0, 2))}, "box in a wall or off the board, at row 1, column 3"),
        ({"goals": cells((1, 9))}, "goal in a wall or off the board, at row 2, column 10"),
        ({"boxes": cells((1, 2), (2, 2))}, "there are more boxes than goals: 2 boxes and 1 goal"),
        ({"goals": cells()}, "there are more boxes than goals: 1 box and 0 goals"),
        ({"sinks": cells((2, 2))}, "there are no sinks in Sokoban"),
        ({"limit": 3}, "there is no move limit in Sokoban"),
        ({"has_key": True}, "there are no keys in Sokoban"),
        ({"settled": cells((1, 2))}, "only make sense if the goal is read as `each-once`"),
        ({"reading": "each-once", "settled": cells((2, 2))}, "`settled` says there is a box at row 3, column 3"),
        ({"reading": "each-once", "goals": cells()}, "there are boxes but no goal"),
        ({"game": "sink", "goals": cells()}, "there is no sink and no hole"),
        ({"game": "sink", "goals": cells(), "sinks": cells((1, 2))}, "a box starts on a sink or a hole"),
        ({"game": "sink", "goals": cells(), "holes": cells((2, 2), (2, 3))}, "there are more holes than boxes"),
        ({"game": "sink", "goals": cells(), "sinks": cells((2, 1)), "holes": cells((2, 2))}, "both sinks and holes"),
        (
            {"game": "sink", "goals": cells(), "sinks": cells((2, 1)), "reading": "each-once"},
            "the goal of Sokoban with sinks or holes cannot be read as `each-once`",
        ),
        ({"game": "helltaker", "goals": cells()}, "there is no move limit"),
        ({"game": "helltaker", "goals": cells(), "limit": 5}, "there is no demoness"),
        (
            {"game": "helltaker", "goals": cells(), "limit": 5, "demonesses": cells((2, 2)), "mobs": cells((1, 2))},
            "box and mob cannot share row 2, column 3",
        ),
        (
            {"game": "helltaker", "goals": cells(), "limit": 5, "demonesses": cells((1, 1))},
            "player and demoness cannot share row 2, column 2",
        ),
        (
            {"game": "helltaker", "goals": cells(), "limit": 5, "demonesses": cells((2, 2)),
             "spikes": cells((2, 3)), "traps_up": cells((2, 3))},
            "spikes and unsafe trap cannot share row 3, column 4",
        ),
    ],
)  # fmt: skip
def test_a_wrong_level_cannot_be_made(changes: dict[str, object], says: str) -> None:
    with pytest.raises(InputError) as caught:
        room(**changes)
    assert says in caught.value.says


def test_a_level_is_frozen_and_hashable() -> None:
    level = room()
    assert hash(level) == hash(room())
    with pytest.raises(dataclasses.FrozenInstanceError):
        level.player = (2, 2)  # type: ignore[misc]


def test_outside_is_wall() -> None:
    level = room()
    assert level.wall((-1, 2))
    assert level.wall((4, 2))
    assert level.wall((0, 0))
    assert not level.wall((1, 2))
    assert level.reachable() == {(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)}


@pytest.mark.parametrize(
    ("picture", "remark"),
    [
        ("####\n#@*#\n####", "It is already solved: no box is off a goal."),
        (
            "########\n#@$.#$.#\n########",
            "The player can never reach 1 box, at row 2, column 6; no plan can move it.",
        ),
        ("--------\n|@0.|^.|\n--------", "No box can ever be pushed into 1 hole, at row 2, column 6."),
        ("t\n9\n########\n#H  #D #\n########", "The hero can never stand next to a demoness."),
        ("#######\n#@$..##\n#######", "There are spare goals: 2 goals for 1 box."),
        ("#######\n#@$.# #\n#######", "The player can never reach 1 floor cell inside the walls"),
        ("t\n3\n#####\n#HD #\n#####", "It is already solved: the hero starts next to a demoness."),
        ("#1\n#6\n#yo.x*o", "The player can never reach 1 box, at row 1, column 6; no plan can move it."),
    ],
)
def test_remarks(picture: str, remark: str) -> None:
    assert any(told.startswith(remark) for told in drawn(picture).remarks())


def test_an_ordinary_level_has_nothing_remarkable() -> None:
    assert drawn("#####\n#@$.#\n#####").remarks() == ()
    # Blanks that a ragged row leaves outside the walls are no decoration.
    assert drawn("  #####\n###@$.#\n#     #\n#######").remarks() == ()


def test_small_words() -> None:
    assert count(1, "box") == "1 box"
    assert count([1, 2], "box") == "2 boxes"
    assert count(0, "goal") == "0 goals"
    assert ahead_of((2, 2), "u", 2) == (0, 2)
    assert ahead_of((2, 2), "r", -1) == (2, 1)


@pytest.mark.parametrize("char", ["\x1b", "\x07", "\r", "\n", "\x9b", "\u202e", "\u2028", "\ue000", "\x00", "\ud800"])
def test_printable_takes_the_sting_out(char: str) -> None:
    assert char not in printable(f"a{char}b")
    assert printable("Ünïcode 🎁 stays") == "Ünïcode 🎁 stays"


def test_a_long_line_is_cut_around_the_caret() -> None:
    error = InputError("wrong", "right", "file", 3, 500, "x" * 500 + "!" + "x" * 500)
    excerpt, caret = str(error).split("\n")[1:3]
    assert len(excerpt) < 100
    assert excerpt[caret.index("^")] == "!"
