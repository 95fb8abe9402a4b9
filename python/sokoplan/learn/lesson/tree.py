"""The search tree's first layers: every position that can be reached with so many keys, and no earlier.

It is breadth-first search over the law (`oracle.py`): slow, and exactly what it looks like.
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
        "From the start four keys can be pressed; some do nothing, and some lead to a position seen before. "
        f"What is left, layer by layer, are {seen:,} positions in {count(len(layers), 'layer')}"
        f"{'' if _ended(level, layers) else ', and there would be more'}. "
        "A search with a good bound looks at a small part of them."
    )
    counts = [f"after {count(number, 'key')}: {count(len(layer), 'position')}" for number, layer in enumerate(layers)]
    drawn = [
        Listing.of(f"layer {number}", _drawn(level, layer), whole=True)
        for number, layer in enumerate(layers[:_DRAWN])
    ]
    return Chapter("The search tree", words, (*drawn, Listing.of("how many", counts, whole=True)))


_Layer = list[tuple[str, Snapshot]]  # the keys that lead there, and the position


def _layers(level: Level) -> Iterator[_Layer]:
    """Until the goal is met, nothing new is found, or it is enough."""
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
    """The positions of a layer side by side, each under the keys that lead there."""
    boards = [[f"[{keys or 'start'}]", *framed(level, position)] for keys, position in layer[:6]]
    if not boards:
        return ["nothing new"]
    width = max(len(row) for board in boards for row in board) + 3
    rows = ["".join(cell.ljust(width) for cell in row).rstrip() for row in zip(*boards, strict=True)]
    more = len(layer) - len(boards)
    return rows + ([f"... and {more} more"] if more > 0 else [])
