"""A folder that grows by one part a level: whoever stops a run loses nothing, and the next run goes on.

Comes in:  the labels of one level after the other.     Goes out: all of them, in the order of the levels.

    data/about.json           what was asked; a run that asks something else is refused
    data/parts/0f3a....json   the labels of one level, named after its board, the goal and the objective

A part that is there is whole.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sokoplan.errors import InputError
from sokoplan.lab.dataset.label import Labels, Row, Sibling
from sokoplan.puzzle.formats.json import FORMAT
from sokoplan.puzzle.level import Level
from sokoplan.system.files import make_folder, save

VERSION = 1


class Store:
    def __init__(self, folder: Path, objective: str) -> None:
        self.folder, self._objective = folder, objective
        about = {"format": "sokoplan data set", "version": VERSION, "objective": objective}
        path = folder / "about.json"
        if path.exists():
            _compare(path, about)
        elif folder.exists() and any(folder.iterdir()):
            raise InputError(f"{folder} is not empty and not a data set", "Choose a new folder, or one begun before.")
        make_folder(folder / "parts")
        if not path.exists():
            save(path, [json.dumps(about, indent=2), "\n"])

    def part(self, level: Level) -> Path:
        assert FORMAT.write is not None
        plain = FORMAT.write([level]) + self._objective
        return self.folder / "parts" / f"{hashlib.sha256(plain.encode()).hexdigest()[:24]}.json"

    def get(self, level: Level) -> Labels | None:
        """What is known about a level; None if it was not asked, or not answered for want of time."""
        path = self.part(level)
        if not path.exists():
            return None
        try:
            given = json.loads(path.read_text(encoding="utf-8"))
            return None if given["status"] == "unknown" else _labels(given)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"{path} cannot be read: {error}", "Remove it, and the level is labelled anew."
            ) from None

    def put(self, level: Level, labels: Labels) -> None:
        save(self.part(level), [json.dumps(asdict(labels)), "\n"])


def _labels(given: dict[str, Any]) -> Labels:
    rows = [
        Row(**row | {"siblings": tuple(Sibling(**sibling) for sibling in row["siblings"])}) for row in given["rows"]
    ]
    return Labels(**given | {"rows": tuple(rows)})


def _compare(path: Path, about: dict[str, object]) -> None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {error}") from None
    if found != about:
        asked = found.get("objective") if isinstance(found, dict) else None
        raise InputError(
            f"{path.parent} was begun with other settings (objective {asked})",
            "Choose a new folder, or ask for the same.",
        )
