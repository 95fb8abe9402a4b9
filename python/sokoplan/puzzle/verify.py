"""The judge: runs a plan by the law and says what it is worth.

Comes in:  a Level and a Plan.     Goes out: a `Verdict`.

Imports the level, the laws and the plan, never an engine or a task: a judge who shares code with the accused is no
judge.
"""

from __future__ import annotations

from dataclasses import dataclass

from sokoplan.puzzle.level import DIRECTION, Cell, Level, ahead_of
from sokoplan.puzzle.plan import Counts, Plan
from sokoplan.puzzle.rules import Snapshot, begin, law_of, play, won


@dataclass(frozen=True)
class Verdict:
    """`legal`: every key was allowed. `solved`: legal, and the goal is met at the end.

    `why` says in a sentence what is wrong, if anything is. `at` is the number of the first key that is not allowed,
    from 1. `position` is where the plan ended or broke off; `lurd` are the keys up to there, pushes as capitals.
    """

    legal: bool
    solved: bool
    why: str
    at: int | None
    position: Snapshot
    lurd: str
    counts: Counts

    def __bool__(self) -> bool:
        """`if verify(level, plan): ...` asks whether the plan solves the level."""
        return self.solved


class _Counter:
    """Counts while the plan runs."""

    def __init__(self) -> None:
        self.moves = self.pushes = self.box_lines = self.box_changes = self.player_lines = self.cost = 0
        self.last_key = ""
        self.last_push: tuple[str, Cell] | None = None  # direction, and where the box came to rest

    def add(self, key: str, deed: str, cost: int, player: Cell, stayed: bool) -> None:
        """`player` is the cell that the player stood in before the key; `stayed`: a kick that moved nothing."""
        self.moves += 1
        self.cost += cost
        self.player_lines += key != self.last_key
        self.last_key = key
        if deed in ("push", "kick"):
            box = ahead_of(player, key)
            same_box = self.last_push is not None and self.last_push[1] == box
            self.pushes += 1
            self.box_changes += not same_box
            self.box_lines += not (same_box and self.last_push is not None and self.last_push[0] == key)
            self.last_push = key, box if stayed else ahead_of(box, key)

    def counts(self) -> Counts:
        return Counts(self.moves, self.pushes, self.box_lines, self.box_changes, self.player_lines, self.cost)


def verify(level: Level, plan: Plan) -> Verdict:
    """Run the plan from the start of the level."""
    state = begin(level)
    goal = law_of(level).goal(level)
    counter = _Counter()
    lurd: list[str] = []

    def verdict(why: str, *, legal: bool, at: int | None = None) -> Verdict:
        return Verdict(legal, legal and not why, why, at, state.snapshot(), "".join(lurd), counter.counts())

    for number, key in enumerate(plan.keys, start=1):
        # In Helltaker the game is over with the first win; Sokoban lets the player walk on.
        if level.game == "helltaker" and won(state, goal):
            return verdict(f"key {number} comes after the win", legal=False, at=number)
        player = state.player
        deed, cost = play(level, state, key)
        if not deed:
            return verdict(f"key {number} ({DIRECTION[key]}) is not allowed: {deed}", legal=False, at=number)
        stayed = deed == "kick" and state.box[ahead_of(player, key)]
        counter.add(key, deed, cost, player, stayed)
        lurd.append(key.upper() if deed == "push" else key)
    if not won(state, goal):
        return verdict(_missing(level, state.cells("box"), state.cells("hole"), state.cells("owed")), legal=True)
    if level.limit is not None and counter.cost > level.limit:
        return verdict(f"it costs {counter.cost}, and the limit is {level.limit}", legal=True)
    return verdict("", legal=True)


def _missing(level: Level, boxes: frozenset[Cell], holes: frozenset[Cell], owed: frozenset[Cell]) -> str:
    """What still keeps the end from being a win."""
    if level.game == "helltaker":
        return "the hero does not stand next to a demoness at the end"
    if level.reading == "each-once":
        return f"{_number(owed, 'has', 'have')} never stood on a goal"
    if level.holes:
        return f"{len(holes)} hole{'' if len(holes) == 1 else 's'} still open at the end"
    if level.sinks:
        return f"{_number(boxes, 'is', 'are')} left at the end"
    return f"{_number(boxes - level.goals, 'is', 'are')} off the goals at the end"


def _number(boxes: frozenset[Cell], one: str, more: str) -> str:
    return f"1 box {one}" if len(boxes) == 1 else f"{len(boxes)} boxes {more}"
