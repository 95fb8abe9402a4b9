"""A file that was asked for is there as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sokoplan.errors import InputError
from sokoplan.system.files import check_writable, save


def interrupted(after: int) -> Iterator[str]:
    for number in range(after):
        yield f"{number}\n"
    raise KeyboardInterrupt


@pytest.mark.parametrize("before", [None, "what was there\n"])
def test_ctrl_c_leaves_what_was_there(tmp_path: Path, before: str | None) -> None:
    """100,000 lines are more than a buffer holds: written in place, some of them would be in the file."""
    path = tmp_path / "formula.cnf"
    if before is not None:
        path.write_text(before)
    with pytest.raises(KeyboardInterrupt):
        save(path, interrupted(100_000))
    assert (path.read_text() if path.exists() else None) == before
    assert sorted(os.listdir(tmp_path)) == ([] if before is None else ["formula.cnf"])


def test_a_file_keeps_its_mode_and_a_link_its_place(tmp_path: Path) -> None:
    path, link = tmp_path / "level.svg", tmp_path / "link.svg"
    path.write_text("before")
    path.chmod(0o640)
    link.symlink_to(path)
    save(link, ["after"])
    assert link.is_symlink()
    assert path.read_text() == "after"
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["level.svg", "link.svg"]


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        save(pipe, b"through")
        assert os.read(end, 100) == b"through"
    finally:
        os.close(end)
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_full_disk_leaves_nothing_new(tmp_path: Path) -> None:
    path = tmp_path / "full"
    path.symlink_to("/dev/full")
    with pytest.raises(InputError, match=r"full cannot be written: No space left on device"):
        save(path, ["text"] * 100_000)
    assert os.listdir(tmp_path) == ["full"]


def test_a_name_too_long_for_a_draft_is_still_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 253)
    save(path, ["text"])
    assert path.read_text() == "text"


def test_looking_whether_a_file_can_be_written_leaves_none(tmp_path: Path) -> None:
    check_writable(tmp_path / "new.svg")
    assert os.listdir(tmp_path) == []
    with pytest.raises(InputError, match="cannot be written: No such file or directory"):
        check_writable(tmp_path / "nowhere" / "new.svg")
