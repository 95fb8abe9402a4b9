"""Time and memory limits as people write them: `90`, `1.5m`, `2h`; `500M`, `4G`."""

from __future__ import annotations

_SECONDS = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_MEGABYTES = {"": 1.0, "k": 1 / 1024, "m": 1.0, "g": 1024.0, "t": 1024.0 * 1024.0}
_MOST_MEGABYTES = 1 << 40


def seconds(value: float | str) -> float:
    """A duration in seconds. ValueError, with a hint, if it is none."""
    if isinstance(value, str):
        number, unit = _split(value)
        factor = _SECONDS.get(unit)
        if number is None or factor is None:
            raise ValueError(f"not a duration: {value!r} (try 60, 1.5m or 2h)")
        return number * factor
    if not 0 <= value < float("inf"):
        raise ValueError(f"not a duration: {value!r} (try 60, 1.5m or 2h)")
    return float(value)


def megabytes(value: float | str) -> int:
    """An amount of memory in megabytes, at least 1. ValueError, with a hint, if it is none."""
    amount: float | None
    if isinstance(value, str):
        amount, unit = _split(value.lower())
        factor = _MEGABYTES.get(unit.removesuffix("b").removesuffix("i"))
        amount = None if amount is None or factor is None else amount * factor
    else:
        amount = float(value) if value >= 0 else None
    if amount is None or amount != amount:
        raise ValueError(f"not an amount of memory: {value!r} (try 500M or 4G)")
    if amount > _MOST_MEGABYTES:
        raise ValueError(f"more memory than any machine has: {value!r}")
    return max(1, int(amount))


def _split(text: str) -> tuple[float | None, str]:
    """The number and the unit of `1.5m`."""
    text = text.strip()
    unit = text.lstrip("0123456789.")
    number = text[: len(text) - len(unit)]
    whole, _, fraction = number.partition(".")
    fine = whole.isdigit() and (fraction.isdigit() or "." not in number)
    return (float(number) if fine else None), unit.strip()
