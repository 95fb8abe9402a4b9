"""What a Level refuses, what it remarks, and that it cannot be changed."""

from __future__ import annotations

import dataclasses
import doctest
from random import Random

import pytest

from helpers import levelgen
from helpers.levels import drawn
from sokoplan.errors import InputError, printable
from sokoplan.puzzle import level as level_module
from sokoplan.puzzle.formats import FORMATS
from sokoplan.puzzle.level import PIECES, Cell, Level, ahead_of, count, must_be_level, place, places
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import LAWS
from sokoplan.puzzle.verify import verify

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


# --- from text and back ---------------------------------------------------------------------------------------------


def test_a_level_from_text() -> None:
    assert Level.from_text("#####\n#@$.#\n#   #\n#####") == room()
    assert Level.from_text("#####\n#@$.#\n#   #\n#####", reading="each-once") == room(reading="each-once")
    assert Level.from_text("#####\n#SCX#\n#####", format="course") == Level.from_text("#####\n#@$.#\n#####")
    assert doctest.testmod(level_module).failed == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the text is empty"),
        ("hello", "this is not a level in any known format"),
        ("####\n#@ #\n####\n\n#####\n#@$.#\n#####\n", "this text holds 2 levels, not one"),
        ("####\n# $.#\n####", "there is no player"),
    ],
)
def test_a_text_that_is_not_one_level(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        Level.from_text(text)
    assert caught.value.says == says


def test_a_drawing_of_each_game() -> None:
    sokoban = "#####\n#@$.#\n#   #\n#####"
    assert str(room()) == sokoban
    assert str(room(title="My room", author="me")) == sokoban
    sink = "#1\n#4\n#yo.x"
    holes = "------\n|@0.^|\n------"
    hell = "One\n3\n#####\n#H D#\n#####"
    for text in (sink, holes, hell):
        assert str(Level.from_text(text)) == text


def test_a_drawing_is_read_again() -> None:
    random = Random(3)
    for make in (levelgen.sokoban, levelgen.sink, levelgen.hole, levelgen.helltaker):
        for _ in range(20):
            level = make(random)
            assert Level.from_text(str(level)).same_board(level), str(level)


def test_what_no_format_holds_is_drawn_all_the_same() -> None:
    assert str(room(walls=ROOM - {(1, 4)})) == "#####\n#@$.\n#   #\n#####"
    assert str(room(reading="each-once", settled=cells((1, 2)))) == "#####\n#@$.#\n#   #\n#####"
    on_sink = Level(1, 3, (0, 0), "sink", boxes=cells((0, 1)), sinks=cells((0, 0)))
    assert str(on_sink) == "&$"
    mob_on_lock = {"demonesses": cells((0, 2)), "mobs": cells((0, 1)), "locks": cells((0, 1))}
    assert str(Level(1, 3, (0, 0), "helltaker", limit=1, **mob_on_lock)) == "H?D"  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["#####\n#@$.#\n#####", None, 3, [room()]])
def test_something_else_where_a_level_is_wanted(wrong: object) -> None:
    with pytest.raises(TypeError, match=f"expected a Level, not {type(wrong).__name__}") as caught:
        must_be_level(wrong)
    assert ("sokoplan.level(...)" in str(caught.value)) == isinstance(wrong, str)
    with pytest.raises(TypeError, match="expected a Level"):
        verify(wrong, Plan("r"))  # type: ignore[arg-type]
    assert must_be_level(room()) == room()


def test_something_else_where_text_or_a_plan_is_wanted() -> None:
    with pytest.raises(TypeError, match="expected the text of a level, not bytes"):
        Level.from_text(b"#####")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Plan, not str"):
        verify(room(), "r")  # type: ignore[arg-type]


# --- the table of pieces --------------------------------------------------------------------------------------------


def test_every_set_of_cells_is_a_piece_but_walls_and_settled_boxes() -> None:
    sets = {item.name for item in dataclasses.fields(Level) if "frozenset" in str(item.type)}
    assert sets == {piece.field for piece in PIECES} | {"walls", "settled"}
    assert {field for law in LAWS.values() for field in law.pieces} == {piece.field for piece in PIECES}


def test_every_game_has_a_format_that_draws_it() -> None:
    for game in LAWS:
        assert any(game in format.games and format.write for name, format in FORMATS.items() if name != "json"), game


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
        (
            "#1\n#6\n#yo.x*o",
            "The player can never reach 1 box, at row 1, column 6 (in plans (5, 0)); no plan can move it.",
        ),
    ],
)
def test_remarks(picture: str, remark: str) -> None:
    assert any(told.startswith(remark) for told in drawn(picture).remarks())


TWO = "2 boxes, at row 2, column 6 and row 2, column 8"


@pytest.mark.parametrize(
    ("picture", "remarks"),
    [
        (
            "###########\n#@$.#$ $..#\n###########",
            (f"The player can never reach {TWO}; no plan can move them.",),
        ),
        (
            "###########\n#@$.#* *  #\n###########",
            (f"The player can never reach {TWO}; they are already on a goal.",),
        ),
        (
            "###########\n#@$.#$ *. #\n###########",
            (f"The player can never reach {TWO}; no plan can move them.",),
        ),
        (
            "###########\n#@$.#*    #\n###########",
            ("The player can never reach 1 box, at row 2, column 6; it is already on a goal.",),
        ),
        (
            "#########\n#@* .* .#\n#########",
            ("It is already solved: no box is off a goal.", "There are spare goals: 4 goals for 2 boxes."),
        ),
        ("--------\n|@0^|0.|\n--------", ("The player can never reach 1 box, at row 2, column 6.",)),
        (
            "--------\n|@0^|^0|\n--------",
            (
                "The player can never reach 1 box, at row 2, column 7.",
                "No box can ever be pushed into 1 hole, at row 2, column 6.",
            ),
        ),
    ],
)
def test_remarks_in_full(picture: str, remarks: tuple[str, ...]) -> None:
    found = tuple(told for told in drawn(picture).remarks() if "decoration" not in told)
    assert found == remarks


def test_a_sink_with_no_box_left_is_solved_and_one_with_a_box_is_not() -> None:
    sink = room(game="sink", goals=cells(), sinks=cells((2, 1)))
    assert sink.remarks() == ()
    (remark,) = dataclasses.replace(sink, boxes=cells()).remarks()
    assert remark == "It is already solved: nothing is left to do."


def test_a_box_that_has_been_on_a_goal_is_where_it_may_be() -> None:
    solved = "It is already solved: no box is off a goal."
    level = room(reading="each-once")
    assert level.remarks() == ()
    assert dataclasses.replace(level, settled=cells((1, 2))).remarks() == (solved,)
    both = dataclasses.replace(level, boxes=cells((1, 2), (1, 3)), settled=cells((1, 2)))
    assert both.remarks() == (solved,)
    assert dataclasses.replace(both, settled=cells()).remarks() == ()


def test_an_ordinary_level_has_nothing_remarkable() -> None:
    assert drawn("#####\n#@$.#\n#####").remarks() == ()
    # Blanks that a ragged row leaves outside the walls are no decoration.
    assert drawn("  #####\n###@$.#\n#     #\n#######").remarks() == ()


def test_small_words() -> None:
    assert count(1, "box") == "1 box"
    assert count([1, 2], "box") == "2 boxes"
    assert count(0, "goal") == "0 goals"
    assert count(2, "demoness") == "2 demonesses"
    assert place((1, 2)) == "row 2, column 3"
    assert places([(1, 4), (0, 0), (1, 2)]) == "row 1, column 1; row 2, column 3 and row 2, column 5"
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
