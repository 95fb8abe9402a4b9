"""The wheel, installed as a user would: into an empty environment, without cargo, on this Python and on a newer one.

It is built from the same cache as the package under test, so this takes the time of two `pip install`s.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SMOKE = Path(__file__).with_name("wheel_smoke.py")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("cargo") is None:
        pytest.skip("there is no cargo to build a wheel with")
    out = tmp_path_factory.mktemp("wheel")
    command = ["maturin", "build", "--release", "--quiet", "--out", str(out)]
    subprocess.run(
        [Path(sys.executable).parent / command[0], *command[1:]], cwd=ROOT, check=True, capture_output=True
    )
    [found] = out.iterdir()
    return found


def newer_python() -> str | None:
    """The newest Python on this machine that is newer than this one."""
    names = [f"python3.{minor}" for minor in range(sys.version_info.minor + 1, 20)]
    found = {name: path for name in names if (path := shutil.which(name) or _of_pyenv(name)) and _works(path)}
    return found[max(found, key=names.index)] if found else None


def _of_pyenv(name: str) -> str | None:
    folder = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    found = sorted(folder.glob(f"{name.removeprefix('python')}.*/bin/{name}"))
    return str(found[-1]) if found else None


def _works(python: str) -> bool:
    """A shim of pyenv may be there for a version that is not."""
    return subprocess.run([python, "-m", "venv", "--help"], capture_output=True, check=False).returncode == 0


@pytest.fixture(scope="module", params=["this", "newer"])
def installed(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment that has nothing but the wheel and what it asks for."""
    python = sys.executable if request.param == "this" else newer_python()
    if python is None:
        pytest.skip("there is no newer Python on this machine")
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # Only wheels: nothing may have to be compiled.
    ran = subprocess.run([*pip, "--only-binary", ":all:", str(wheel)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return folder / "bin"


def _run(bin_folder: Path, *command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Without cargo on the path and outside the checkout."""
    environment = {"PATH": f"{bin_folder}:/usr/bin:/bin", "HOME": str(cwd)}
    return subprocess.run(
        [str(bin_folder / command[0]), *command[1:]],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_the_wheel_is_for_any_linux_and_python_and_has_the_web_app(wheel: Path) -> None:
    assert re.fullmatch(r"sokoplan-[\d.]+-cp311-abi3-manylinux\S+\.whl", wheel.name)
    names = zipfile.ZipFile(wheel).namelist()
    for part in ("web/static/index.html", "puzzle/levels/index.toml", "planning/asp/push.lp", "py.typed"):
        assert any(name.endswith(part) for name in names), f"{part} is not in the wheel"
    assert not [name for name in names if "test" in Path(name).parts[0]]


def test_every_engine_works(installed: Path, tmp_path: Path) -> None:
    ran = _run(installed, "python", str(SMOKE), cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.split() == ["search", "sat", "asp", "oracle", "generate", "helltaker"]


def test_a_missing_extra_is_a_sentence_with_the_pip_line(installed: Path, tmp_path: Path) -> None:
    code = "from sokoplan.system.extras import need; need('mkdocs', 'docs', 'the documentation')"
    ran = _run(installed, "python", "-c", code, cwd=tmp_path)
    assert 'pip install "sokoplan[docs]"' in ran.stderr


def test_the_web_app_starts(installed: Path, tmp_path: Path) -> None:
    command = [str(installed / "sokoplan"), "web", "--port", "0", "--no-browser"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        try:
            assert server.stdout is not None
            address = None
            until = time.monotonic() + 60
            while address is None and time.monotonic() < until:
                line = server.stdout.readline()
                assert line, "the server ended"
                address = re.search(r"http://[\w.:]+", line)
            assert address is not None
            with urllib.request.urlopen(address[0], timeout=60) as page:
                assert b"<title>" in page.read()
        finally:
            server.terminate()
