"""A packing plan: in which order the goals are filled, which box goes where, and what is parked meanwhile.

A box has the number of the goal that it fills: goal 1 is filled first, by box 1. What a plan leaves open is how the
player gets there; a search finds that out (`rust/src/search/packing/`).
"""

from __future__ import annotations

from dataclasses import dataclass

from sokoplan.puzzle.level import Cell, place


@dataclass(frozen=True)
class PackingStep:
    """One box is taken somewhere: to its goal, or to a parking place."""

    box: int
    source: Cell
    to: Cell
    until: int | None = None  # parked: the number of the step that moves the box on, from 1

    def __str__(self) -> str:
        if self.until is not None:
            return f"Park box {self.box}: from {place(self.source)} to {place(self.to)}, until step {self.until}."
        if self.source == self.to:
            return f"Box {self.box} stays on its goal at {place(self.to)}."
        return f"Box {self.box}: from {place(self.source)} to the goal at {place(self.to)}."


@dataclass(frozen=True)
class PackingPlan:
    steps: tuple[PackingStep, ...]
    starts: tuple[Cell, ...]  # where box 1, 2, ... stands at the start,
    goals: tuple[Cell, ...]  # and the goal it fills
    style: str  # of the packing search, by the name that `solve` uses
    positions: int  # that were expanded to find the plan

    @property
    def parked(self) -> dict[Cell, tuple[int, ...]]:
        """The parking places, each with the boxes that are parked there, in the order of the plan."""
        found: dict[Cell, tuple[int, ...]] = {}
        for step in self.steps:
            if step.until is not None and step.box not in found.get(step.to, ()):
                found[step.to] = (*found.get(step.to, ()), step.box)
        return found


def packing_plan(steps: list[tuple[Cell, Cell, int | None]], style: str, positions: int) -> PackingPlan:
    """From the steps as the search has them: where the box starts, where it goes, the step (from 0) that moves it on.

    A step that moves a parked box on takes it from where it was parked, not from its start.
    """
    moved_on = {until: to for _, to, until in steps if until is not None}
    for_good = [(start, goal) for start, goal, until in steps if until is None]
    numbers = {start: number for number, (start, _) in enumerate(for_good, 1)}
    return PackingPlan(
        tuple(
            PackingStep(numbers[start], moved_on.get(at, start), to, None if until is None else until + 1)
            for at, (start, to, until) in enumerate(steps)
        ),
        tuple(start for start, _ in for_good),
        tuple(goal for _, goal in for_good),
        style,
        positions,
    )
