"""Random levels that are small enough for the plainest planner, and not dull. The same ones each time."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count
from random import Random

from helpers import levelgen
from sokoplan.engines.oracle.search import search
from sokoplan.puzzle.level import Cell, Level

KINDS = ("sokoban", "spare goals", "each-once", "sink", "hole", "helltaker")
_SIZE = {"rows": 6, "columns": 7}


@cache
def small_levels(kind: str, number: int) -> list[tuple[Level, int | None]]:
    """Levels and their optimum by the oracle. Every fourth cannot be solved; the others take at least four moves."""
    levels: list[tuple[Level, int | None]] = []
    for seed in count():
        if len(levels) == number:
            break
        level = make(kind, Random(f"{kind} {seed}"))
        cost = search(level).cost
        if cost is None if len(levels) % 4 == 3 else cost is not None and cost >= 4:
            levels.append((level, cost))
    return levels


def make(kind: str, random: Random) -> Level:
    if kind == "sink":
        return levelgen.sink(random, rows=4, columns=5)
    if kind == "hole":
        return levelgen.hole(random, boxes=2, **_SIZE)
    if kind == "helltaker":
        return _spiced(levelgen.helltaker(random, limit=16, things=9, **_SIZE), random)
    level = levelgen.sokoban(random, boxes=2, spare_goals=kind == "spare goals", **_SIZE)
    if kind == "each-once":
        # Fewer goals than boxes, and now and then a box that has been on a goal before.
        goals = frozenset(random.sample(sorted(level.goals), 1))
        settled = frozenset(box for box in level.boxes if random.random() < 0.2)
        return replace(level, reading="each-once", goals=goals, settled=settled)
    return level


def _spiced(level: Level, random: Random) -> Level:
    """Mobs on traps, a key under a block, the key in hand: legal, though no letter draws them."""
    bare = sorted(level.mobs)
    return replace(
        level,
        traps_down=level.traps_down | frozenset(cell for cell in bare[:1] if random.random() < 0.3),
        traps_up=level.traps_up | frozenset(cell for cell in bare[1:2] if random.random() < 0.3),
        keys=level.keys | frozenset(sorted(level.boxes - level.spikes - level.traps_up - level.traps_down)[:1]),
        has_key=random.random() < 0.1,
    )


def crowd(random: Random) -> Level:
    """A Helltaker level so full that every rule is needed, again and again."""
    height, width = 4, 5
    player, demoness, *rest = random.sample([(row, column) for row in range(height) for column in range(width)], 20)
    pieces: dict[str, set[Cell]] = {}
    for kinds, chances in (
        (("mobs", "boxes", "locks", "walls", ""), (8, 4, 2, 1, 10)),
        (("spikes", "traps_up", "traps_down", "keys", ""), (2, 3, 3, 1, 10)),
    ):
        for cell in rest:
            if cell not in pieces.get("walls", ()):
                pieces.setdefault(random.choices(kinds, chances)[0], set()).add(cell)
    pieces.pop("", None)
    return Level(
        height,
        width,
        player,
        game="helltaker",
        limit=99,
        demonesses=frozenset({demoness}),
        has_key=random.random() < 0.3,
        **{kind: frozenset(cells) for kind, cells in pieces.items()},  # type: ignore[arg-type]
    )
