"""A package that is not installed is a sentence with the line that installs it."""

from __future__ import annotations

import json

import pytest

from sokoplan.errors import InputError
from sokoplan.system.extras import need


def test_what_is_there_is_returned() -> None:
    assert need("json", "gym") is json


def test_what_is_missing_names_the_extra() -> None:
    with pytest.raises(InputError) as caught:
        need("no_such_package.inner", "gym", "the environment")
    assert str(caught.value) == (
        "the environment needs the package no_such_package, which is not installed\n"
        '  Install it with: pip install "sokoplan[gym]"'
    )
