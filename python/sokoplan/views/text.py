"""Boards as plain text, in the letters of each game's own format, for any position of a game.

Comes in:  a Level, and a position of it (by default its start).     Goes out: rows of text.

    #####     Sokoban is drawn in XSB. With sinks and holes a box is `o`, the sink `x`, a hole `^`.
    #@$.#     Helltaker keeps its own letters; a trap is drawn as it is now, `T` down and `U` up.
    #####
"""

from __future__ import annotations

from sokoplan.puzzle.level import Cell, Level
from sokoplan.puzzle.rules import Snapshot, State, begin

# Tiles have names, so that another view can draw them its own way.
LETTERS: dict[str, str] = {
    "wall": "#", "floor": " ", "goal": ".", "sink": "x", "hole": "^",
    "player": "@", "player on goal": "+", "player on sink": "+",
    "box": "$", "box on goal": "*", "stone": "o",
    "hero": "H", "demoness": "D", "block": "B", "key": "K", "lock": "L", "mob": "M",
    "spikes": "S", "trap down": "T", "trap up": "U",
    # The letters cannot show what the hero or a mob stands on.
    "hero on spikes": "H", "hero on trap down": "H", "hero on trap up": "H", "mob on trap down": "M",
    "block on spikes": "O", "block on trap down": "P", "block on trap up": "Q",
    "dead square": ",",
}  # fmt: skip


def tiles(level: Level, position: Snapshot | None = None, dead: frozenset[Cell] = frozenset()) -> list[list[str]]:
    """The name of the tile in each cell; floor among the `dead` squares is shown as such."""
    state = begin(level)
    if position is not None:
        state.restore(position)
    name = _TILES.get(level.game, _push)
    shown = [[name(level, state, (row, column)) for column in range(level.width)] for row in range(level.height)]
    for row, column in dead:
        if shown[row][column] == "floor":
            shown[row][column] = "dead square"
    return shown


def _push(level: Level, state: State, cell: Cell) -> str:
    if cell in level.walls:
        return "wall"
    ground = "goal" if cell in level.goals else "sink" if cell in level.sinks else "floor"
    if cell == state.player:
        return "player" if ground == "floor" else f"player on {ground}"
    if state.box[cell]:
        if level.sinks or level.holes:
            return "stone"
        return "box on goal" if ground == "goal" else "box"
    return "hole" if state.hole[cell] else ground


def _helltaker(level: Level, state: State, cell: Cell) -> str:
    if cell in level.walls:
        return "wall"
    odd = state.flag["odd"]
    ground = (
        "spikes"
        if cell in level.spikes
        else "trap up"
        if cell in (level.traps_down if odd else level.traps_up)
        else "trap down"
        if cell in level.traps_down | level.traps_up
        else "floor"
    )
    if cell == state.player:
        return "hero" if ground == "floor" else f"hero on {ground}"
    if state.box[cell]:
        return "block" if ground == "floor" else f"block on {ground}"
    if state.mob[cell]:
        return "mob" if ground == "floor" else f"mob on {ground}"
    if state.lock[cell]:
        return "lock"
    if cell in level.demonesses:
        return "demoness"
    if cell in level.keys and not state.flag["key"]:
        return "key"
    return ground


_TILES = {"helltaker": _helltaker}  # games that do not look like Sokoban


def margin_of(level: Level) -> int:
    """1 if the player can reach the edge of the board: then the wall around it has to be drawn as well."""
    return int(
        any(row in (0, level.height - 1) or column in (0, level.width - 1) for row, column in level.reachable())
    )


def framed(
    level: Level, position: Snapshot | None = None, dead: frozenset[Cell] = frozenset(), *, first: int = 1
) -> list[str]:
    """The board, with a wall drawn around it if it has none of its own.

    That wall is not part of the board. It shows the numbers of the rows and columns (the last digit of each), so that
    a cell named in a sentence is not looked for in the wrong place. They count from 1, as sentences do; `first=0` is
    for a reader of facts such as box(2,3).
    """
    rows = draw(level, position, dead)
    if not margin_of(level):
        return rows
    columns = "".join(str(column % 10) for column in range(first, first + level.width))
    numbered = [f"{number % 10}{row:{level.width}}#" for number, row in enumerate(rows, first)]
    return [f"#{columns}#", *numbered, "#" * (level.width + 2)]


def draw(level: Level, position: Snapshot | None = None, dead: frozenset[Cell] = frozenset()) -> list[str]:
    """The board as rows of letters, without trailing blanks."""
    return ["".join(LETTERS[tile] for tile in row).rstrip() for row in tiles(level, position, dead)]
