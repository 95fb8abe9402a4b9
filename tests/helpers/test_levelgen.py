"""The generator that other tests stand on: the same seed, the same levels; and what it promises of them."""

from __future__ import annotations

from random import Random

import pytest

from helpers import levelgen


@pytest.mark.parametrize("make", [levelgen.sokoban, levelgen.sink, levelgen.hole, levelgen.helltaker])
def test_a_seed_gives_the_same_levels_and_another_seed_others(make) -> None:  # type: ignore[no-untyped-def]
    def ten(seed: int) -> list[object]:
        random = Random(seed)
        return [make(random) for _ in range(10)]

    assert ten(1) == ten(1)
    assert ten(1) != ten(2)


def test_boxes_goals_and_holes() -> None:
    random = Random(3)
    for _ in range(100):
        level = levelgen.sokoban(random, rows=5, columns=5, boxes=2)
        assert 1 <= len(level.boxes) == len(level.goals) <= 2
        assert level.height <= 5
        spare = levelgen.sokoban(random, spare_goals=True)
        assert len(spare.goals) > len(spare.boxes) or len(spare.goals) == len(list(spare.floor()))
        assert len(levelgen.sink(random).sinks) == 1
        assert 1 <= len((hole := levelgen.hole(random)).holes) <= len(hole.boxes)


def test_helltaker_has_everything_sooner_or_later() -> None:
    random = Random(4)
    levels = [levelgen.helltaker(random) for _ in range(200)]
    for kind in ("boxes", "mobs", "keys", "locks", "spikes", "traps_down", "traps_up"):
        assert any(getattr(level, kind) for level in levels), kind
    assert any(level.boxes & level.spikes for level in levels)
    assert any(len(level.demonesses) == 2 for level in levels)
