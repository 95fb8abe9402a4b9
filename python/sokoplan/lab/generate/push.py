"""Sokoban and sinks: rooms are changed a little at a time until one of their starts is as hard as was asked for.

For every room the core knows all starts from which it can be solved (`native.Starts`, by pulling from the solved
position), so a candidate is never unsolvable and the best start of a room costs one look. What stands at the end of a
climb loses the walls that do nothing; it is then solved, proved and measured once more by the front door.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from sokoplan import native
from sokoplan.engines import ONE_COURSE
from sokoplan.lab.generate.climb import CLIMBS, climb
from sokoplan.lab.generate.figures import PUSH, Figures
from sokoplan.lab.generate.generated import GeneratedLevel, proved
from sokoplan.lab.generate.recipe import Recipe
from sokoplan.lab.generate.sketch import Room, changed_room, random_room
from sokoplan.lab.generate.useless import some_box_is_useless
from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of
from sokoplan.puzzle.rules import begin
from sokoplan.puzzle.rules.push import walks
from sokoplan.solving.failure import InternalError

# Positions of a room that are looked at: more for hard levels, which lie farther from the end.
_POSITIONS = 10_000
_MORE_PER_STEP = 1.5
# A level whose walls and boxes cannot be judged within so many is not offered.
_MOST_POSITIONS = 2_000_000
_STARTS = 4


@dataclass(frozen=True)
class Design:
    """A room with its goals or sinks, and a start."""

    game: str
    room: Room
    targets: frozenset[Cell]
    player: Cell
    boxes: frozenset[Cell]
    figures: Figures

    @property
    def level(self) -> Level:
        return Level(
            self.room.height,
            self.room.width,
            self.player,
            game=self.game,
            walls=self.room.walls,
            boxes=self.boxes,
            **{_TARGETS[self.game]: self.targets},  # type: ignore[arg-type]
        )


_TARGETS = {"sokoban": "goals", "sink": "sinks"}


def make(recipe: Recipe, random: Random) -> Iterator[GeneratedLevel | None]:
    """None after every climb that led nowhere, at last the level; it just ends if there were too many of those."""
    for _ in range(CLIMBS):
        number = random.randint(*recipe.boxes)
        room = random_room(random, recipe)
        targets = _random_targets(random, room, recipe.game, number)
        made = climb(
            _best_start(recipe, random, room, targets, number),
            lambda design: _best_start(recipe, random, *_changed(random, design), len(design.boxes)),
            lambda design: _finished(recipe, design),
            PUSH,
            recipe.difficulty,
        )
        yield made
        if made is not None:
            return


# --- looking at a room ----------------------------------------------------------------------------------------------


def _best_start(recipe: Recipe, random: Random, room: Room, targets: frozenset[Cell], number: int) -> Design | None:
    """One of the starts of this room whose difficulty is nearest to the one wanted."""
    if len(room.floor) < 2 * number + 2:
        return None
    board = _board(recipe.game, room, targets)
    starts = native.Starts(board, number, most=round(_POSITIONS * _MORE_PER_STEP**recipe.difficulty))
    found = starts.nearest(PUSH.points_before_search(recipe.difficulty), PUSH.of_start, _STARTS)
    if not found:
        return None
    (length, changes, away, plans), player, boxes = random.choice(found)
    figures = Figures(length, changes + 1, away, 0, plans)
    return _measured(Design(recipe.game, room, targets, player, frozenset(boxes), figures))


def _measured(design: Design) -> Design:
    """With the number of positions that the search needs, which must agree with the pulls on the fewest pushes."""
    board = _board(design.game, design.room, design.targets)
    answer = native.solve_push(board, design.player, sorted(design.boxes), "pushes", options=ONE_COURSE)
    if not answer.proved or answer.bound != design.figures.length:
        raise InternalError(
            f"pulling says {design.figures.length} pushes, and the search {answer.bound}", design.level
        )
    return replace(design, figures=replace(design.figures, positions=answer.expanded))


def _board(game: str, room: Room, targets: frozenset[Cell]) -> native.Board:
    return native.Board(room.height, room.width, sorted(room.walls), **{_TARGETS[game]: sorted(targets)})


def _random_targets(random: Random, room: Room, game: str, number: int) -> frozenset[Cell]:
    """Goals, most of them in one heap; or one sink."""
    floor = sorted(room.floor)
    targets = {random.choice(floor)}
    while game == "sokoban" and len(targets) < min(number, len(floor)):
        beside = sorted({ahead_of(cell, key) for cell in targets for key in KEYS} & room.floor - targets)
        heap = beside if beside and random.random() < 0.75 else sorted(room.floor - targets)
        targets.add(random.choice(heap))
    return frozenset(targets)


def _changed(random: Random, design: Design) -> tuple[Room, frozenset[Cell]]:
    """A wall or two, or a goal, or all goals, changed."""
    room, targets = design.room, design.targets
    dice = random.random()
    if dice < 0.25:
        free = sorted(room.floor - targets)
        moved = random.choice(sorted(targets))
        return room, targets - {moved} | {random.choice(free)}
    if dice < 0.35:
        key = random.choice(KEYS)
        shifted = frozenset(ahead_of(cell, key) for cell in targets)
        return room, shifted if shifted <= room.floor else targets
    for _ in range(random.randint(1, 3)):
        room = changed_room(random, room, targets)
    return room, targets


# --- finishing ------------------------------------------------------------------------------------------------------


def _finished(recipe: Recipe, design: Design) -> GeneratedLevel | None:
    """The design as a level of which nothing can be left out, solved and proved; or None if it is no good."""
    opened = _without_useless_walls(design)
    if opened is None or not PUSH.fits(opened.figures, recipe.difficulty):
        return None
    level = opened.level
    result = proved(level, "pushes")
    if not result.optimal or result.pushes != opened.figures.length:
        raise InternalError(f"expected a proved plan of {opened.figures.length} pushes, not {result!r}", level)
    if some_box_is_useless(level, result):
        return None
    return GeneratedLevel(level, result, opened.figures, PUSH)


def _without_useless_walls(design: Design) -> Design | None:
    """Opened wherever that changes nothing: no plan gets shorter, and the best plans are as many as before.

    More floor can only add plans. So a wall that was needed once stays needed, and each is looked at once.
    """
    looked: set[Cell] = set()
    while todo := [cell for cell in design.room.edge() if cell not in looked]:
        for cell in todo:
            looked.add(cell)
            opened = replace(design, room=design.room.opened(cell))
            board = _board(design.game, opened.room, design.targets)
            boxes = sorted(design.boxes)
            # The search is far quicker than the pulls, and most often enough.
            answer = native.solve_push(board, design.player, boxes, "pushes", options=ONE_COURSE)
            if answer.bound < design.figures.length:
                continue
            found = native.start_figures(board, design.player, boxes, most=_MOST_POSITIONS)
            if found is None:
                return None
            length, changes, away, plans = found
            if plans == design.figures.plans:
                design = replace(opened, figures=Figures(length, changes + 1, away, 0, plans))
    area = walks(design.level, begin(design.level))
    return _measured(replace(design, player=_player(design, frozenset(area))))


def _player(design: Design, area: frozenset[Cell]) -> Cell:
    """Any cell of the area would do; one far from the boxes gives nothing away."""
    return max(sorted(area), key=lambda cell: sum(abs(cell[0] - r) + abs(cell[1] - c) for r, c in design.boxes))
