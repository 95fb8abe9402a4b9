"""Rust against Python on one small question: where can the player walk?

    python benchmarks/reach.py

Makes its own boards from a fixed seed, asks both sides the same questions in one run, checks that the answers are
equal, and prints the times and their ratio. The Rust time includes turning lists into boards and back.
"""

from __future__ import annotations

import random
import time

from sokoplan._core import Board

Cell = tuple[int, int]


def plain(height: int, width: int, walls: set[Cell], player: Cell, boxes: set[Cell]) -> list[Cell]:
    """The flood fill that anybody would write."""
    seen = {player}
    todo = [player]
    while todo:
        row, column = todo.pop()
        for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            inside = 0 <= cell[0] < height and 0 <= cell[1] < width
            if inside and cell not in walls and cell not in boxes and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return sorted(seen)


def main(height: int = 20, width: int = 30, questions: int = 2000) -> None:
    dice = random.Random(1)
    cells = [(row, column) for row in range(height) for column in range(width)]
    walls = set(dice.sample(cells, len(cells) // 6))
    floor = [cell for cell in cells if cell not in walls]
    asked = []
    for _ in range(questions):
        player, *boxes = dice.sample(floor, 21)
        asked.append((player, boxes))

    start = time.perf_counter()
    python = [plain(height, width, walls, player, set(boxes)) for player, boxes in asked]
    python_time = time.perf_counter() - start

    board = Board(height, width, sorted(walls))
    start = time.perf_counter()
    rust = [board.reachable(player, boxes) for player, boxes in asked]
    rust_time = time.perf_counter() - start

    assert python == rust, "the two sides disagree"
    print(f"{questions} floods of a {height} x {width} board, 20 boxes on it")
    print(f"python {python_time:.3f} s, rust {rust_time:.3f} s: {python_time / rust_time:.1f} times as fast")


if __name__ == "__main__":
    main()
