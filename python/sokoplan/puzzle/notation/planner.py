"""Plans of PDDL planners, for the domains that `sokoplan export --to pddl` writes.

    (push-to-goal c1-1 c1-2 c1-3 box-1)      the player's cell and the one ahead come first: row, column from 0

Comes in:  a text and its level.     Goes out: a `PlanRead`; or an InputError that points at the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sokoplan.errors import InputError
from sokoplan.puzzle.level import KEYS, Cell, Level, ahead_of
from sokoplan.puzzle.notation.plan_read import PlanRead
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.replay import Step, steps

# As most planners print it; some number the steps, drop the brackets, shout, or add what it costs.
_ACTION = re.compile(
    r"(?:(?:step\s+)?\d+(?:\.\d+)?\s*:\s*)?(?:\(([^()]*)\)|([^()]*?))\s*(?:\[[\d.]+\]|\(\d+\))?", re.I
)
_CELL = re.compile(r"c(\d{1,9})-(\d{1,9})", re.I)
_FORCED = "suffer"
_LOOKS = re.compile(rf"(?im)\bc\d+-\d+\s+c\d+-\d+\b|^\s*(?:\S+\s*:\s*)?\(\s*{_FORCED}\s*\)")


def looks_like(text: str) -> bool:
    return _LOOKS.search(text) is not None


# What a planner says around its plan has neither the name of a cell nor an action in brackets.
_SPEAKS_OF_ACTIONS = re.compile(r"(?i)\bc\d+-\d+\b|^\s*(?:\S+\s*:\s*)?\(")
_DEEDS = {"push": "push", "kick": "kick", "move": "move", "walk": "move"}  # by how an action's name begins


@dataclass(frozen=True)
class _Action:
    """One action: the key, and what else it says."""

    key: str  # none for the forced step
    deed: str = ""
    player: Cell | None = None


def read_pddl(text: str, level: Level) -> PlanRead:
    """The plan in a planner's file, or in all that it prints; remarks say what does not fit. Raises InputError."""
    lines = (line if _SPEAKS_OF_ACTIONS.search(line.split(";")[0]) else "" for line in text.splitlines())
    pressed = [action for action in _actions(list(lines)) if action.key]
    plan = Plan("".join(action.key for action in pressed))
    remarks = (_remark(action, step) for action, step in zip(pressed, steps(level, plan), strict=False))
    return PlanRead(plan, tuple(filter(None, remarks)))


def plan_from_pddl(actions: list[str]) -> Plan:
    """The keys of a planner's actions, from first to last. Blank lines and `;` comments do not count.

    Only the direction of each action is believed; whether the plan is one is for `verify` to say. Raises InputError.
    """
    return Plan("".join(action.key for action in _actions(actions)))


def _actions(lines: list[str]) -> Iterator[_Action]:
    for number, line in enumerate(lines, start=1):
        words = " ".join(line.split(";")[0].split())
        if words:
            yield _action(words, number)


def _action(words: str, number: int) -> _Action:
    match = _ACTION.fullmatch(words)
    name, *arguments = ((match[1] or match[2] or "").split() if match else []) or [""]
    if name.lower() == _FORCED and not arguments:
        return _Action("")
    cells = [_CELL.fullmatch(argument) for argument in arguments[:2]]
    if len(cells) == 2 and cells[0] and cells[1]:
        here, ahead = ((int(cell[1]), int(cell[2])) for cell in (cells[0], cells[1]))
        for key in KEYS:
            if ahead_of(here, key) == ahead:
                return _Action(key, _DEEDS.get(name.lower().partition("-")[0], ""), here)
    raise InputError(
        "this is not an action of our domains",
        "An action names the player's cell and the one ahead: (move c1-1 c1-2).",
        line=number,
        column=0,
        text=words,
    )


def _remark(action: _Action, step: Step) -> str:
    """What the action says of itself and is not so, in a sentence; or nothing."""
    said = action.deed or step.deed
    if (said, action.player) == (step.deed, step.player) or action.player is None:
        return ""
    there, here = (f"c{row}-{column}" for row, column in (action.player, step.player))  # as the plan names cells
    return f"key {step.number} is written as a {said} from {there}, but is a {step.deed} from {here}"
