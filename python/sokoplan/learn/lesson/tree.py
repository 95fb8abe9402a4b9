"""The first layers of the search tree: layer n has the positions that take n keys to reach.

This is the breadth-first search of the oracle (`engines/oracle`): slow, and easy to follow.
"""

from __future__ import annotations

from collections.abc import Iterator

from sokoplan.engines.oracle.search import WEIGHTS, successors
from sokoplan.learn.lesson.chapter import Chapter, Listing
from sokoplan.puzzle.level import Level, count
from sokoplan.puzzle.rules import Snapshot, begin, won
from sokoplan.views.text import framed

_DRAWN = 3  # layers whose positions are drawn
_LAYERS = 60  # that are counted at most
_POSITIONS = 20_000  # all together


def chapter(level: Level) -> Chapter:
    layers = list(_layers(level))
    seen = sum(map(len, layers))
    words = (
        "In each position there are four keys; some do nothing, and some lead to a position that was seen before. "
        f"That leaves {seen:,} positions in {count(len(layers), 'layer')}"
        f"{'' if _ended(level, layers) else '; the search was stopped there'}. "
        "A search with a good lower bound looks at a small part of them."
    )
    counts = [f"after {count(number, 'key')}: {count(len(layer), 'position')}" for number, layer in enumerate(layers)]
    drawn = [
        Listing.of(f"layer {number}", _drawn(level, layer), whole=True)
        for number, layer in enumerate(layers[:_DRAWN])
    ]
    return Chapter("The search tree", words, (*drawn, Listing.of("positions per layer", counts, whole=True)))


_Layer = list[tuple[str, Snapshot]]  # the keys that lead there, and the position


def _layers(level: Level) -> Iterator[_Layer]:
    """Until the goal is met, nothing new is found, or a limit is reached."""
    start = begin(level).snapshot()
    seen = {start}
    layer: _Layer = [("", start)]
    for _ in range(_LAYERS):
        yield layer
        if not layer or len(seen) > _POSITIONS or any(_won(level, position) for _, position in layer):
            return
        after: _Layer = []
        for keys, position in layer:
            for key, new, _ in successors(level, position, WEIGHTS["moves"]):
                if new not in seen:
                    seen.add(new)
                    after.append((keys + key, new))
        layer = after


def _won(level: Level, position: Snapshot) -> bool:
    state = begin(level)
    state.restore(position)
    return won(state, level.law.goal(level))


def _ended(level: Level, layers: list[_Layer]) -> bool:
    return not layers[-1] or any(_won(level, position) for _, position in layers[-1])


def _drawn(level: Level, layer: _Layer) -> list[str]:
    """The positions of a layer side by side, each below the keys that lead to it."""
    boards = [[f"[{keys or 'start'}]", *framed(level, position, first=0)] for keys, position in layer[:6]]
    if not boards:
        return ["no new positions"]
    width = max(len(row) for board in boards for row in board) + 3
    rows = ["".join(cell.ljust(width) for cell in row).rstrip() for row in zip(*boards, strict=True)]
    more = len(layer) - len(boards)
    return rows + ([f"... and {more} more"] if more > 0 else [])
