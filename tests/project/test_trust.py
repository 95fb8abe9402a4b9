"""The table of promises in README is the one that the figures make, and every promise has a program."""

from __future__ import annotations

import json
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


def test_every_figure_belongs_to_a_promise() -> None:
    figures = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    assert set(figures) <= {one.key for one in PROMISES}
