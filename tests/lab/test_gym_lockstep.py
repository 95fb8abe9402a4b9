"""The Rust stepper and the rules, walked side by side (helpers/stepper_walks.py)."""

from __future__ import annotations

import pytest

from helpers.stepper_walks import KINDS, compare


@pytest.mark.parametrize("kind", KINDS)
def test_keys_do_what_the_rules_say(kind: str) -> None:
    compared, won = compare(kind, seed=5, number=40, keys=100)
    assert compared == 4000
    assert won > 0


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", KINDS)
def test_a_million_keys(kind: str) -> None:
    assert compare(kind, seed=6, number=400, keys=500)[0] == 200_000
