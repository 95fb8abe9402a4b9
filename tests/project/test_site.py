"""The documentation as a site: built without a warning, complete, and without a word to the net."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import sokoplan as sp
from sokoplan.cli.app import ONE_LINE

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(out)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return out


def test_every_page_is_there_and_in_the_menu(site: Path) -> None:
    menu = (site / "index.html").read_text(encoding="utf-8")
    for page in sorted((ROOT / "docs").glob("*.md")):
        assert (site / page.with_suffix(".html").name).exists()
        assert f'href="{page.with_suffix(".html").name}"' in menu, f"{page.name} is in no section"


def test_the_references_name_everything(site: Path) -> None:
    commands = (site / "reference" / "commands.html").read_text(encoding="utf-8")
    for name in ONE_LINE:
        assert f">sokoplan {name}<" in commands
    python = (site / "reference" / "python.html").read_text(encoding="utf-8")
    for name in sp.__all__:
        if not name.startswith("_"):
            assert re.search(rf'id="sokoplan\.[\w.]*\b{name}"', python), f"sp.{name} is not in the reference"


def test_no_page_loads_anything_from_the_net(site: Path) -> None:
    loads = re.compile(r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^\s>]*")
    for page in site.rglob("*.html"):
        assert not loads.search(page.read_text(encoding="utf-8")), page.name


def test_it_can_be_searched(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"] if "difficulty" in entry["text"]}
    assert "generate.html" in found
    assert "reference/python.html" in found


def test_the_extra_all_has_every_extra_of_the_program() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    [of_all] = extras["all"]
    named = set(re.findall(r"\w+", of_all.partition("[")[2]))
    assert set(extras) - {"all", "dev", "docs"} <= named
