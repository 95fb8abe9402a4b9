"""Durations and amounts of memory as people write them."""

from __future__ import annotations

import pytest

from sokoplan.solving.limits import megabytes, seconds


@pytest.mark.parametrize(
    ("text", "value"),
    [("90", 90), ("90s", 90), (" 1.5m ", 90), ("2 h", 7200), ("250ms", 0.25), (0.5, 0.5), (0, 0), (60, 60)],
)
def test_durations(text: str | float, value: float) -> None:
    assert seconds(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("500M", 500),
        ("4G", 4096),
        ("4GiB", 4096),
        ("1.5gb", 1536),
        ("1k", 1),
        ("1T", 1 << 20),
        ("300", 300),
        (64, 64),
    ],
)
def test_amounts_of_memory(text: str | float, value: int) -> None:
    assert megabytes(text) == value


@pytest.mark.parametrize("wrong", ["", "soon", "1.5.2", ".5", "1.", "-3", "5 days", "1e3", "m", -1, float("nan")])
def test_what_is_none(wrong: str | float) -> None:
    with pytest.raises(ValueError, match=r"not a duration: .* \(try 60, 1\.5m or 2h\)"):
        seconds(wrong)
    with pytest.raises(ValueError, match=r"not an amount of memory: .* \(try 500M or 4G\)"):
        megabytes(wrong)


def test_more_than_any_machine_has() -> None:
    with pytest.raises(ValueError, match="more memory than any machine has"):
        megabytes("9999999999T")
    with pytest.raises(ValueError, match="not a duration"):
        seconds(float("inf"))
