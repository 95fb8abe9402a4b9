"""Why a level has no plan, by the native search: a short reason where one exists, else the whole search.

Comes in:  a Level.     Goes out: an Explanation, with the cells to point at.

The core looks for the short reasons in order, from one box to a closed-in group (`Board.explain`). Where none is
found the level is searched to the end, and the number of positions looked at is the reason; or a part of its boxes
is, where that part has no plan by itself.
"""

from __future__ import annotations

from dataclasses import replace

from sokoplan.engines.answer import Budget, Explanation, Request
from sokoplan.engines.search import solve
from sokoplan.native import board_of
from sokoplan.puzzle.level import Cell, Level, count

# What the core calls a reason, in words: for one box, and for several.
_WORDS = {
    "unreachable-box": (
        "the player can never come near the box at {boxes}",
        "the player can never come near the boxes at {boxes}",
    ),
    "dead-square": (
        "the box at {boxes} could not be brought home from there even if it were alone on the board",
        "the boxes at {boxes} could not be brought home from there even if each were alone on the board",
    ),
    "frozen": (
        "the box at {boxes} can never move again, and it is not home",
        "the boxes at {boxes} hold each other: none of them can ever move again, and not all are home",
    ),
    "wrong-side": (
        "the box at {boxes} could be brought home only from a side that the player cannot get to",
        "the boxes at {boxes} could be brought home only from sides that the player cannot get to",
    ),
    "pair": ("", "each of the boxes at {boxes} could be brought home alone, but not both of them"),
    "fight": (
        "the box at {boxes} can reach no target of its own",
        "the boxes at {boxes} can reach only {targets} between them, and that is too few",
    ),
    "corral": (
        "the box at {boxes} closes off an area and cannot be brought home even if all others were gone",
        "the boxes at {boxes} close off an area and cannot all be brought home even if all others were gone",
    ),
    "too-few": ("there are too few boxes or targets", "there are too few boxes or targets"),
}


def explain(level: Level, budget: Budget) -> Explanation:
    found = short_reason(level)
    if found is not None:
        _, boxes, targets = found
        return Explanation(
            f"It cannot be solved: {in_words(found)}.", marked=frozenset([*boxes, *targets]), proved=True
        )
    answer = solve(Request(level), budget, lambda progress: None)
    if answer.part:
        return Explanation(
            f"It cannot be solved: even if the other boxes were gone, these {len(answer.part)} could not all be "
            f"brought home. Without any one of them they could. Found by looking at {answer.nodes:,} positions.",
            part=replace(level, boxes=frozenset(answer.part)),
            proved=True,
        )
    if answer.status == "unsolvable":
        return Explanation(
            f"There is no short reason, but every position was looked at ({answer.nodes:,}), and none is won.",
            proved=True,
        )
    if answer.status == "solved":
        return Explanation("It can be solved: `sokoplan solve` shows how.")
    return Explanation("No short reason was found, and the search did not come to an end.", reason=answer.reason)


Reason = tuple[str, list[Cell], list[Cell]]  # its kind, the boxes and the targets to point at


def short_reason(level: Level) -> Reason | None:
    """A proof that there is no plan which needs no search; None does not mean that there is one."""
    if not level.law.plain_pushes or level.reading != "end":
        return None
    return board_of(level).explain(level.player, sorted(level.boxes))


def in_words(reason: Reason) -> str:
    kind, boxes, targets = reason
    one, several = _WORDS[kind]
    return (one if len(boxes) == 1 else several).format(
        boxes=", ".join(map(str, boxes)), targets=count(targets, "target")
    )
