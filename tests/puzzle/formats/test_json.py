"""A level as JSON comes back as the very same level; anything else is a clean error that names the field.

JSON is a format like the others: it is found by its content, holds several levels, and commands read and write it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.command import sokoplan
from helpers.small_levels import KINDS, small_levels
from sokoplan.errors import InputError
from sokoplan.planning.export import EXPORTS
from sokoplan.puzzle.formats import FORMATS, Limits, detect, read, refusal, write
from sokoplan.puzzle.formats.json import level_from_json, level_to_json
from sokoplan.puzzle.level import Level, Solution
from sokoplan.puzzle.library import files_of, open_levels

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
    level = replace(LEVEL, comments=tuple(comments), solutions=tuple(solutions), options=tuple(options), **words)  # type: ignore[arg-type]
    text = level_to_json(level)
    assert text.isascii()
    assert level_from_json(text) == level


def test_no_field_of_a_level_is_forgotten() -> None:
    assert DATA.keys() == {field.name for field in fields(Level)} - {"snapshots"} | {"format", "version"}


def test_snapshots_are_written_where_there_are_any() -> None:
    level = replace(level_from_json(json.dumps(DATA)), snapshots=(Solution("rU", "Moves"),))
    assert json.loads(write([level], "json"))["snapshots"] == [{"keys": "rU", "note": "Moves"}]
    assert read(write([level], "json")) == [level]


@pytest.mark.parametrize("name", sorted(DATA))
def test_a_missing_field_is_named(name: str) -> None:
    with pytest.raises(InputError, match="format" if name == "format" else "version" if name == "version" else name):
        level_from_json(json.dumps({key: value for key, value in DATA.items() if key != name}))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": "other"}, "this JSON is not a level"),
        ({"version": 2}, "another version of the level format than 1"),
        ({"version": True}, "another version of the level format than 1"),
        ({"colour": "red"}, "unknown field `colour`"),
        ({"height": 3.0}, "`height` must be a whole number"),
        ({"height": True}, "`height` must be a whole number"),
        ({"height": 0}, "the board is empty"),
        ({"height": 10**9}, "more than 256 rows"),
        ({"width": 10**9}, "more than 256 columns"),
        ({"player": [1]}, "`player` holds something that is not a cell"),
        ({"player": [1, True]}, "`player` holds something that is not a cell"),
        ({"player": [0, 0]}, "in a wall or off the board"),
        ({"boxes": {}}, "`boxes` must be a list"),
        ({"boxes": [[1, "2"]]}, "`boxes` holds something that is not a cell"),
        ({"goals": []}, "more boxes than goals"),
        ({"game": "chess"}, "`game` must be one of: sokoban, sink, helltaker"),
        ({"game": []}, "`game` must be one of: sokoban, sink, helltaker"),
        ({"reading": "twice"}, "`reading` must be one of: end, each-once"),
        ({"limit": "many"}, "`limit` must be a whole number"),
        ({"has_key": 0}, "`has_key` must be true or false"),
        ({"title": None}, "`title` holds something that is not text"),
        ({"comments": "one"}, "`comments` must be a list"),
        ({"solutions": ["rrU"]}, "`solutions` must hold objects"),
        ({"options": [["name"]]}, "`options` must hold pairs"),
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


# --- a format like the others ---------------------------------------------------------------------------------------

TWO = [LEVEL, replace(LEVEL, title="two", reading="each-once", settled=LEVEL.boxes)]


def test_one_level_is_an_object_and_several_are_an_array() -> None:
    assert isinstance(json.loads(write([LEVEL], "json")), dict)
    assert isinstance(json.loads(write(TWO, "json")), list)
    assert read(write([LEVEL], "json")) == [LEVEL]
    assert read(write(TWO, "json")) == TWO
    assert read(f"[{level_to_json(LEVEL)}]") == [LEVEL]


def minified(text: str) -> str:
    return json.dumps(json.loads(text), separators=(",", ":"))


@pytest.mark.parametrize("levels", [TWO[:1], TWO])
@pytest.mark.parametrize(
    "change", [str, minified, lambda text: f"\n \t{text}", lambda text: text.replace("\n", "\r\n")]
)
@pytest.mark.parametrize("source", ["", "a.json", "a.txt", "a.xsb"])
def test_it_is_found_by_its_content(levels: list[Level], change: Callable[[str], str], source: str) -> None:
    text = change(write(levels, "json"))
    assert detect(text, source) == "json"
    assert read(text.encode(), source=source) == levels


def test_other_json_is_not_a_level() -> None:
    for text in ('{"format": "sokoplan-task"}', "[]", "{}", "[1, 2]"):
        with pytest.raises(InputError, match="not a level in any known format"):
            read(text)
    # The file's ending says what it should be, so that the error can say more.
    with pytest.raises(InputError, match="this JSON is not a level"):
        read("{}", source="a.json")
    with pytest.raises(InputError, match="there is no level in this JSON"):
        read("[]", source="a.json")


def test_an_error_in_an_array_names_the_level() -> None:
    text = json.dumps([DATA, DATA | {"player": "here"}])
    with pytest.raises(InputError, match="level 2: field `player` holds something that is not a cell"):
        read(text)


def test_the_goal_is_read_as_the_level_says_unless_it_is_asked_for() -> None:
    assert [level.reading for level in read(write(TWO, "json"))] == ["end", "each-once"]
    assert [level.reading for level in read(write(TWO, "json"), reading="each-once")] == ["each-once", "each-once"]


def test_only_json_holds_positions() -> None:
    assert [name for name, format in FORMATS.items() if format.holds_positions] == ["json"]
    hero = replace(read("One\n3\n#####\n#H D#\n#####\n")[0], has_key=True)
    for position, format in ((TWO[1], "xsb"), (hero, "helltaker")):
        assert "middle of a game" in refusal([position], FORMATS[format])
        assert refusal([position], FORMATS["json"]) == ""


def test_files_end_in_json(tmp_path: Path) -> None:
    (tmp_path / "two.json").write_text(write(TWO, "json"))
    assert files_of(str(tmp_path)) == [str(tmp_path / "two.json")]
    assert [entry.level for entry in open_levels(str(tmp_path / "two.json"))] == TWO
    assert [entry.level for entry in open_levels(f"{tmp_path}/two.json#two")] == TWO[1:]


def test_commands_read_and_write_it(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    converted = sokoplan("convert", "first-push", "--to", "json")
    assert converted.returncode == 0, converted.stderr
    file.write_text(converted.stdout)
    assert open_levels(str(file))[0].level == open_levels("first-push")[0].level
    solved = sokoplan("solve", str(file), "--json")
    assert solved.returncode == 0, solved.stderr
    assert json.loads(solved.stdout)["status"] == "solved"
    file.write_text(converted.stdout.replace('"player"', '"Player"'))
    broken = sokoplan("solve", str(file))
    assert broken.stderr.startswith(f"error: {file}: field `player` is missing")
