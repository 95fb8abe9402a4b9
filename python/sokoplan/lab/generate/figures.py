"""How hard a level is: what is measured, and the one number from 1 to 10 made of it.

Everything is about plans with the fewest pushes (Helltaker: the least cost). A long plan is hard, one that turns from
box to box is harder, and so is a push that seems to lead away from the goal; these three follow what players and
papers on the difficulty of Sokoban name first (Jarusek and Pelanek 2010; Taylor and Parberry 2011). What a search had
to look at and how many plans there are count a little. Each figure goes in by its logarithm: from 10 pushes to 20 is
as large a step as from 20 to 40.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import log

from sokoplan.puzzle.level import count


@dataclass(frozen=True)
class Figures:
    """Measured on one level."""

    length: int  # the fewest pushes; in Helltaker the least cost
    changes: int  # how often the player turns to another box, the first included, at least
    away: int  # pushes (Helltaker: steps) that lead away from the goal, at least
    positions: int  # that the native search looked at to find and prove the optimum
    plans: int  # how many such plans there are, told apart by their pushes (Helltaker: by their keys)

    def as_data(self) -> dict[str, int]:
        return asdict(self)


@dataclass(frozen=True)
class Scale:
    """Weights of the logarithms, and where 1 and 10 lie."""

    length: float
    changes: float
    away: float
    positions: float
    plans: float
    easy: float  # the points of difficulty 1
    hard: float  # the points of difficulty 10
    words: tuple[str, str]  # what length and away are called

    @property
    def of_start(self) -> tuple[float, float, float, float]:
        """The weights of what is known of a start before it is solved."""
        return self.length, self.changes, self.away, self.plans

    def points(self, figures: Figures) -> float:
        return (
            self.length * log(max(figures.length, 1))
            + self.changes * log(max(figures.changes, 1))
            + self.away * log(1 + figures.away)
            + self.positions * log(max(figures.positions, 1))
            + self.plans * log(max(figures.plans, 1))
        )

    def difficulty(self, figures: Figures) -> float:
        """From 1.0 to 10.0."""
        exact = 1 + 9 * (self.points(figures) - self.easy) / (self.hard - self.easy)
        return round(min(max(exact, 1.0), 10.0), 1)

    def fits(self, figures: Figures, difficulty: int) -> bool:
        """Whether a level counts as one of this difficulty."""
        return round(self.difficulty(figures)) == difficulty

    def off(self, figures: Figures, difficulty: int) -> float:
        """How far it is from there, in points."""
        return abs(self.points(figures) - self._points_at(difficulty))

    def points_before_search(self, difficulty: int) -> float:
        """What a start should have before it is known how many positions the search needs: some ten to begin with,
        and twice as many with each step."""
        return self._points_at(difficulty) - self.positions * (log(10) + log(2) * (difficulty - 1))

    def _points_at(self, difficulty: int) -> float:
        return self.easy + (self.hard - self.easy) * (difficulty - 1) / 9

    def describe(self, figures: Figures) -> str:
        """One line for people."""
        length, away = self.words
        return (
            f"{count(figures.length, length)}, {count(figures.changes, 'box change')}, "
            f"{figures.away} {away}, {count(figures.positions, 'position')} searched, {count(figures.plans, 'plan')}"
        )


PUSH = Scale(0.4, 0.4, 0.2, 0.05, -0.02, 1.3, 3.7, ("push", "away from the goal"))
HELLTAKER = Scale(0.5, 0.3, 0.15, 0.1, -0.03, 1.4, 3.4, ("step", "away from the goal"))
