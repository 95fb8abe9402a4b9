"""The ASP encodings and the law, key by key, on random walks (helpers/asp_walks.py)."""

from __future__ import annotations

from random import Random

import pytest

from helpers.asp_walks import walk
from helpers.small_levels import KINDS, crowd, make


@pytest.mark.parametrize("kind", KINDS)
def test_random_walks(kind: str) -> None:
    random = Random(f"ASP walks of {kind}")
    assert sum(walk(make(kind, random), random, games=5, keys=20) for _ in range(10)) > 100


def test_crowded_helltaker_levels() -> None:
    random = Random("ASP crowds")
    assert sum(walk(crowd(random), random, games=10, keys=12) for _ in range(5)) > 100
