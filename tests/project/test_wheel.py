"""The wheel as a user gets it, without cargo: by pip on the oldest Python, by uvx on the newest of this machine.

It is built from the same cache as the package under test, so this takes little more than a `pip install`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
SMOKE = Path(__file__).with_name("wheel_smoke.py")
PARTS = ("web/static/index.html", "puzzle/levels/index.toml", "planning/asp/push.lp", "py.typed")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("cargo") is None:
        pytest.skip("there is no cargo to build a wheel with")
    out = tmp_path_factory.mktemp("wheel")
    command = [str(BIN / "maturin"), "build", "--release", "--quiet", "--out", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [found] = out.iterdir()
    assert re.fullmatch(r"sokoplan-[\d.]+-cp311-abi3-manylinux\S+\.whl", found.name)
    names = zipfile.ZipFile(found).namelist()
    for part in PARTS:
        assert any(name.endswith(part) for name in names), f"{part} is not in the wheel"
    assert not [name for name in names if "test" in Path(name).parts[0]]
    return found


def pythons() -> dict[tuple[int, int], str]:
    """The Pythons of this machine that can make an environment, by version; the system's own before any other."""
    folder = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    names = [f"python3.{minor}" for minor in range(11, 20)]
    paths = ["/usr/bin/python3", *(f"/usr/bin/{name}" for name in names)]
    paths += [
        str(path) for name in names for path in sorted(folder.glob(f"{name.removeprefix('python')}.*/bin/{name}"))
    ]
    paths += [path for name in names if (path := shutil.which(name))]
    found: dict[tuple[int, int], str] = {}
    for path in [*paths, sys.executable]:
        # A shim of pyenv may be there for a version that is not.
        code = "import json, sys, venv; print(json.dumps(sys.version_info[:2]))"
        if not Path(path).exists():
            continue
        ran = subprocess.run([path, "-c", code], capture_output=True, text=True, check=False)
        if ran.returncode == 0 and (version := tuple(json.loads(ran.stdout))) >= (3, 11):
            found.setdefault(version, path)
    return found


class Installed:
    """The wheel and what it asks for, and nothing else, without cargo on the path."""

    def __init__(self, home: Path, before: list[str | Path]) -> None:
        self.home, self._before = home, before
        kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_", "LANG"))}
        self.variables = kept | {"PATH": "/usr/bin:/bin", "HOME": str(home)}

    def command(self, *words: str | Path) -> list[str | Path]:
        *before, last = self._before
        return [*before, Path(last, words[0]), *words[1:]] if isinstance(last, Path) else [*self._before, *words]

    def run(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words),
            cwd=self.home,
            env=self.variables,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )


def by_pip(wheel: Path, home: Path) -> Installed:
    """In an environment of the oldest Python that we support; Debian's, where there is one."""
    found = pythons()
    folder = home / "environment"
    subprocess.run([found[min(found)], "-m", "venv", "--without-pip", folder], check=True)
    pip = [BIN / "python", "-m", "pip", "--python", folder / "bin" / "python", "install", "--no-compile", "--quiet"]
    # Only wheels: nothing may have to be compiled.
    command = [*pip, "--disable-pip-version-check", "--only-binary", ":all:", wheel]
    ran = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return Installed(home, [folder / "bin"])


def by_uvx(wheel: Path, home: Path) -> Installed:
    """As `uvx` runs a program that is not installed, on the newest Python of this machine."""
    found = pythons()
    if len(found) == 1:
        pytest.skip("there is only one Python on this machine")
    cache = subprocess.run([BIN / "uv", "cache", "dir"], capture_output=True, text=True, check=True).stdout.strip()
    uvx = ["uvx", "--quiet", "--cache-dir", cache, "--no-build", "--python", found[max(found)], "--from", str(wheel)]
    return Installed(home, [str(BIN / uvx[0]), *uvx[1:]])


@contextmanager
def serving(command: list[str | Path], cwd: Path, variables: dict[str, str]) -> Iterator[str]:
    """The address that a server prints. It is ended at the end, or when it says nothing for minutes."""
    with subprocess.Popen(
        command, cwd=cwd, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        watch = threading.Timer(300, server.kill)
        watch.start()
        try:
            assert server.stdout is not None
            said = ""
            while not (address := re.search(r"http://[\w.:]+", said)):
                line = server.stdout.readline()
                assert line, f"the server ended: {said}"
                said += line
            yield address[0]
        finally:
            watch.cancel()
            server.terminate()


def title_of(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as page:
        found = re.search(r"<title>(.*?)</title>", page.read().decode())
    return found[1] if found else ""


# A command whose extra is missing, and the extra that it must name.
EXTRAS = {
    "dataset": ["sokoplan", "dataset", "first-push", "--to", "parquet", "--output", "out"],
    "minari": ["sokoplan", "dataset", "first-push", "--to", "minari", "--output", "out"],
    "cluster": ["sokoplan", "batch", "run", "store.db", "first-push", "--cluster", "local:1"],
    "gym": ["python", "-c", "import sokoplan.lab.gym"],
}


@pytest.mark.parametrize("install", [by_pip, by_uvx])
def test_the_wheel_is_all_it_takes(install: Callable[[Path, Path], Installed], wheel: Path, tmp_path: Path) -> None:
    """All of it in one test, so that each environment is made once, by whichever process runs the test."""
    installed = install(wheel, tmp_path)

    smoke = installed.run("python", SMOKE)
    assert smoke.returncode == 0, smoke.stdout + smoke.stderr
    assert smoke.stdout.split() == ["search", "sat", "asp", "oracle", "generate", "helltaker"]

    for extra, words in EXTRAS.items():
        refused = installed.run(*words)
        assert refused.returncode != 0
        assert f'pip install "sokoplan[{extra}]"' in refused.stderr, refused.stderr
        assert words[0] == "python" or "Traceback" not in refused.stderr

    command = installed.command("sokoplan", "web", "--port", "0", "--no-browser")
    with serving(command, tmp_path, installed.variables) as address:
        assert title_of(address) == "sokoplan"
