"""What the index of the bundled levels claims of the larger ones is proved here, by the script that put it there.

`test_bundled_levels.py` lets the oracle prove the rest. Three levels take the native search minutes.
"""

from __future__ import annotations

import best_known
import pytest

from sokoplan.puzzle.library import bundled

SLOW = ("granary", "cathedral", "turbine")
LARGE = [
    pytest.param(name, marks=pytest.mark.long) if name in SLOW else name
    for name, entry in bundled().items()
    if entry.solution
]


@pytest.mark.parametrize("name", LARGE)
def test_the_index_claims_what_is_proved(name: str) -> None:
    entry = bundled()[name]
    for field, claimed, found, _ in best_known.findings(entry, None if name not in SLOW else 60.0):
        if claimed is not None and found is not None:
            assert (field, found) == (field, claimed)
        assert found is not None or name in SLOW


def test_a_false_claim_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    entry = bundled()["first-push"]
    assert best_known.check(entry, None, write=False)
    wrong = type(entry)(**{**vars(entry), "moves": 5})
    assert not best_known.check(wrong, None, write=False)
    assert "the index says moves = 5, and 4 was proved" in capsys.readouterr().out
