"""A level as JSON comes back as the very same level; anything else is a clean error that names the field."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.small_levels import KINDS, small_levels
from sokoplan.errors import InputError
from sokoplan.planning.export import EXPORTS
from sokoplan.puzzle.formats import Limits, read
from sokoplan.puzzle.formats.json import level_from_json, level_to_json
from sokoplan.puzzle.level import Level, Solution

LEVEL = read("#####\n#@$.#\n#####\n")[0]
DATA: dict[str, Any] = json.loads(level_to_json(LEVEL))


@pytest.mark.parametrize("kind", KINDS)
def test_boards_come_back(kind: str) -> None:
    for level, _ in small_levels(kind, 32):
        assert level_from_json(EXPORTS["json"].files(level)["level.json"]) == level


any_words = st.text(st.characters())  # lone surrogates, controls and all


@given(
    title=any_words,
    author=any_words,
    collection=any_words,
    comments=st.lists(any_words, max_size=3),
    solutions=st.lists(st.builds(Solution, any_words, any_words), max_size=2),
    options=st.lists(st.tuples(any_words, any_words), max_size=2),
)
def test_words_come_back(comments: list[str], solutions: list[Solution], options: list[Any], **words: str) -> None:
    level = replace(LEVEL, comments=tuple(comments), solutions=tuple(solutions), options=tuple(options), **words)
    text = level_to_json(level)
    assert text.isascii()
    assert level_from_json(text) == level


def test_no_field_of_a_level_is_forgotten() -> None:
    assert DATA.keys() == {field.name for field in fields(Level)} | {"format", "version"}


@pytest.mark.parametrize("name", sorted(DATA))
def test_a_missing_field_is_named(name: str) -> None:
    with pytest.raises(InputError, match="format" if name == "format" else "version" if name == "version" else name):
        level_from_json(json.dumps({key: value for key, value in DATA.items() if key != name}))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": "other"}, "no level of ours"),
        ({"version": 2}, "version 1"),
        ({"version": True}, "version 1"),
        ({"colour": "red"}, "no field colour"),
        ({"height": 3.0}, "height is not a whole number"),
        ({"height": True}, "height is not a whole number"),
        ({"height": 0}, "the board is empty"),
        ({"height": 10**9}, "more than 256 rows"),
        ({"width": 10**9}, "more than 256 columns"),
        ({"player": [1]}, "player holds something that is not a cell"),
        ({"player": [1, True]}, "player holds something that is not a cell"),
        ({"player": [0, 0]}, "outside the floor"),
        ({"boxes": {}}, "boxes is not a list"),
        ({"boxes": [[1, "2"]]}, "boxes holds something that is not a cell"),
        ({"goals": []}, "more boxes than goals"),
        ({"game": "chess"}, "game is none of sokoban, sink, helltaker"),
        ({"game": []}, "game is none of sokoban, sink, helltaker"),
        ({"reading": "twice"}, "reading is none of end, each-once"),
        ({"limit": "many"}, "limit is not a whole number"),
        ({"has_key": 0}, "has_key is neither true nor false"),
        ({"title": None}, "title holds something that is not text"),
        ({"comments": "one"}, "comments is not a list"),
        ({"solutions": ["rrU"]}, "a solution is not an object"),
        ({"options": [["name"]]}, "an option is not a pair"),
    ],
)
def test_a_wrong_field_is_named(change: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        level_from_json(json.dumps(DATA | change))


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(name=st.sampled_from(sorted(DATA)), value=any_json)
def test_any_value_in_any_field_gives_a_level_or_a_clean_error(name: str, value: object) -> None:
    try:
        level = level_from_json(json.dumps(DATA | {name: value}))
    except InputError:
        return
    assert level_from_json(level_to_json(level)) == level


@pytest.mark.parametrize("text", ["", "{", '{"format"', "[" * 100_000, "1" * 10_000, "nonsense\n", "\n\n]"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        level_from_json(text)


def test_a_text_beyond_the_limit_is_not_even_parsed() -> None:
    with pytest.raises(InputError, match="larger than"):
        level_from_json(level_to_json(LEVEL), Limits(size=10))


def test_the_error_points_at_the_place() -> None:
    with pytest.raises(InputError) as caught:
        level_from_json('{\n  "format": oops\n}')
    assert (caught.value.line, caught.value.column, caught.value.text) == (2, 12, '  "format": oops')
