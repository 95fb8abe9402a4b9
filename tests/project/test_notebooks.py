"""The notebooks run from top to bottom, and their levels and plans draw themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import sokoplan as sp
from sokoplan.solving.result import Result

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    book = read(path)
    NotebookClient(book, timeout=100, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert "image/svg+xml" in kinds
    assert not [output for output in outputs if output.output_type == "error"]
    if "train" in path.stem:
        [told] = [output.text for output in outputs if "solved before" in output.get("text", "")]
        before, after = (int(part.split("%")[0].split()[-1]) for part in told.split(",")[:2])
        assert after > before + 30


def test_a_notebook_is_kept_without_outputs() -> None:
    for path in NOTEBOOKS:
        cells = read(path).cells
        assert all(not cell.outputs and cell.execution_count is None for cell in cells if cell.cell_type == "code")


def solved(name: str) -> Result:
    return sp.solve(sp.level(name), "moves")


def test_a_result_shows_its_plan_and_what_is_proved() -> None:
    result = solved("two-yardsticks")
    assert result.plan is not None
    shown = result._repr_html_()
    assert "12 moves" in shown
    assert shown.endswith(f"{result.plan._repr_html_()}")
    assert shown.count('<iframe sandbox="allow-scripts"') == 1
    assert "<script" not in shown  # it is inside the frame's own page


def test_a_title_cannot_break_out_of_the_frame() -> None:
    level = sp.level('#####\n#@$.#\n#####\nTitle: "></iframe><script>alert(1)</script>\n')
    shown = sp.solve(level)._repr_html_()
    assert "</iframe><script>" not in shown
    assert "<script" not in level._repr_svg_()


def test_a_plan_alone_is_text_and_a_lost_level_a_picture() -> None:
    assert sp.Plan("rr")._repr_html_() is None
    shown = solved("too-late")._repr_html_()
    assert "<svg" in shown
    assert "<iframe" not in shown
