"""Boxes that freeze each other: sets of cells that must not all hold boxes.

Comes in:  a Level.     Goes out: sets of two to four cells.

    ####     Four cells in a square, each wall or box: none of these boxes ever moves again. The same for two boxes
    #$$      side by side that each have a wall above or below. If one of them is not on a goal, the level is lost.

Known from every Sokoban solver; here they are clauses. Only for goals that want every box somewhere: Sokoban's usual
one, and the sink.
"""

from __future__ import annotations

from collections.abc import Iterator

from sokoplan.puzzle.level import Cell, Level


def frozen_sets(level: Level) -> list[frozenset[Cell]]:
    """Sets of cells of which at least one holds no box on the way to a win."""
    if not level.every_box_goes_home:
        return []
    floor = level.reachable()
    found = {
        cells for cells in (*_squares(level), *_pairs(level)) if cells and cells <= floor and not cells <= level.goals
    }
    # A set that holds a smaller one says nothing new.
    return sorted((one for one in found if not any(other < one for other in found)), key=sorted)


def _squares(level: Level) -> Iterator[frozenset[Cell]]:
    for row in range(-1, level.height):
        for column in range(-1, level.width):
            square = ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1))
            yield frozenset(cell for cell in square if not level.wall(cell))


def _pairs(level: Level) -> Iterator[frozenset[Cell]]:
    for row, column in level.floor():
        for down, right in ((0, 1), (1, 0)):
            pair = ((row, column), (row + down, column + right))
            # Along the pair they stop each other; a wall on one side stops each of them across it.
            if all(_held(level, cell, (right, down)) for cell in pair) and not level.wall(pair[1]):
                yield frozenset(pair)


def _held(level: Level, cell: Cell, across: Cell) -> bool:
    row, column = cell
    return level.wall((row + across[0], column + across[1])) or level.wall((row - across[0], column - across[1]))
