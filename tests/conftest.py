"""Settings for all tests: fixed seeds, and the level collections beside the checkout."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings

from helpers.levels import SHARED

# The same examples on every machine, and no stopwatch: a slow machine is no bug.
settings.register_profile("sokoplan", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("sokoplan")

# What a shell starts in the background ignores Ctrl-C, and so would every program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SHARED.is_dir():
        return
    absent = pytest.mark.skip(reason=f"needs the level collections in {SHARED}")
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(absent)
