"""The keys of the game, the same in the terminal and on the web pages: both read one table, `keys.json`.

A key is named by its character, or by "up", "down", "left", "right", "backspace". A capital is a key of its own if
the table has it (Z); otherwise it does the same as the small letter.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources

_TABLE = json.loads((resources.files("sokoplan") / "views" / "keys.json").read_text(encoding="utf-8"))
# From a key to the direction it moves in.
MOVES: dict[str, str] = _TABLE["moves"]
MOVES_LABEL = "arrows or W A S D"


@dataclass(frozen=True)
class Action:
    name: str
    keys: tuple[str, ...]
    words: str  # for the list of keys

    @property
    def label(self) -> str:
        """The keys for a reader: `Z, U or Backspace`."""
        *others, last = (_label(key) for key in self.keys)
        return f"{', '.join(others)} or {last}" if others else last


ACTIONS = tuple(Action(name, tuple(row["keys"]), row["words"]) for name, row in _TABLE["actions"].items())
_ACTION_OF = {key: action.name for action in ACTIONS for key in action.keys}


def direction_of(key: str) -> str | None:
    return MOVES.get(key) or MOVES.get(key.lower())


def action_of(key: str) -> str | None:
    return _ACTION_OF.get(key) or _ACTION_OF.get(key.lower())


def _label(key: str) -> str:
    if len(key) > 1:
        return key.capitalize()
    return f"Shift+{key}" if key.isupper() else key.upper()
