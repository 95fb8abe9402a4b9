"""Plans of PDDL planners, for the domains that `sokoplan export --to pddl` writes.

    (push-to-goal c1-1 c1-2 c1-3 box-1)      the player's cell and the one ahead come first: row, column from 0

Comes in:  lines.     Goes out: a Plan; or an InputError that points at the line.
"""

from __future__ import annotations

import re

from sokoplan.errors import InputError
from sokoplan.puzzle.level import KEYS, ahead_of
from sokoplan.puzzle.plan import Plan

# As most planners print it; some number the steps, drop the brackets, shout, or add what it costs.
_ACTION = re.compile(
    r"(?:(?:step\s+)?\d+(?:\.\d+)?\s*:\s*)?(?:\(([^()]*)\)|([^()]*?))\s*(?:\[[\d.]+\]|\(\d+\))?", re.I
)
_CELL = re.compile(r"c(\d{1,9})-(\d{1,9})", re.I)
_FORCED = "suffer"
_LOOKS = re.compile(rf"(?im)\bc\d+-\d+\s+c\d+-\d+\b|^\s*(?:\S+\s*:\s*)?\(\s*{_FORCED}\s*\)")


def looks_like(text: str) -> bool:
    return _LOOKS.search(text) is not None


def plan_from_pddl(actions: list[str]) -> Plan:
    """The keys of a planner's actions, from first to last. Blank lines and `;` comments do not count.

    Only the direction of each action is believed; whether the plan is one is for `verify` to say. Raises InputError.
    """
    keys = []
    for number, line in enumerate(actions, start=1):
        words = " ".join(line.split(";")[0].split())
        if words:
            keys.append(_key(words, number))
    return Plan("".join(keys))


def _key(words: str, number: int) -> str:
    """The key of one action; none for the forced step."""
    match = _ACTION.fullmatch(words)
    name, *arguments = ((match[1] or match[2] or "").split() if match else []) or [""]
    if name.lower() == _FORCED and not arguments:
        return ""
    cells = [_CELL.fullmatch(argument) for argument in arguments[:2]]
    if len(cells) == 2 and cells[0] and cells[1]:
        here, ahead = ((int(cell[1]), int(cell[2])) for cell in (cells[0], cells[1]))
        for key in KEYS:
            if ahead_of(here, key) == ahead:
                return key
    raise InputError(
        "this is not an action of our domains",
        "An action names the player's cell and the one ahead: (move c1-1 c1-2).",
        line=number,
        column=0,
        text=words,
    )
