"""What the fuzzer found worth keeping, replayed: each input reaches code that no other one does.

The core's own tests (`rust/src/corpus_tests.rs`) replay what is for the core.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.any_text import TARGETS

KEPT = Path(__file__).parents[1] / "fuzz"


@pytest.mark.parametrize("target", TARGETS)
def test_no_text_that_was_found_breaks_a_reader(target: str) -> None:
    inputs = [bytes.fromhex(line) for line in (KEPT / f"{target}.hex").read_text(encoding="ascii").splitlines()]
    assert len(inputs) > 50
    for data in inputs:
        TARGETS[target](data)


def test_every_target_has_a_corpus() -> None:
    assert {path.stem for path in KEPT.glob("*.hex")} == {"board", "proof", *TARGETS}
