"""A click on a box and then on a cell: the fewest pushes there are, and among these the fewest moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import heappop, heappush
from random import Random

from helpers import levelgen
from helpers.pages import Opener
from sokoplan.puzzle.formats.json import level_to_data
from sokoplan.puzzle.level import KEYS, Cell, Level
from sokoplan.puzzle.rules import State, begin, play

WAYS = """async ([level, box]) => {
  const { boardOf, cellNumber, cellPair } = await import("/static/js/level.js");
  const { begin } = await import("/static/js/law.js");
  const { boxWays, moveBox, walk } = await import("/static/js/paths.js");
  const board = boardOf(level);
  const state = begin(board);
  const from = cellNumber(board, box);
  const all = [];
  for (let row = 0; row < board.height; row++) {
    for (let column = 0; column < board.width; column++) {
      const cell = cellNumber(board, [row, column]);
      all.push([[row, column], walk(board, state, cell), cell === from ? null : moveBox(board, state, from, cell)]);
    }
  }
  const ways = [...boxWays(board, state, from)].map(([cell, keys]) => [cellPair(board, cell), keys]);
  return [all, ways];
}"""


def best_ways(level: Level, box: Cell) -> tuple[dict[Cell, int], dict[Cell, tuple[int, int]]]:
    """Moves to each cell the player can walk to; pushes and moves to each cell the box can be brought to, alone.

    Dijkstra over the law itself. A box that vanished has arrived at the sink or hole it was pushed into.
    """
    walks: dict[Cell, int] = {}
    boxes: dict[Cell, tuple[int, int]] = {}
    state = begin(level)
    queue = [(0, 0, 0, box, state.snapshot())]
    seen = set()
    count = 0
    while queue:
        pushes, moves, _, at, snapshot = heappop(queue)
        if (at, snapshot) in seen:
            continue
        seen.add((at, snapshot))
        if pushes == 0:
            walks[snapshot[0]] = moves
        boxes.setdefault(at, (pushes, moves))
        for key, after, where in _steps(level, State(*snapshot), at):
            count += 1
            heappush(queue, (pushes + (key.isupper()), moves + 1, count, where, after.snapshot()))
    del boxes[box]
    return walks, boxes


def _steps(level: Level, state: State, at: Cell) -> Iterator[tuple[str, State, Cell]]:
    if at not in state.cells("box"):
        return  # it is gone; only where it went was asked
    for key in KEYS:
        after = State(*state.snapshot())
        deed, _ = play(level, after, key)
        if deed == "move":
            yield key, after, at
        elif deed == "push" and at not in after.cells("box"):  # this box, and no other
            row, column = after.player
            (before_row, before_column) = state.player
            yield key.upper(), after, (2 * row - before_row, 2 * column - before_column)


def test_fewest_pushes_then_fewest_moves(open_page: Opener) -> None:
    page = open_page()
    random = Random(6)
    kinds = [levelgen.sokoban, levelgen.sink, levelgen.hole]
    moved = 0
    for number in range(60):
        level = kinds[number % 3](random, rows=8, columns=9, boxes=3, walls=0.1)
        box = sorted(level.boxes)[0]
        walks, boxes = best_ways(level, box)
        cells, ways = page.evaluate(WAYS, [level_to_data(replace(level, comments=())), list(box)])
        got = {tuple(cell): (walked, brought) for cell, walked, brought in cells}
        for cell, (walked, brought) in got.items():
            assert (None if walked is None else len(walked)) == walks.get(cell), (level, cell)
            assert (brought is None) == (cell not in boxes), (level, box, cell)
        for cell, keys in ways:
            assert counted(level, keys) == boxes[tuple(cell)], (level, box, cell, keys)
            assert keys == got[tuple(cell)][1]
        assert {tuple(cell) for cell, _ in ways} == set(boxes)
        moved += len(boxes)
    assert moved > 200  # the levels were not all stuck


def counted(level: Level, keys: str) -> tuple[int, int]:
    state = begin(level)
    deeds = [play(level, state, key)[0] for key in keys]
    assert all(deeds)
    return deeds.count("push"), len(deeds)
