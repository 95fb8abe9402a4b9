"""`sokoplan web --static FOLDER`: the pages as files that any web host can serve, without a server of ours.

Comes in:  folders of levels, perhaps a profile.     Goes out: the pages, and what the API would answer, as files.

A visitor can browse, play, watch and draw; what is solved there stays in the visitor's browser. Nothing can be solved
live, so known plans come along: those of the bundled levels, those in the level files, and those of the profile.
Every plan is checked before it is written. The policy that the server sends as a header is in the page itself.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from sokoplan.errors import InputError
from sokoplan.puzzle.formats.json import level_to_data
from sokoplan.puzzle.level import Level, Solution
from sokoplan.puzzle.library import bundled
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify
from sokoplan.web.app import STATIC, shared_files
from sokoplan.web.catalog import Catalog
from sokoplan.web.guard import PAGE_POLICY
from sokoplan.web.models import Best, Card, Cards
from sokoplan.web.profile import Profile
from sokoplan.web.routes_library import about_of
from sokoplan.web.settings import Settings

MARK = '<meta name="sokoplan-static" content="1">'
# What a page can write by itself.
FORMATS = ("xsb", "json")


def write_site(folder: str, settings: Settings) -> list[str]:
    """Write the whole site. Returns what was left out, and why."""
    root = Path(folder)
    _check_folder(root)
    catalog = Catalog(settings.folders, settings.cells, settings.limits, settings.reading)
    known = _records(settings.profile)
    _write_pages(root)
    cards = []
    by_set: dict[str, list[dict[str, object]]] = {}
    for card in catalog.cards.values():
        level = catalog.level(card.id)
        if level is None:
            continue
        record = known.get(card.print, {})
        level = replace(level, solutions=_plans(card, level, record))
        card = card.model_copy(update={"best": card.best or _proved(record)})
        data = level_to_data(level)
        cards.append(card)
        by_set.setdefault(card.set, []).append(data)
        _json(root, f"levels/{card.id}", {"card": card.model_dump(), "level": data})
    sets = catalog.collections
    for name, levels in by_set.items():
        _json(root, f"collections/{name}", {"collection": sets[name].model_dump(), "levels": levels})
    _json(root, "levels", Cards(collections=list(sets.values()), levels=cards).model_dump())
    about = about_of(replace(settings, profile="")).model_dump()
    about["formats"] = [one for one in about["formats"] if one["name"] in FORMATS]
    _json(root, "about", {**about, "engines": [], "exports": []})
    return catalog.remarks


def _check_folder(root: Path) -> None:
    """A folder that holds anything but an older site is left alone."""
    if root.is_dir():
        index = root / "index.html"
        ours = index.is_file() and MARK in index.read_text(encoding="utf-8", errors="replace")
        if any(root.iterdir()) and not ours:
            raise InputError(
                f"{root} is not empty", "Give a new folder, or one that holds an older site of sokoplan."
            )
    elif root.exists():
        raise InputError(f"{root} is a file, not a folder")


def _write_pages(root: Path) -> None:
    try:
        for path in sorted(STATIC.rglob("*")):
            if path.is_file() and path.name != "index.html":
                _copy(path, root / "static" / path.relative_to(STATIC))
        for name, path in shared_files().items():
            _copy(path, root / "static" / name)
        policy = f'<meta http-equiv="Content-Security-Policy" content="{PAGE_POLICY}">'
        index = (STATIC / "index.html").read_text(encoding="utf-8")
        index = re.sub(r"(<meta charset[^>]*>)", rf"\1\n  {policy}\n  {MARK}", index, count=1)
        index = re.sub(r'(href="\./api/\w+)"', r'\1.json"', index)  # what the server would answer is a file here
        (root / "index.html").write_text(index, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write to {root}: {error.strerror or error}") from None


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(source.read_bytes())


def _json(root: Path, name: str, value: object) -> None:
    path = root / "api" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, separators=(",", ":")), encoding="utf-8")


# --- what is known --------------------------------------------------------------------------------------------------


def _records(profile: str) -> dict[str, dict[str, Any]]:
    if not profile:
        return {}
    opened = Profile(profile)
    entries = json.loads(opened.all("records"))["entries"]
    opened.close()
    return {entry["key"]: entry["value"] for entry in entries}


def _plans(card: Card, level: Level, record: dict[str, Any]) -> tuple[Solution, ...]:
    """The plans of the file, of the bundled index and of the profile that solve the level; each once."""
    found = [*level.solutions]
    if card.source == "bundled" and bundled()[card.id].solution:
        found.append(Solution(bundled()[card.id].solution, "proved best"))
    for side in ("found", "own"):
        for what in ("moves", "pushes"):
            solution = (record.get(side) or {}).get(what) or {}
            found.append(Solution(str(solution.get("keys", "")), f"best known by {what}"))
    good = {one.keys: one for one in reversed(found) if _solves(level, one.keys)}
    return tuple(reversed(good.values()))


def _solves(level: Level, keys: str) -> bool:
    try:
        return bool(keys) and verify(level, Plan(keys.lower())).solved
    except ValueError:
        return False


def _proved(record: dict[str, Any]) -> Best | None:
    proved = record.get("proved") or {}
    moves, pushes, lost = proved.get("moves"), proved.get("pushes"), bool(proved.get("unsolvable"))
    if not lost and moves is None and pushes is None:
        return None
    objective = "moves" if moves is not None else "pushes"
    return Best(moves=moves, pushes=pushes, optimal=True, solvable=not lost, engine="", objective=objective)
