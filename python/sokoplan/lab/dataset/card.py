"""The data card: what is in a data set, how it was made, and what it does not promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sokoplan import __version__
from sokoplan.errors import printable
from sokoplan.lab.dataset.files import Grid, Labelled
from sokoplan.puzzle.level import count

_COLUMNS = """
| column | what it is |
|---|---|
| `level`, `name` | the level by number from 0 and by name (NumPy: the number only) |
| `step` | the number of the decision in its plan, from 0 |
| `board` | the position in the letters of the game{padded} |
| `row`, `column`, `direction` | {where}; the direction is 0 up, 1 down, 2 left, 3 right |
| `action` | the same as one number, as `actions="{actions}"` of the environments has it on a grid of {size} |
| `distance` | {measure} that are still needed, proved least |
| `alive`, `lost`, `unknown` | the other legal actions: those after which a plan is known, those after which it is \
proved that there is none, and those of which neither was found out within a second |
"""


def card(grid: Grid, levels: Sequence[Labelled], objective: str, command: str, kind: str) -> str:
    status = Counter(one.labels.status for one in levels)
    rows = [row for one in levels for row in one.labels.rows]
    fates = Counter(sibling.fate for row in rows for sibling in row.siblings)
    left_out = [one for one in levels if one.labels.status != "solved"]
    told = "".join(
        f"- {printable(one.name)}: {one.labels.status} {one.labels.reason}".rstrip() + "\n" for one in left_out
    )
    measure = "pushes" if objective.startswith("pushes") else "moves (in Helltaker, cost)"
    lists = (
        ""
        if kind != "npz"
        else (
            "\nIn the NumPy file a board is a grid of letters, with `#` around smaller ones. The lists of all rows "
            "stand one after the other: those of row `i` are `lost[lost_starts[i]:lost_starts[i + 1]]`.\n"
        )
    )
    return f"""# Data card

Positions along optimal plans of {count(len(levels), "level")}, made by sokoplan {__version__}:

    {command}

| | |
|---|---|
| objective | `{objective}` |
| levels labelled | {status["solved"]} of {len(levels)} |
| rows | {len(rows):,} |
| actions that lose, proved | {fates["lost"]:,} |
| actions that do not | {fates["alive"]:,} |
| actions not known | {fates["unknown"]:,} |

## Columns
{
        _COLUMNS.format(
            padded=" (NumPy: as character codes)",
            where="the box that is pushed" if grid.by_pushes else "the player",
            actions="pushes" if grid.by_pushes else "keys",
            size=f"{grid.height} rows and {grid.width} columns",
            measure=measure,
        )
    }{lists}
## How sure this is

Every plan was checked by the rules of the game, and proved best for the objective. A best plan is rarely the only
one: an action among `alive` may be just as good. Positions are those of one best plan, not of play in general.

## Left out
{told or "No level was left out." + chr(10)}
## Source

The levels belong to their authors; this file says nothing about the right to hand them on.
"""
