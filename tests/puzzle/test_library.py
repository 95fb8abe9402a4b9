"""Collections read lazily: only what a reference names is made, and a broken level costs nobody else anything."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest

import sokoplan as sp
from sokoplan.errors import InputError
from sokoplan.puzzle.archives import members
from sokoplan.puzzle.formats import Limits, drafts, read
from sokoplan.puzzle.level import Drawn, Level, Solution
from sokoplan.puzzle.library import each_level, open_levels

GOOD = "#####\n#@$.#\n#####\n"
BROKEN = "#####\n#@?.#\n#####\n"


def collection(*boards: str) -> str:
    return "\n".join(f"; {number}\n{board}" for number, board in enumerate(boards, start=1))


def titles(reference: str) -> list[str]:
    return [entry.level.title for entry in open_levels(reference)]


@pytest.fixture
def five(tmp_path: Path) -> str:
    path = tmp_path / "five.xsb"
    path.write_text(collection(*[GOOD] * 5))
    return str(path)


def test_numbers_ranges_and_titles(five: str) -> None:
    assert titles(f"{five}#3") == ["3"]
    assert titles(f"{five}#2-4") == ["2", "3", "4"]
    assert titles(f"{five}#4-") == ["4", "5"]
    assert titles(f"{five}#4-99") == ["4", "5"]
    for wrong, says in (("6", "has no level 6"), ("6-9", "has no level 6-9"), ("4-2", "no range"), ("x", "'x'")):
        with pytest.raises(InputError, match=says):
            open_levels(f"{five}#{wrong}")


def test_only_what_is_named_is_made(tmp_path: Path) -> None:
    path = tmp_path / "some.xsb"
    path.write_text(collection(BROKEN, GOOD, BROKEN))
    assert titles(f"{path}#2") == ["2"]
    with pytest.raises(InputError, match=r"some\.xsb, line 13: level 3: unknown character"):
        open_levels(f"{path}#3")


def test_the_third_of_many_needs_no_more_than_three(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    drawn = Level.drawn

    def counted(drawing: Drawn, values: dict[str, object]) -> Level:
        made.append(values)
        return drawn(drawing, values)

    monkeypatch.setattr(Level, "drawn", counted)
    found = drafts(collection(*[GOOD] * 1000))
    assert [next(found) for _ in range(3)][2].make().title == "3"
    assert len(made) == 1


def test_a_broken_level_is_told_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "some.xsb"
    path.write_text(collection(GOOD, BROKEN, GOOD))
    first, second, third = each_level(str(path))
    assert isinstance(second, InputError)
    assert (second.line, second.column, second.text) == (8, 2, "#@?.#")
    assert not isinstance(first, InputError)
    assert not isinstance(third, InputError)
    assert (first.index, third.index, third.level.title) == (1, 3, "3")


def test_a_board_that_is_too_high_loses_only_itself() -> None:
    high = "###\n" + "# #\n" * 400 + "###\n"
    made = []
    for draft in drafts(collection(GOOD, high, GOOD)):
        try:
            made.append(draft.make().title)
        except InputError as error:
            made.append(error.says)
    assert made == ["1", "level 2: the board has more than 256 rows", "3"]


def test_the_api_skips_with_a_warning(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match=r"a level was skipped: line 8: level 2: unknown character"):
        levels = sp.read(collection(GOOD, BROKEN, GOOD))
    assert [level.title for level in levels] == ["1", "3"]
    with pytest.raises(InputError, match="level 2"):
        sp.read(collection(GOOD, BROKEN, GOOD), strict=True)
    with pytest.raises(InputError, match="unknown character"):
        sp.read(BROKEN)


def test_gz_and_zip(tmp_path: Path) -> None:
    (tmp_path / "one.xsb.gz").write_bytes(gzip.compress(collection(GOOD, GOOD).encode()))
    assert titles(f"{tmp_path}/one.xsb.gz#2") == ["2"]
    with zipfile.ZipFile(tmp_path / "pack.zip", "w") as pack:
        pack.writestr("b/second.xsb", collection(GOOD))
        pack.writestr("a.xsb", collection(GOOD, GOOD))
        pack.writestr("readme.md", "no level")
    entries = open_levels(str(tmp_path / "pack.zip"))
    assert [(entry.file, entry.index) for entry in entries] == [
        (f"{tmp_path}/pack.zip/a.xsb", 1),
        (f"{tmp_path}/pack.zip/a.xsb", 2),
        (f"{tmp_path}/pack.zip/b/second.xsb", 1),
    ]
    assert titles(f"{tmp_path}/pack.zip#3") == ["1"]
    assert titles(f"{tmp_path}/pack.zip/a.xsb#2") == ["2"]
    assert len(sp.read(tmp_path)) == 5
    with pytest.raises(InputError, match=r"no file 'c\.xsb'"):
        open_levels(f"{tmp_path}/pack.zip/c.xsb")


def test_bombs_and_broken_archives_are_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.xsb.gz"
    bomb.write_bytes(gzip.compress(b"#" * 3_000_000))
    with pytest.raises(InputError, match="expands more than 100 times"):
        open_levels(str(bomb))
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as pack:
        for number in range(3):
            pack.writestr(f"{number}.xsb", GOOD * 100)
    with pytest.raises(InputError, match="larger than 3,000 bytes once unpacked"):
        list(members(tmp_path / "bomb.zip", Limits(size=3_000)))
    for name, data in (("x.gz", b"not packed"), ("x.zip", b"not packed"), ("y.gz", bomb.read_bytes()[:40])):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InputError, match="cannot read"):
            open_levels(str(tmp_path / name))


def test_a_snapshot_belongs_to_the_level_above() -> None:
    first, second = read(f"{GOOD}Solution/Moves\nR\nSnapshot/Moves 3\nl*r*\n*R\n\nTitle: Next\n{GOOD}", format="xsb")
    assert first.solutions == (Solution("R", "Moves"),)
    assert first.snapshots == (Solution("lrR", "Moves 3"),)
    assert (second.title, second.comments, second.snapshots) == ("Next", (), ())


def test_small_letters() -> None:
    (level,) = read("######\n#p b #\n# Bo #\n######\n", format="xsb")
    assert str(level) == "######\n#@ $ #\n# *. #\n######"
    assert read("######\n#P b #\n# B  #\n######\n")[0].goals == {(1, 1), (2, 2)}
