"""What an objective measures: the words for it, and a plan's value under it.

In Helltaker a plan of fewer moves may cost more, and the cost is what counts.
"""

from __future__ import annotations


def value_of(objective: str, cost: int, moves: int, pushes: int) -> tuple[int, ...]:
    """What the objective measures. `cost` is the first word of it; in Helltaker what the limit is about."""
    second = {"moves-pushes": (pushes,), "pushes-moves": (moves,)}.get(objective, ())
    return (cost, *second)


def measure_of(game: str, objective: str) -> str:
    """The word for what the objective measures: `moves` is what one asks for in Helltaker, and the cost is meant."""
    return "cost" if game == "helltaker" else objective


def none_below(measure: str, least: int) -> str:
    """That so much is the least, in words: `no plan has fewer moves than 7`, `no plan costs less than 7`."""
    return f"no plan costs less than {least}" if measure == "cost" else f"no plan has fewer {measure} than {least}"
