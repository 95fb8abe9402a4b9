"""The level collections beside the checkout: every file parses, and board for board it is what the file draws.

The second reading here knows nothing of the formats: it counts characters in runs of lines.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from helpers.levels import SHARED
from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, read, write
from sokoplan.puzzle.formats.text import decode
from sokoplan.puzzle.level import Level

pytestmark = pytest.mark.shared

NOT_LEVELS = {"SOURCES.md", "testcases.txt"}
FOLDERS = {
    "comenius_course": {"course"},
    "other_course_sokoban": {"course", "course-bt", "course-xho"},
    "helltaker_official": {"helltaker"},
    "helltaker_extra": {"helltaker"},
    "helltaker_other_formats": {"helltaker-cocu-tan", "helltaker-lurbinaa", "helltaker-zaki"},
    "petersohn_games": {"nethack-solver"},
    "nethack": {"nethack-solver", "nethack-picture"},
}


def files() -> list[Path]:
    return [path for path in sorted(SHARED.rglob("*")) if path.is_file() and path.name not in NOT_LEVELS]


def named(path: Path) -> str:
    return str(path.relative_to(SHARED))


def content(path: Path) -> list[str]:
    return decode(path.read_bytes()).replace("\r\n", "\n").split("\n")


def levels_of(path: Path) -> list[Level]:
    return read(path.read_bytes(), source=str(path))


every_file = pytest.mark.parametrize("path", files(), ids=named)


def test_all_files_are_there() -> None:
    assert len(files()) == 154


@every_file
def test_the_format_is_found(path: Path) -> None:
    name = detect("\n".join(content(path)), path.name)
    folder = path.relative_to(SHARED).parts[0]
    assert name in FOLDERS.get(folder, {"xsb"})
    if name == "nethack-solver":
        assert path.parent.name != "nethack" or path.stem.endswith("_sink")


@every_file
def test_every_board_has_as_many_of_each_thing_as_the_file_draws(path: Path) -> None:
    name = detect("\n".join(content(path)), path.name)
    drawn = DRAWN[name](content(path))
    levels = levels_of(path)
    assert len(levels) == len(drawn)
    for level, rows in zip(levels, drawn, strict=True):
        text = Counter("".join(rows))
        expected = {kind: sum(text[sign] for sign in signs) for kind, signs in COUNTS[name].items()}
        found = {kind: len(getattr(level, kind)) for kind in expected}
        assert found == expected, (level.title, rows)
        row, column = level.player
        assert rows[row][column] in PLAYER[name]
        assert (level.height, level.width) == (len(rows), max(map(len, rows)))


def drawn_alike(path: Path) -> bool:
    """Not read only, and not a picture, whose walls are drawn anew."""
    if path.parent.name in ("helltaker_other_formats", "nethack"):
        return path.stem.endswith("_sink")
    return not path.name.startswith(("mcifra", "rastost4"))


@pytest.mark.parametrize("path", [path for path in files() if drawn_alike(path)], ids=named)
def test_every_board_is_drawn_again_as_it_stands(path: Path) -> None:
    name = detect("\n".join(content(path)), path.name)
    for level, rows in zip(levels_of(path), DRAWN[name](content(path)), strict=True):
        written = DRAWN[name](write([level], name).split("\n"))
        (again,) = written
        assert [row.rstrip() for row in again] == [_canonical(name, row).rstrip() for row in rows]
        assert read(write([level], name))[0].same_board(level)


def _canonical(name: str, row: str) -> str:
    """Capitals, dots and walls of the NetHack solver, which are written in one way only."""
    if name != "nethack-solver":
        return row
    return re.sub(r"[^.oxy]", "*", row.lower().replace("·", ".").replace("@", "y"))


@pytest.mark.parametrize("path", sorted((SHARED / "helltaker_official").glob("*")), ids=named)
def test_titles_and_limits(path: Path) -> None:
    (level,) = levels_of(path)
    assert [level.title, str(level.limit)] == content(path)[:2]


@pytest.mark.parametrize("path", sorted(SHARED.glob("*.xsb")), ids=named)
def test_titles_authors_and_counts_of_collections(path: Path) -> None:
    lines = content(path)
    levels = levels_of(path)
    assert len(levels) == int(next(line for line in lines if line.startswith("; Levels: ")).split(": ")[1])
    titles = [line[1:].strip() for line in lines if re.match(r"; \d+( |$)", line)]
    assert [level.title for level in levels] == titles
    author = next(line for line in lines if line.startswith("; Author: "))
    assert {f"; Author: {level.author}" for level in levels} == {author}
    assert {f"; {level.collection}" for level in levels} == {lines[0].rstrip()}
    assert read(write(levels, "xsb")) == levels
    assert read(write(levels, "slc")) == levels


@pytest.mark.parametrize(
    "others",
    [
        ["cocu-tan_stage01", "lurbinaa_level1", "zakiyudhistira_level_1"],
        ["cocu-tan_stage02", "lurbinaa_level2"],
        ["cocu-tan_stage04", "zakiyudhistira_level_4"],
        ["cocu-tan_stage07"],
    ],
    ids=lambda others: others[0],
)
def test_other_peoples_letters_agree_with_the_official_boards(others: list[str]) -> None:
    """The same things in the same places, up to the walls around."""
    number = int(others[0][-2:])
    paths = [SHARED / f"helltaker_official/level{number}.txt"]
    paths += [SHARED / f"helltaker_other_formats/{name}.txt" for name in others]
    shapes = []
    for path in paths:
        (level,) = levels_of(path)
        down, right = level.player
        shapes.append(
            [level.limit]
            + [
                sorted((row - down, column - right) for row, column in getattr(level, kind))
                for kind in ("boxes", "mobs", "spikes", "demonesses", "keys", "locks", "traps_up", "traps_down")
            ]
        )
    assert all(shape == shapes[0] for shape in shapes)


@pytest.mark.parametrize("name", sorted(NOT_LEVELS))
def test_what_is_no_level_gets_a_clean_error(name: str) -> None:
    (path,) = SHARED.rglob(name)
    with pytest.raises(InputError, match="not a level in any known format"):
        levels_of(path)


# --- the second reading ---------------------------------------------------------------------------------------------


def _runs(lines: list[str], signs: str) -> list[list[str]]:
    """Runs of lines made of these signs only, blanks at the ends of rows dropped."""
    text = "\n".join(line.rstrip() if set(line) <= set(signs) else "" for line in lines)
    return [run.split("\n") for run in re.split(r"\n\n+", text.strip("\n"))]


def _xsb(lines: list[str]) -> list[list[str]]:
    return _runs(lines, "# @+$*.")


def _whole(lines: list[str]) -> list[list[str]]:
    return [[line for line in lines if line.strip()]]


def _solver(lines: list[str]) -> list[list[str]]:
    return [[line[1:] for line in lines if re.match(r"#[^\d\r\n]", line)]]


DRAWN = {
    "xsb": _xsb,
    "course": _whole,
    "course-bt": _whole,
    "course-xho": _whole,
    "helltaker": lambda lines: _whole(lines[2:]),
    "helltaker-cocu-tan": lambda lines: _whole(lines[1:]),
    "helltaker-lurbinaa": lambda lines: _whole(lines[1:]),
    "helltaker-zaki": lambda lines: [[line.replace(" ", "") for line in lines[1:] if line]],
    "nethack-solver": _solver,
    "nethack-picture": _whole,
}
COUNTS = {
    "xsb": {"walls": "#", "boxes": "$*", "goals": ".*+"},
    "course": {"walls": "#", "boxes": "Cc", "goals": "Xcs"},
    "course-bt": {"walls": "#", "boxes": "B", "goals": "TX"},
    "course-xho": {"walls": "x", "boxes": "o", "goals": "_"},
    "helltaker": {
        "walls": "#", "boxes": "BOPQ", "demonesses": "D", "mobs": "M", "keys": "K", "locks": "L",
        "spikes": "SO", "traps_down": "TP", "traps_up": "UQ",
    },
    "helltaker-cocu-tan": {
        "walls": "W", "boxes": "*$2", "demonesses": "G", "mobs": "E", "keys": "K", "locks": "L",
        "spikes": "|$", "traps_down": "_2", "traps_up": "A",
    },
    "helltaker-lurbinaa": {
        "boxes": "bH", "demonesses": "g", "mobs": "s", "keys": "k", "locks": "c", "spikes": "hH",
    },
    "helltaker-zaki": {
        "boxes": "@&", "demonesses": "!", "mobs": "*", "keys": "?", "locks": "+", "spikes": "^&",
    },
    "nethack-solver": {"boxes": "oO", "sinks": "x"},
    "nethack-picture": {"boxes": "0", "holes": "^"},
}  # fmt: skip
PLAYER = {
    "xsb": "@+",
    "course": "Ss",
    "course-bt": "SX",
    "course-xho": "H",
    "helltaker": "H",
    "helltaker-cocu-tan": "S",
    "helltaker-lurbinaa": "p",
    "helltaker-zaki": "$",
    "nethack-solver": "y@",
    "nethack-picture": ">",
}
