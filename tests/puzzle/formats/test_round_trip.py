"""What we write, we read again: every format that writes, over levels as odd as it must bear."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from helpers import levelgen, strategies
from sokoplan.puzzle.formats import FORMATS, detect, read, write
from sokoplan.puzzle.level import Level, Solution

WRITABLE = [name for name, format in FORMATS.items() if format.write]


def test_every_writable_format_has_a_round_trip_here() -> None:
    tested = {"xsb", "slc", "boxoban", "course", "helltaker", "nethack-solver", "nethack-picture", "json"}
    assert set(WRITABLE) == tested


ROOM = Level(
    3,
    5,
    (1, 1),
    walls=frozenset((r, c) for r in range(3) for c in range(5) if (r, c) not in {(1, 1), (1, 2), (1, 3)}),
)


@st.composite
def collections(draw: st.DrawFn) -> list[Level]:
    levels = draw(st.lists(strategies.sokoban(), min_size=1, max_size=3))
    return [replace(level, **draw(strategies.with_words())) for level in levels]


@given(collections())
@example([replace(ROOM, comments=("Comment-end:\n####\n#@$.#\n####\nTitle: no",), title="####")])
@example([replace(ROOM, comments=("  indented", "one", "> ####\n\nComment: x"), solutions=(Solution("R", "a b"),))])
@example([ROOM, replace(ROOM, title="two"), replace(ROOM, author="me")])
def test_xsb_keeps_boards_and_words(levels: list[Level]) -> None:
    text = write(levels, "xsb")
    assert read(text, format="xsb") == levels, text
    assert detect(text) == "xsb"


@given(collections())
def test_slc_keeps_boards_and_words(levels: list[Level]) -> None:
    text = write(levels, "slc")
    assert read(text) == levels, text


@given(st.lists(strategies.sokoban(rows=10, columns=10, exact=True), min_size=1, max_size=2))
def test_boxoban_keeps_boards_and_numbers(levels: list[Level]) -> None:
    text = write(levels, "boxoban")
    assert read(text) == [replace(level, title=str(number)) for number, level in enumerate(levels)], text
    assert detect(text) == "boxoban"


def _no_blank_row(level: Level) -> bool:
    return {cell[0] for cell in level.walls} == set(range(level.height))


@given(st.lists(strategies.sokoban().filter(_no_blank_row), min_size=1, max_size=3))
def test_course_keeps_boards(levels: list[Level]) -> None:
    text = write(levels, "course")
    assert read(text, format="course") == levels, text


@given(strategies.helltaker())
def test_helltaker_keeps_everything(level: Level) -> None:
    text = write([level], "helltaker")
    assert read(text, format="helltaker") == [level], text


@given(strategies.sink(), strategies.options)
def test_nethack_solver_keeps_board_and_options(level: Level, options: tuple[tuple[str, str], ...]) -> None:
    level = replace(level, options=options)
    text = write([level], "nethack-solver")
    assert read(text) == [level], text


@given(st.lists(strategies.sink(holes=True), min_size=1, max_size=3))
def test_nethack_picture_keeps_boards(levels: list[Level]) -> None:
    text = write(levels, "nethack-picture")
    assert read(text, format="nethack-picture") == levels, text


@pytest.mark.parametrize(
    ("make", "format"),
    [
        (levelgen.sokoban, "xsb"),
        (levelgen.sokoban, "slc"),
        (levelgen.sokoban, "course"),
        (levelgen.sink, "nethack-solver"),
        (levelgen.hole, "nethack-picture"),
        (levelgen.helltaker, "helltaker"),
    ],
)
def test_what_we_write_is_recognised_by_its_content(make, format: str) -> None:  # type: ignore[no-untyped-def]
    random = Random(20)
    for _ in range(200):
        level = make(random)
        if format == "helltaker" and {cell[0] for cell in level.walls} != set(range(level.height)):
            continue
        text = write([level], format)
        assert detect(text) == format, text
        assert read(text)[0].same_board(level), text


def test_writing_twice_gives_the_same_text() -> None:
    random = Random(5)
    for _ in range(50):
        level = levelgen.sokoban(random, spare_goals=True)
        text = write([level], "xsb")
        assert write(read(text), "xsb") == text
