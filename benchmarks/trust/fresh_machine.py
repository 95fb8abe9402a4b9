"""Promise: a fresh Debian is enough. The wheel works without cargo, and a fresh clone sets itself up with it.

    python benchmarks/trust/fresh_machine.py [1|2] [--test] [--folder FOLDER]

Needs root and debootstrap. For each suite (1: stable; 2: stable and testing) it installs a minimal Debian in a folder
and makes a new user there, who knows nothing of this machine. Then, each in a copy of its own:

wheel   the wheel of `make wheel`, made outside, is installed by pip with wheels alone, on Debian's Python and on the
        newest one that the suite has; every engine answers, the web server shows its page. There is no cargo. A
        Python so new that a package we need has no wheel for it yet is named, and is no fault of ours.
demo    git, make and cargo are installed; a fresh clone runs `make demo`. Where Debian's cargo is older than what
        `rust/Cargo.toml` asks for, this machine's toolchain is lent instead, and the figure says so.
test    with --test: chromium is installed as well, and a fresh clone runs `make test`. It takes long.

The machine's apt sources, certificates, resolver and settings of pip and cargo are used, and left out of what is
written down. A part is named by suite, step and commit, so a second run repeats only what is new.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import journal

USER = "stranger"
SETTINGS = ("PIP_", "UV_", "SSL_", "REQUESTS_", "CURL_", "CARGO_HTTP_", "http_", "https_", "no_", "HTTP_", "HTTPS_")
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
SMOKE = journal.ROOT / "tests" / "project" / "wheel_smoke.py"
ENGINES = ["search", "sat", "asp", "oracle", "generate", "helltaker"]
# What the demo must have said: an optimum of each kind, and a level without a plan.
SHOWN = ("optimal in moves, proved by search", "optimal in moves, proved by sat", "proved by asp", "cannot be solved")
PAGE = """
import re, subprocess, sys, urllib.request
server = subprocess.Popen([sys.argv[1], "web", "--port", "0", "--no-browser"], stderr=subprocess.PIPE, text=True)
address = re.search(r"http://[\\w.:]+", next(line for line in server.stderr if "http://" in line))[0]
print(urllib.request.urlopen(address).read().decode())
server.terminate()
sys.exit(server.wait(20))
"""


class Broken(Exception):
    """A step did not do what was promised."""


def run(command: list[str], **more: object) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)  # type: ignore[call-overload]
    if done.returncode != 0:
        raise Broken(f"{shlex.join(command)[-300:]} ended with {done.returncode}: {done.stdout[-1500:]}")
    return str(done.stdout)


class Machine:
    """A Debian in a folder. Its mounts live only as long as a command."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def make(self, suite: str) -> None:
        if not (self.root / "ready").exists():
            shutil.rmtree(self.root, ignore_errors=True)
            self.root.parent.mkdir(parents=True, exist_ok=True)
            run(["debootstrap", "--variant=minbase", suite, str(self.root), mirror()])
            self._lend()
            self.as_root(f"useradd --create-home --shell /bin/bash {USER}")
            (self.root / "ready").touch()

    @contextmanager
    def copy(self) -> Iterator[Machine]:
        with tempfile.TemporaryDirectory(dir=self.root.parent) as folder:
            run(["cp", "-a", str(self.root), folder])
            yield Machine(Path(folder, self.root.name))

    def _lend(self) -> None:
        """How this machine reaches the net."""
        shutil.copy("/etc/resolv.conf", self.root / "etc")
        (self.root / CERTIFICATES.parent.relative_to("/")).mkdir(parents=True, exist_ok=True)
        shutil.copy(CERTIFICATES, self.root / CERTIFICATES.relative_to("/"))
        shown = run(["apt-config", "dump"])
        lines = [line for line in shown.splitlines() if line.startswith("Acquire::") and '""' not in line]
        (self.root / "etc" / "apt" / "apt.conf.d" / "90lent").write_text("\n".join(lines) + "\n")
        pip = Path("/etc/pip.conf")
        if pip.exists():
            shutil.copy(pip, self.root / "etc")

    def install(self, *packages: str) -> None:
        quiet = "DEBIAN_FRONTEND=noninteractive apt-get -qq"
        # Not the certificates: those that were lent stay.
        self.as_root(f"{quiet} update && {quiet} install -y --no-install-recommends {' '.join(packages)}")
        shutil.copy(CERTIFICATES, self.root / CERTIFICATES.relative_to("/"))

    def as_root(self, script: str) -> str:
        return self._inside(script, "root")

    def as_user(self, script: str, rust: Path | None = None) -> str:
        """With another toolchain than the machine's own, if one is given."""
        return self._inside(script, USER, rust)

    def _inside(self, script: str, user: str, rust: Path | None = None) -> str:
        """Run a script, in namespaces of its own: whatever it starts or mounts ends with it."""
        root = shlex.quote(str(self.root))
        mounts = [f"mount -t proc proc {root}/proc", f"mount --rbind /dev {root}/dev"]
        mounts += [f"mount -t tmpfs tmpfs {root}/dev/shm"]
        if rust is not None:
            mounts.append(f"mkdir -p {root}/opt/rust && mount --bind -o ro {shlex.quote(str(rust))} {root}/opt/rust")
        home = "/root" if user == "root" else f"/home/{user}"
        kept = {name: value for name, value in os.environ.items() if name.startswith(SETTINGS)}
        kept.pop("PIP_FIND_LINKS", None)  # a folder of this machine
        path = "/usr/local/bin:/usr/bin:/bin" + (":/usr/local/sbin:/usr/sbin:/sbin" if user == "root" else "")
        path = f"/opt/rust/bin:{path}" if rust is not None else path
        kept |= {"HOME": home, "USER": user, "LANG": "C.UTF-8", "PATH": path}
        begin = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] if user != "root" else []
        setting = [f"{name}={value}" for name, value in kept.items()]
        there = shlex.join([*begin, "env", "-i", *setting, "sh", "-ec", f"cd {home}\n{script}"])
        words = " && ".join([*mounts, f"exec chroot {root} {there}"])
        apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"]
        try:
            return run([*apart, "sh", "-c", words])
        except Broken as error:
            raise Broken(f"{script[-200:]}: {str(error)[-1500:]}") from None

    def give(self, path: Path) -> None:
        shutil.copy(path, self.root / "home" / USER)

    @property
    def name(self) -> str:
        return f"Debian {(self.root / 'etc' / 'debian_version').read_text().strip()}"

    def version(self, command: str) -> tuple[int, ...]:
        found = re.search(r"\d+(\.\d+)+", self.as_user(f"{command} --version"))
        assert found is not None
        return tuple(map(int, found[0].split(".")))

    def newest_python(self) -> str:
        names = self.as_root("apt-cache pkgnames python3.").split()
        minor = max(int(name[8:]) for name in names if re.fullmatch(r"python3\.\d+", name))
        return f"python3.{minor}"


def mirror() -> str:
    """Where this machine has its Debian from."""
    found = run(["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"])
    return min(set(found.split()), key=len)


def dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def wheel(machine: Machine) -> dict[str, int]:
    machine.install("python3", "python3-venv")
    # The newest Python is asked for first: a suite may have an older one as its own.
    newest = machine.newest_python()
    machine.install(newest, f"{newest}-venv")
    path = max((journal.ROOT / "dist").glob("*manylinux*.whl"), key=lambda one: one.stat().st_mtime)
    for one in (path, SMOKE):
        machine.give(one)
    (machine.root / "home" / USER / "page.py").write_text(PAGE)
    counts: dict[str, int] = {}
    for python in dict.fromkeys([machine.version("python3"), machine.version(newest)]):
        name = f"python3.{python[1]}"
        machine.as_user("if command -v cargo; then exit 1; fi")
        install = f"env/bin/pip install --quiet --only-binary :all: ./{path.name}"
        machine.as_user(f"rm -rf env && {name} -m venv env")
        try:
            machine.as_user(install)
        except Broken as error:
            lacking = re.search(r"No matching distribution found for ([\w-]+)", str(error))
            if lacking is None or not counts:
                raise
            counts[f"on Python {dotted(python)} not yet, as {lacking[1]} has no wheel for it"] = 1
            continue
        said = machine.as_user("env/bin/python wheel_smoke.py")
        if said.split() != ENGINES:
            raise Broken(f"the wheel on Python {dotted(python)} said: {said[-500:]}")
        if "<title>sokoplan</title>" not in machine.as_user("env/bin/python page.py env/bin/sokoplan"):
            raise Broken(f"the wheel on Python {dotted(python)} showed no page")
        counts[f"{machine.name}: the wheel on Python {dotted(python)} without cargo"] = 1
    return counts


def toolchain(machine: Machine) -> tuple[Path | None, str]:
    """Debian's cargo, or this machine's where that is too old; and what to say about it."""
    machine.install("git", "make", "gcc", "python3-venv", "cargo", "ca-certificates")  # as README says
    wanted = tomllib.loads((journal.ROOT / "rust" / "Cargo.toml").read_text())["package"]["rust-version"]
    own = machine.version("cargo")
    if own >= tuple(map(int, wanted.split("."))):
        return None, f"its own cargo {dotted(own)}"
    ours = Path(run(["rustc", "--print", "sysroot"]).strip())
    lent = tuple(map(int, re.findall(r"\d+", run([str(ours / "bin" / "cargo"), "--version"]))[:3]))
    return ours, f"a newer cargo {dotted(lent)} (its own is {dotted(own)})"


def clone(machine: Machine) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder, "sokoplan.bundle")
        run(["git", "-C", str(journal.ROOT), "bundle", "create", str(bundle), "HEAD"])
        machine.give(bundle)
    machine.as_user("rm -rf sokoplan && git clone --quiet sokoplan.bundle sokoplan")


def demo(machine: Machine) -> dict[str, int]:
    rust, words = toolchain(machine)
    clone(machine)
    said = re.sub(r"\x1b\[[\d;]*m", "", machine.as_user("cd sokoplan && make demo", rust))
    missing = [one for one in SHOWN if one not in said]
    if missing or "exit code 35" in said or "Traceback" in said:
        raise Broken(f"`make demo` did not say {missing}: {said[-1500:]}")
    return {f"{machine.name}: `make demo` on Python {dotted(machine.version('python3'))} with {words}": 1}


def test(machine: Machine) -> dict[str, int]:
    rust, words = toolchain(machine)
    machine.install("chromium", *(() if rust else ("rustfmt", "rust-clippy")))
    clone(machine)
    said = machine.as_user("cd sokoplan && make test", rust)
    passed = re.findall(r"(\d+) passed", said)
    if not passed:
        raise Broken(f"`make test` named no test: {said[-1500:]}")
    return {f"{machine.name}: `make test`, {int(passed[-1]):,} tests, with {words}": 1}


SUITES = ("stable", "testing")
STEPS = {"wheel": wheel, "demo": demo, "test": test}


def work(name: str) -> journal.Part:
    suite, step, _, folder = name.split(" ", 3)
    fresh = Machine(Path(folder, suite))
    try:
        fresh.make(suite)
        with fresh.copy() as machine:
            return journal.Part(STEPS[step](machine))
    except Broken as error:
        return journal.Part({}, [f"{suite}, {step}: {error}"])


def main() -> None:
    parser = journal.parser(__doc__ or "", 2, "suites (stable, testing)")
    parser.add_argument("--test", action="store_true", help="run `make test` too")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir(), "sokoplan-fresh"))
    options = parser.parse_args()
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        sys.exit("This needs root and debootstrap: apt-get install debootstrap")
    run(["make", "wheel"], cwd=journal.ROOT)
    commit = run(["git", "-C", str(journal.ROOT), "rev-parse", "--short", "HEAD"]).strip()
    steps = ["wheel", "demo", "test"] if options.test else ["wheel", "demo"]
    parts = [f"{suite} {step} {commit} {options.folder}" for suite in SUITES[: options.size] for step in steps]
    options.jobs = 1  # the steps of a suite begin with the same folder
    total = journal.run("fresh machine", parts, work, options)
    figure = "; ".join(total.counts)
    journal.finish("fresh machine", total, figure, options)


if __name__ == "__main__":
    main()
