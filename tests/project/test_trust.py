"""The table of promises in README is the one that the figures make, and every promise has a program."""

from __future__ import annotations

import ast
import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from trust_table import FIGURES, PAGE, PROMISES, renewed, table

PROGRAMS = Path(FIGURES).parent


def test_readme_has_the_figures() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert table() in page
    assert page == renewed(page), "run `python scripts/trust_table.py`"


def test_every_promise_has_a_program() -> None:
    named = {one.program for one in PROMISES}
    assert named == {path.name for path in PROGRAMS.glob("*.py")} - {"journal.py", "rust_faults.py"}


def borrowed() -> list[tuple[str, str, str]]:
    """What the programs import from the tests' helpers: program, module, name."""
    found = []
    for path in sorted(PROGRAMS.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "helpers":
                found += [(path.name, str(node.module), alias.name) for alias in node.names]
    return found


def test_the_programs_find_what_they_borrow_from_the_tests() -> None:
    """They run rarely, and a helper that moved would be missed only then."""
    assert borrowed()
    for program, module, name in borrowed():
        home = import_module(module)
        known = hasattr(home, name) or (hasattr(home, "__path__") and find_spec(f"{module}.{name}") is not None)
        assert known, f"{program}: {module} has no {name}"


def test_every_figure_belongs_to_a_promise() -> None:
    figures = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    assert set(figures) <= {one.key for one in PROMISES}
