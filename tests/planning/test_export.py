"""The registry: every export makes files with plain names and text, for every game, the same each time."""

from __future__ import annotations

import re

import pytest

from helpers.small_levels import KINDS, small_levels
from sokoplan.planning.export import EXPORTS


@pytest.mark.parametrize("name", EXPORTS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_export_takes_every_game(name: str, kind: str) -> None:
    export = EXPORTS[name]
    assert export.name == name
    assert "\n" not in export.what
    for level, _ in small_levels(kind, 32)[:4]:
        made = export.files(level)
        assert made
        assert made == export.files(level)
        for file, text in made.items():
            assert re.fullmatch(r"[a-z-]+\.[a-z]+|README\.md", file)
            assert text.endswith("\n")
            assert text.isascii()
