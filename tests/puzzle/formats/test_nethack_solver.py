"""The NetHack solver's files."""

from __future__ import annotations

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, read, write

TEXT = """\
#4
#7
#***....
#yo.oo..
#*..o...
#*.....x
blocklist-number=2
compare = +time
"""


def test_letters_and_options() -> None:
    (level,) = read(TEXT)
    assert detect(TEXT) == "nethack-solver"
    assert (level.game, level.player, level.sinks) == ("sink", (1, 0), {(3, 6)})
    assert level.boxes == {(1, 1), (1, 3), (1, 4), (2, 3)}
    assert level.options == (("blocklist-number", "2"), ("compare", "+time"))
    assert write([level], "nethack-solver") == TEXT.replace(" = ", "=")


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("#4\n#7", "#9\n#99"),
        TEXT.replace("#4\n#7\n", ""),
        TEXT.replace("o", "O").replace("x", "X").replace("#yo", "#Yo").replace("cOmpare", "compare"),
        TEXT.replace(".", "\xb7"),
        TEXT.replace("y", "@"),
        TEXT.replace("*", " "),
        TEXT.replace("*", "#"),
        TEXT.replace("x\n", "x\n#\n"),
        TEXT.replace("\n", "\r\n"),
    ],
)
def test_the_same_in_other_clothes(text: str) -> None:
    level = read(text.encode())[0]
    assert level.same_board(read(TEXT)[0]), text


def test_all_else_is_wall() -> None:
    (level,) = read("#2\n#3\n#y@q\n#ox\n")
    assert level.walls == {(0, 1), (0, 2), (1, 2)}, "with a `y`, even `@` is wall; and so is what is left out"


@pytest.mark.parametrize(
    ("text", "says", "line", "column"),
    [
        (TEXT.replace("x", "."), "there is no sink", 3, 1),
        (TEXT.replace("...x", "x..x"), "there is a second sink", 6, 7),
        (TEXT.replace("#yo", "#.o"), "there is no player", 3, 1),
        (TEXT.replace("....\n#yo", "...y\n#yo"), "there is a second player", 4, 1),
    ],
)
def test_exactly_one_sink_and_one_player(text: str, says: str, line: int, column: int) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert (caught.value.says, caught.value.line, caught.value.column) == (says, line, column)


def test_lines_that_are_nothing() -> None:
    with pytest.raises(InputError, match="neither a row nor an option"):
        read(TEXT + "hello\n", format="nethack-solver")
    with pytest.raises(InputError, match="there is no board"):
        read("#4\n#7\n#\n", format="nethack-solver")


def test_a_level_for_this_format_alone() -> None:
    with pytest.raises(InputError, match="cannot hold a level of Sokoban with sinks") as caught:
        write(read(TEXT), "xsb")
    assert "nethack-solver" in caught.value.right
    assert "xsb," not in caught.value.right
