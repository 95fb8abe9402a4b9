"""The levels that the engines are held against each other on: three games, several sizes, with and without plans."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from helpers import levelgen
from sokoplan.puzzle.level import Level

KINDS: dict[str, Callable[[Random], Level]] = {
    "sokoban": lambda random: levelgen.sokoban(random, rows=5, columns=6, boxes=2),
    "sokoban, larger": lambda random: levelgen.sokoban(random, rows=6, columns=7, walls=0.3),
    "sokoban, spare goals": lambda random: levelgen.sokoban(random, rows=5, columns=6, spare_goals=True),
    "sokoban, each once": lambda random: replace(levelgen.sokoban(random, rows=5, columns=6), reading="each-once"),
    "sokoban, each once, spare goals": lambda random: replace(
        levelgen.sokoban(random, rows=5, columns=6, boxes=2, spare_goals=True), reading="each-once"
    ),
    "sink": lambda random: levelgen.sink(random, rows=4, columns=5),
    "sink, larger": lambda random: levelgen.sink(random, rows=5, columns=7, walls=0.3),
    "hole": lambda random: levelgen.hole(random, rows=5, columns=6, boxes=3),
    "helltaker": lambda random: levelgen.helltaker(random, rows=5, columns=6),
    "helltaker, larger": lambda random: levelgen.helltaker(random, rows=6, columns=8, limit=15, things=9),
}


def levels(number: int, seed: str) -> Iterator[Level]:
    """So many levels, kind by turns; the same for the same seed."""
    random = Random(seed)
    kinds = list(KINDS.values())
    made = 0
    while made < number:
        level = kinds[made % len(kinds)](random)
        if len(level.reachable()) > 5:
            made += 1
            yield level
