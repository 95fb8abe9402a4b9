"""Random small levels of every kind, from a `random.Random`: the same seed gives the same levels.

    sokoban(Random(7))      a closed board; as many goals as boxes, or more with spare_goals=True
    sink(Random(7))         all boxes must go into one sink; the board may be open, for outside is wall
    hole(Random(7))         a hole for each of some boxes
    helltaker(Random(7))    hero, demoness, and a handful of everything else

Nothing promises that a level can be solved. Boards are at most `rows` x `columns`, border included.
"""

from __future__ import annotations

from random import Random

from sokoplan.puzzle.level import Cell, Level

WALLS = 0.2  # the share of inner cells that are wall


def sokoban(
    random: Random,
    *,
    rows: int = 6,
    columns: int = 7,
    boxes: int = 3,
    spare_goals: bool = False,
    walls: float = WALLS,
) -> Level:
    """A closed Sokoban board with one to `boxes` boxes."""
    height, width, border, floor = _room(random, rows, columns, walls)
    number = random.randint(1, max(1, min(boxes, len(floor) - 1)))
    more = random.randint(1, 2) if spare_goals else 0
    on = set(random.sample(floor[1:], number))
    goals = set(random.sample(floor, min(len(floor), number + more)))
    return Level(height, width, floor[0], walls=frozenset(border), boxes=frozenset(on), goals=frozenset(goals))


def sink(random: Random, *, rows: int = 6, columns: int = 7, boxes: int = 3, walls: float = WALLS) -> Level:
    """One sink that swallows every box."""
    height, width, border, floor = _room(random, rows, columns, walls, closed=random.random() < 0.5)
    number = random.randint(1, max(1, min(boxes, len(floor) - 2)))
    player, well, *rest = floor
    return Level(
        height,
        width,
        player,
        game="sink",
        walls=frozenset(border),
        boxes=frozenset(random.sample(rest, number)),
        sinks=frozenset({well}),
    )


def hole(random: Random, *, rows: int = 6, columns: int = 7, boxes: int = 4, walls: float = WALLS) -> Level:
    """One to `boxes` boxes, and at most as many holes."""
    height, width, border, floor = _room(random, rows, columns, walls)
    player, *rest = floor
    number = random.randint(1, max(1, min(boxes, len(rest) // 2)))
    holes = random.randint(1, number)
    return Level(
        height,
        width,
        player,
        game="sink",
        walls=frozenset(border),
        boxes=frozenset(rest[:number]),
        holes=frozenset(rest[number : number + holes]),
    )


def helltaker(
    random: Random, *, rows: int = 6, columns: int = 7, limit: int = 12, walls: float = WALLS, things: int = 6
) -> Level:
    """A hero, a demoness (now and then two), and up to `things` blocks, mobs, keys, locks, spikes and traps."""
    height, width, border, floor = _room(random, rows, columns, walls, closed=random.random() < 0.7)
    player, first, *rest = floor
    demonesses = {first}
    if rest and random.random() < 0.2:
        demonesses.add(rest.pop())
    pieces: dict[str, set[Cell]] = {}
    for cell in rest[: random.randint(0, things)]:
        for kind in random.choice(_THINGS):
            pieces.setdefault(kind, set()).add(cell)
    return Level(
        height,
        width,
        player,
        game="helltaker",
        limit=random.randint(1, limit),
        walls=frozenset(border),
        demonesses=frozenset(demonesses),
        **{kind: frozenset(cells) for kind, cells in pieces.items()},  # type: ignore[arg-type]
    )


_THINGS: tuple[tuple[str, ...], ...] = (
    ("boxes",),
    ("boxes",),
    ("mobs",),
    ("mobs",),
    ("keys",),
    ("locks",),
    ("spikes",),
    ("traps_down",),
    ("traps_up",),
    ("boxes", "spikes"),
    ("boxes", "traps_down"),
    ("boxes", "traps_up"),
)


def _room(
    random: Random, rows: int, columns: int, walls: float, closed: bool = True
) -> tuple[int, int, set[Cell], list[Cell]]:
    """Height, width, walls, and the floor in random order: at least four cells of it."""
    edge = 1 if closed else 0
    assert (rows - 2 * edge) * (columns - 2 * edge) >= 4, "the board is too small"
    while True:
        height = random.randint(min(rows, 2 + 2 * edge), rows)
        width = random.randint(min(columns, 2 + 2 * edge), columns)
        cells = [(row, column) for row in range(height) for column in range(width)]
        inner = {
            (row, column)
            for row, column in cells
            if edge <= row < height - edge and edge <= column < width - edge and random.random() >= walls
        }
        if len(inner) >= 4:
            floor = sorted(inner)
            random.shuffle(floor)
            return height, width, set(cells) - inner, floor
