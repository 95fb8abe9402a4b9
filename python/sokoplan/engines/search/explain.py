"""Why a level has no plan, by the native search: a short proof where one exists, else the whole search.

The core looks for short proofs in order, from one box to a closed-in group (`Board.explain`). If there is none, the
level is searched to the end, and the number of positions is the reason; or a part of its boxes is, if that part has
no plan by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sokoplan.engines.answer import Budget, Explanation, Request
from sokoplan.engines.search.engine import solve
from sokoplan.native import board_of
from sokoplan.puzzle.level import Cell, Level, count, places_of

# The core's name of a proof, in words: for one box, and for several. A target is a goal, a sink or a hole.
_WORDS = {
    "unreachable-box": (
        "the player can never reach the box at {boxes}",
        "the player can never reach the boxes at {boxes}",
    ),
    "dead-square": (
        "the box at {boxes} can never reach a {target}, even if it were alone on the board",
        "the boxes at {boxes} can never reach a {target}, even if each were alone on the board",
    ),
    "frozen": (
        "the box at {boxes} can never move again",
        "the boxes at {boxes} block each other: none of them can ever move again",
    ),
    "wrong-side": (
        "the box at {boxes} can reach a {target} only from a side that the player cannot get to",
        "the boxes at {boxes} can reach a {target} only from sides that the player cannot get to",
    ),
    "pair": ("", "each of the boxes at {boxes} can reach a {target} alone, but not both"),
    "fight": (
        "the box at {boxes} has no {target} of its own",
        "the boxes at {boxes} can reach only {targets} between them, which is too few",
    ),
    "corral": (
        "the box at {boxes} closes off an area and can never reach a {target}, even without the other boxes",
        "the boxes at {boxes} close off an area and cannot all reach {several}, even without the other boxes",
    ),
}
_SEVERAL = {"goal": "goals", "sink": "a sink", "hole": "holes"}


@dataclass(frozen=True)
class ShortProof:
    """A proof that needs no search: its kind, and the boxes and targets to point at."""

    kind: str
    boxes: frozenset[Cell]
    targets: frozenset[Cell]


def explain(level: Level, budget: Budget) -> Explanation:
    proof = short_proof(level)
    if proof is not None:
        return Explanation(
            f"It cannot be solved: {in_words(level, proof)}.", marked=proof.boxes | proof.targets, proved=True
        )
    answer = solve(Request(level), budget, lambda progress: None)
    if answer.part:
        return Explanation(
            f"It cannot be solved: these {len(answer.part)} boxes cannot all reach {_SEVERAL[_target(level)]}, even "
            "without the other boxes. Without any one of them, the rest could. "
            f"The proof took {answer.nodes:,} positions.",
            part=replace(level, boxes=frozenset(answer.part)),
            proved=True,
        )
    if answer.status == "unsolvable":
        return Explanation(
            f"It cannot be solved: there is no short reason, but all {answer.nodes:,} positions were searched.",
            proved=True,
        )
    if answer.status == "solved":
        return Explanation("It can be solved: `sokoplan solve` shows how.")
    return Explanation("No short reason was found, and the search did not finish.", reason=answer.reason)


def short_proof(level: Level) -> ShortProof | None:
    """A proof that there is no plan; None does not mean that there is one."""
    if not level.law.plain_pushes or level.reading != "end":
        return None
    found = board_of(level).explain(level.player, sorted(level.boxes))
    if found is None:
        return None
    kind, boxes, targets = found
    return ShortProof(kind, frozenset(boxes), frozenset(targets))


def in_words(level: Level, proof: ShortProof) -> str:
    target = _target(level)
    if proof.kind == "too-few":
        return "there are too few boxes to fill the holes" if level.holes else f"there are too few {target}s"
    one, several = _WORDS[proof.kind]
    words = (one if len(proof.boxes) == 1 else several).format(
        boxes=places_of(level, proof.boxes),
        target=target,
        several=_SEVERAL[target],
        targets=count(proof.targets, target),
    )
    return f"{words}, and not all boxes are on goals" if proof.kind == "frozen" and level.goals else words


def _target(level: Level) -> str:
    """Where boxes have to go."""
    return "sink" if level.sinks else "hole" if level.holes else "goal"
