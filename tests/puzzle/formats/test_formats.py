"""The registry: finding a format by content, limits, encodings, and what a format cannot hold."""

from __future__ import annotations

import importlib
from dataclasses import replace

import pytest

from helpers.samples import ROOM, SAMPLES
from sokoplan.errors import InputError
from sokoplan.puzzle.formats import FORMATS, Limits, detect, read, write


def test_there_is_a_sample_for_every_format() -> None:
    assert set(SAMPLES) == set(FORMATS)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("source", ["", "a.txt", "a.xsb", "a.slc", "no ending", "a.b/c"])
def test_content_decides_and_not_the_name(name: str, source: str) -> None:
    assert detect(SAMPLES[name], source) == name
    assert len(read(SAMPLES[name], source=source)) == 1


@pytest.mark.parametrize("name", SAMPLES)
def test_line_ends_and_encodings_do_not_matter(name: str) -> None:
    plain = read(SAMPLES[name])
    for text in (SAMPLES[name].replace("\n", "\r\n"), SAMPLES[name].replace("\n", "\r")):
        for encoding in ("utf-8", "utf-8-sig", "cp1252", "utf-16"):
            assert read(text.encode(encoding)) == plain


def test_the_ending_decides_where_the_content_does_not() -> None:
    with pytest.raises(InputError, match="there is no board"):
        read("hello", source="a.XSB")
    with pytest.raises(InputError, match="not well-formed XML"):
        read("hello", source="a.slc")
    with pytest.raises(InputError, match="not a level in any known format"):
        read("hello", source="a.txt")


@pytest.mark.parametrize("name", SAMPLES)
def test_every_module_draws_its_format(name: str) -> None:
    module = importlib.import_module(f"sokoplan.puzzle.formats.{name.replace('-', '_')}")
    assert module.FORMAT is FORMATS[name]
    assert len((module.__doc__ or "").splitlines()) > 5
    assert FORMATS[name].what
    assert "\n" not in FORMATS[name].what


def test_binary_files() -> None:
    with pytest.raises(InputError, match="not a text file"):
        read(b"\x89PNG\0\0\0")
    with pytest.raises(InputError, match="this is a program") as caught:
        read(b"\x7fELF\0\0\0")
    assert "-s PROGRAM" in caught.value.right


def test_too_many_bytes() -> None:
    with pytest.raises(InputError, match="larger than 20,000 bytes") as caught:
        read(b"#" * 20_001, limits=Limits(size=20_000))
    assert "--max-bytes" in caught.value.right
    assert read(ROOM + " " * 20_000, limits=Limits(size=30_000))
    with pytest.raises(InputError, match="larger than 10 bytes"):
        read("\u20ac" * 4, limits=Limits(size=10))


@pytest.mark.parametrize("name", SAMPLES)
def test_boards_beyond_the_limit(name: str) -> None:
    with pytest.raises(InputError, match="more than 2 columns") as caught:
        read(SAMPLES[name], limits=Limits(columns=2), format=name)
    assert "--max-board WIDTHxHEIGHT" in caught.value.right
    assert caught.value.line is not None or name == "json"  # where a number says it, not a row
    if SAMPLES[name].count("\n") > 3:
        with pytest.raises(InputError, match=r"more than 1 row\b"):
            read(SAMPLES[name], limits=Limits(rows=1), format=name)


def test_the_limit_itself_is_fine() -> None:
    wide = "#" * 256 + "\n#@" + " " * 253 + "#\n" + "#" * 256 + "\n"
    assert read(wide)[0].width == 256
    with pytest.raises(InputError, match="more than 256 columns") as caught:
        read(wide.replace("\n", "#\n"))
    assert (caught.value.line, caught.value.column) == (1, 256)
    tall = "###\n" + "#@#\n" + "# #\n" * 253 + "###\n"
    assert read(tall)[0].height == 256
    with pytest.raises(InputError, match="more than 256 rows") as caught:
        read("###\n" + tall)
    assert caught.value.line == 257


def test_unknown_formats() -> None:
    for wrong in (lambda: read(ROOM, format="sokobann"), lambda: write(read(ROOM), "sokobann")):
        with pytest.raises(InputError, match="unknown format 'sokobann'"):
            wrong()


@pytest.mark.parametrize(
    ("name", "format", "could"),
    [
        ("nethack-solver", "xsb", "json, nethack-solver"),
        ("nethack-solver", "nethack-picture", "json, nethack-solver"),
        ("nethack-picture", "nethack-solver", "json, nethack-picture"),
        ("nethack-picture", "slc", "json, nethack-picture"),
        ("helltaker", "course", "json, helltaker"),
        ("xsb", "helltaker", "json, slc, course, xsb"),
        ("xsb", "boxoban", "json, slc, course, xsb"),
        ("xsb", "course-bt", "json, slc, course, xsb"),
    ],
)
def test_a_level_that_a_format_cannot_hold(name: str, format: str, could: str) -> None:
    with pytest.raises(InputError) as caught:
        write(read(SAMPLES[name]), format)
    assert caught.value.says.startswith(f"{format}: ")
    assert caught.value.right.endswith(f"Formats that can hold it: {could}.")


def test_what_only_json_can_hold() -> None:
    (level,) = read(ROOM)
    open_border = replace(level, walls=level.walls - {(1, 0)})
    with pytest.raises(InputError, match="the border is open at row 2, column 1") as caught:
        write([open_border], "xsb")
    assert caught.value.right.endswith("Formats that can hold it: json.")
    with pytest.raises(InputError, match="no level to write"):
        write([], "xsb")
    settled = replace(level, reading="each-once", settled=level.boxes)
    with pytest.raises(InputError, match="middle of a game"):
        write([settled], "xsb")
    for level in (open_border, settled):
        assert read(write([level], "json")) == [level]
