"""The PDDL and the law, key by key, on random walks (helpers/pddl_walks.py)."""

from __future__ import annotations

from random import Random

import pytest

from helpers.pddl_walks import walk
from helpers.small_levels import KINDS, crowd, make


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_random_walks(kind: str) -> None:
    random = Random(f"walks of {kind}")
    assert sum(walk(make(kind, random), random, games=6, keys=20) for _ in range(40)) > 100


@pytest.mark.slow
def test_crowded_helltaker_levels() -> None:
    random = Random("crowds")
    assert sum(walk(crowd(random), random, games=30, keys=12) for _ in range(15)) > 100
