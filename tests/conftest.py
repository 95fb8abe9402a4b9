"""What the tests share: fixed seeds, drawn levels, and the level collections beside the checkout."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from sokoplan.formats import read
from sokoplan.level import Level

# The same examples on every machine, and no stopwatch: a slow machine is no bug.
settings.register_profile("sokoplan", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("sokoplan")

SHARED = Path(os.environ.get("SOKOPLAN_SHARED_LEVELS", Path(__file__).parents[2] / "shared" / "levels"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SHARED.is_dir():
        return
    absent = pytest.mark.skip(reason=f"needs the level collections in {SHARED}")
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(absent)


def drawn(picture: str, **options: object) -> Level:
    """The one level in a picture; common indentation is not part of it."""
    lines = picture.strip("\n").rstrip().split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    (level,) = read("\n".join(line[margin:] for line in lines) + "\n", **options)  # type: ignore[arg-type]
    return level
