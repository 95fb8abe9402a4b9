"""Levels that are the same puzzle: turned, mirrored, moved, or begun from another cell of the same area.

`puzzle.symmetry` knows puzzles that are the same to a solver; to a person, so are those that differ only in where in
its area the player begins, and those of other games on boards with more or less wall around them.
"""

from __future__ import annotations

from sokoplan.puzzle.level import PIECES, Cell, Level
from sokoplan.puzzle.rules import begin
from sokoplan.puzzle.rules.push import walks
from sokoplan.puzzle.symmetry import TURNS, turned_cell

Twin = tuple[object, ...]


def fingerprint(level: Level) -> Twin:
    """The same for all twins of a level. Words, and floor that nobody can reach, do not count."""
    pieces = [getattr(level, piece.field) for piece in PIECES]
    # Where walking is free, it does not matter where in its area the player begins.
    player = walks(level, begin(level)) if level.law.walking_is_free else {level.player}
    sets = [level.reachable(), frozenset(player), *pieces]
    # The size of the board does not matter: `_moved` takes it out again.
    turned = (_moved([[turned_cell(cell, turn, 0, 0) for cell in cells] for cells in sets]) for turn in TURNS)
    return level.game, level.reading, level.limit, level.has_key, min(turned)


def _moved(sets: list[list[Cell]]) -> tuple[tuple[Cell, ...], ...]:
    """With the floor's least row and column at 0."""
    top = min(row for row, _ in sets[0])
    left = min(column for _, column in sets[0])
    return tuple(tuple(sorted((row - top, column - left) for row, column in cells)) for cells in sets)
