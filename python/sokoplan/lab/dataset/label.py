"""The rows of one level: every position on a best plan, with the best action and what else could be done there.

Comes in:  a Level, an objective and a budget.     Goes out: `Labels`: rows, or why there are none.

A row is a position in which something is decided: before each push if pushes are counted (the walks follow), else
before each key. The rest of a best plan is a best plan for what is left, so `distance` is proved for each of them.
Every plan was checked by the rules before it came here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from sokoplan.engines.answer import Budget, Objective, Report
from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of
from sokoplan.puzzle.replay import Replay
from sokoplan.puzzle.rules import No, level_at
from sokoplan.puzzle.rules.push import walks
from sokoplan.solving.result import Result
from sokoplan.solving.solve import solve
from sokoplan.solving.warnings import trouble
from sokoplan.views.text import draw

# What became of a sibling, by the answer of the engine that was asked.
FATES = {"solved": "alive", "unsolvable": "lost", "unknown": "unknown"}
# Searching every sibling to the end would take longer than the plan; this is per sibling.
SIBLING_SECONDS = 1.0


@dataclass(frozen=True)
class Sibling:
    """An action that the plan does not take."""

    row: int  # of the box that is pushed, or of the player
    column: int
    direction: int  # as in KEYS
    fate: str  # alive, lost (proved) or unknown


@dataclass(frozen=True)
class Row:
    step: int  # from 0
    board: str  # in the letters of the game
    row: int  # of the box to push, or of the player
    column: int
    direction: int  # of the best action, as in KEYS: up, down, left, right
    distance: int  # what the objective still counts from here, proved least
    siblings: tuple[Sibling, ...]


@dataclass(frozen=True)
class Labels:
    status: str  # solved, unsolvable or unknown
    reason: str  # why it is unknown; `not proved` for a plan that may not be best
    plan: str = ""  # LURD
    value: int = 0  # of the plan, proved least
    rows: tuple[Row, ...] = ()


def label(level: Level, objective: Objective, budget: Budget, report: Report = lambda progress: None) -> Labels:
    return labels_of(solve(level, "auto", objective, budget, report=report), budget)


def labels_of(result: Result, budget: Budget) -> Labels:
    """The rows along the plan that was found; the budget is for what else could be done on the way."""
    if result.plan is None:
        return Labels(result.status, result.reason)
    if not result.optimal or result.cost is None:
        return Labels("unknown", "not proved")
    by_pushes = result.objective.startswith("pushes") and result.level.law.plain_pushes
    try:
        rows = tuple(_rows(result, by_pushes, budget))
    except _Stopped:
        return Labels("unknown", "cancelled")
    return Labels("solved", "", str(result.plan), result.cost, rows)


class _Stopped(Exception):
    """Ctrl-C, while a sibling was looked at."""


def _rows(result: Result, by_pushes: bool, budget: Budget) -> Iterator[Row]:
    assert result.plan is not None
    assert result.cost is not None
    level, left = result.level, result.cost
    game = Replay(level)
    number, before = 0, game.mark()
    for key in result.plan.keys:
        step = game.press(key)
        assert not isinstance(step, No)  # the plan was checked
        if by_pushes and not step.is_push:
            continue
        # Decided where the last push or key led, and not where the walk to this push ended.
        after = game.mark()
        game.back_to(before)
        cell = ahead_of(step.player, key) if by_pushes else step.player
        tried = (_pushes if by_pushes else _keys)(game, cell, key)
        board = "\n".join(draw(level, before.position))
        yield Row(number, board, *cell, KEYS.index(step.key), left, tuple(_judged(tried, budget)))
        game.back_to(after)
        before = after
        number += 1
        left -= 1 if by_pushes else step.cost


# The cell, the key, and the position after it, or what is known of it at once.
Tried = tuple[Cell, str, Level | Literal["alive", "lost"]]


def _keys(game: Replay, player: Cell, best: str) -> Iterator[Tried]:
    mark = game.mark()
    for key in KEYS:
        if key != best and not isinstance(game.press(key), No):
            yield player, key, _position(game)
        game.back_to(mark)


def _pushes(game: Replay, best_box: Cell, best: str) -> Iterator[Tried]:
    mark, near = game.mark(), walks(game.level, game.state)
    for box in sorted(game.state.cells("box")):
        for key in KEYS:
            behind = ahead_of(box, key, -1)
            if (box, key) != (best_box, best) and behind in near:
                game.state.player = behind
                if not isinstance(game.press(key), No):
                    yield box, key, _position(game)
                game.back_to(mark)


def _position(game: Replay) -> Level | Literal["alive", "lost"]:
    limit = game.level.limit
    if limit is not None and game.cost > limit:
        return "lost"
    return "alive" if game.won else level_at(game.level, game.state, game.cost)


def _judged(tried: Iterator[Tried], budget: Budget) -> Iterator[Sibling]:
    quick = replace(budget, seconds=min(SIBLING_SECONDS, budget.seconds or SIBLING_SECONDS))
    for cell, key, position in tried:
        if not isinstance(position, Level):
            fate: str = position
        elif trouble(position).lost:
            fate = "lost"
        else:
            answer = solve(position, "auto", "any", quick).answer
            if answer.reason == "cancelled":
                raise _Stopped
            fate = FATES[answer.status]
        yield Sibling(*cell, KEYS.index(key), fate)
