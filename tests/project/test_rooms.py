"""The house keeps its plan: few rooms in few layers, a line for every file, and tests that mirror the package."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

from file_map import PAGE, files, first_words, page_with_map

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "sokoplan"
ROOMS = {path.stem for path in PACKAGE.iterdir() if not path.name.startswith(("_", "py.typed"))}
# Folders of tests that are about no room of their own.
APART = {"helpers", "project", "agreement", "broken", "fuzz"}


def layers() -> list[list[str]]:
    """The rooms from top to bottom, as import-linter is told."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = [one for one in settings["tool"]["importlinter"]["contracts"] if one["type"] == "layers"]
    assert contract["exhaustive"], "a room without a layer would go unnoticed"
    return [[room.strip() for room in layer.split("|")] for layer in contract["layers"]]


def test_there_are_few_rooms_in_few_layers() -> None:
    assert len(ROOMS) <= 12
    assert len(layers()) <= 11
    assert {room for layer in layers() for room in layer} == ROOMS | {"__main__"}


def test_the_architecture_shows_the_same_layers() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| ([^|]*) \|", page, re.M)
    shown = [re.findall(r"`(\w+)`", rooms) for _, rooms in rows]
    assert [int(number) for number, _ in rows] == list(range(1, len(rows) + 1))
    assert shown == layers()


def test_the_architecture_has_a_line_for_every_file() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == page_with_map(page), "run `python scripts/file_map.py`"
    silent = [path.relative_to(ROOT).as_posix() for path in files() if not first_words(path)]
    assert not silent, "these do not say what they are for"


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {"." * node.level + (node.module or "")}
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_only_one_file_imports_the_rust_core() -> None:
    importers = [path.name for path in PACKAGE.rglob("*.py") if any("_core" in name for name in imported(path))]
    assert importers == ["native.py"]


def test_no_test_module_imports_another_one() -> None:
    modules = sorted((ROOT / "tests").rglob("*.py"))
    assert len(modules) > 50
    for path in modules:
        for name in imported(path):
            last = name.rpartition(".")[2]
            assert not last.startswith("test_"), f"{path.name} imports {name}"
            assert last != "conftest", f"{path.name} imports {name}"


def test_the_tests_mirror_the_package() -> None:
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders - APART <= ROOMS
    assert not list((ROOT / "tests").glob("test_*.py"))
