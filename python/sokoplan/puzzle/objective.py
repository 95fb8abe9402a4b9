"""What can be minimised, by these names everywhere; and what a plan is worth under each of them."""

from __future__ import annotations

from typing import Literal

Objective = Literal["any", "moves", "pushes", "moves-pushes", "pushes-moves"]
OBJECTIVES: tuple[Objective, ...] = ("any", "moves", "pushes", "moves-pushes", "pushes-moves")


def value_of(objective: str, cost: int, moves: int, pushes: int) -> tuple[int, ...]:
    """A plan's value, for comparing. `cost` is its first number: moves, pushes, or what the level's limit counts."""
    second = {"moves-pushes": (pushes,), "pushes-moves": (moves,)}.get(objective, ())
    return (cost, *second)


def none_below(measure: str, least: int) -> str:
    """That this is the optimum, in words: `no plan has fewer moves than 7`, `no plan costs less than 7`."""
    return f"no plan costs less than {least}" if measure == "cost" else f"no plan has fewer {measure} than {least}"
