"""Promise: the tests notice when a line is wrong. Small faults are put into the code, one at a time, and tests run.

    python benchmarks/trust/mutation.py [MUTANTS] [--only rust|python] [--again] [--wide]

cargo-mutants names the faults of the bounds and deadlock tests in Rust, cosmic-ray those of the rules, the check of
plans and the grounding in Python (`cargo install cargo-mutants`, `pip install cosmic-ray tree-sitter
tree-sitter-rust`).
They are taken in the order of a seeded draw, so a run over a part of them is a fair sample. Rust is built once, with
all faults in it (`rust_faults.py`); Python is imported once, but for this project, and forked.
A fault that no test notices is a survivor; docs/mutants.md says of each what it is. One that it does not explain,
or that wants a test, is wrong. `--again` tries the survivors again, after tests were added.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import journal
import rust_faults
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

PAGE = journal.ROOT / "docs" / "mutants.md"
COPIES = journal.JOURNALS / f"mutation {os.getpid()}"
RUST = ("src/bounds/*.rs", "src/deadlocks/*.rs")
# The tests in Rust that are asked about a fault, nearest first and quick ones first; the wide ones only if wanted.
NEAR = ("bounds::", "deadlocks::")
WIDE = ("search::known_plan_tests::no_", "search::known_plan_tests::the_", "search::switch_tests::")
WIDELY = "SOKOPLAN_FAULTS_WIDELY"
# The quick tests of each Python file, the nearest first. (Others notice more, but take minutes for each fault.)
RULES = (
    "puzzle/test_push_law.py",
    "puzzle/test_kick_law.py",
    "puzzle/test_level.py",
    "puzzle/test_new_game.py",
    "puzzle/test_verify.py",
    "planning/test_ground.py",
)
PYTHON = {
    "puzzle/rules/*.py": RULES,
    "puzzle/verify.py": ("puzzle/test_verify.py",),
    "planning/ground.py": ("planning/test_ground.py", "planning/test_task_json.py"),
}
# What no copy with all faults can hold is built alone: as quickly as can be.
QUICK_BUILD = {
    "CARGO_PROFILE_TEST_OPT_LEVEL": "1",
    "CARGO_PROFILE_TEST_DEBUG": "0",
    "CARGO_PROFILE_TEST_CODEGEN_UNITS": "64",
    "CARGO_INCREMENTAL": "1",
}
# Of the processor, not of the clock: the machine may be busy, and whoever runs this may be held up for minutes.
# A loop that a fault has made endless counts as noticed, and is counted apart.
SECONDS = 60
MEMORY = 4 << 30


@dataclass(frozen=True)
class Mutant:
    file: str  # within the checkout
    text: str  # of the whole file, with the fault in it
    tests: tuple[str, ...]
    number: int = 0  # of a fault in Rust


@cache
def rust() -> tuple[rust_faults.Crate, Path, list[rust_faults.Test]]:
    sources = journal.ROOT / "rust"
    return rust_faults.made(sources, journal.JOURNALS / "faults" / "rust", RUST, NEAR + WIDE)


def rust_mutants() -> dict[str, Mutant]:
    sources = journal.ROOT / "rust"
    found = {}
    for number, fault in rust_faults.listed(sources, RUST).items():
        text = rust_faults.alone(fault, (sources / fault.file).read_text(encoding="utf-8"))
        found[f"rust/{fault.name}"] = Mutant(f"rust/{fault.file}", text, (), number)
    return found


def python_mutants() -> dict[str, Mutant]:
    """They take half a minute to make, so those of a file are kept until it changes."""
    kept = journal.JOURNALS / "faults in Python.json"
    texts = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    found = {}
    for pattern, tests in PYTHON.items():
        for path in sorted((journal.ROOT / "python" / "sokoplan").glob(pattern)):
            code = path.read_text(encoding="utf-8")
            file = path.relative_to(journal.ROOT).as_posix()
            if texts.get(file, {}).get("") != code:
                texts[file] = {"": code, **faults_of(code, file)}
            for what, text in texts[file].items():
                if what:
                    found[what] = Mutant(file, text, tuple(f"tests/{test}" for test in tests))
    kept.write_text(json.dumps(texts), encoding="utf-8")
    return found


def faults_of(code: str, file: str) -> dict[str, str]:
    """The text of a file with each of its faults, by the fault's name."""
    found = {}
    # (Those for variables want to be told which.)
    for name in sorted(name for name in operator_names() if "Variable" not in name):
        number = 0
        while (text := mutate_code(code, get_operator(name)(), number)) is not None:
            pairs = zip(code.splitlines(), text.splitlines(), strict=False)
            line = next((at for at, (before, after) in enumerate(pairs, 1) if before != after), 0)
            if without_annotations(text) not in ("", without_annotations(code)):
                found[f"{file}:{line}: {name.partition('/')[2]} {number}"] = text
            number += 1
    return found


def without_annotations(code: str) -> str:
    """The tree of the code without what Python never evaluates: no fault is there. Empty where it is no Python."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(0)
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
    return ast.dump(tree)


KINDS = {"rust": rust_mutants, "python": python_mutants}


@cache
def mutants(kind: str) -> dict[str, Mutant]:
    """By their names, in the order of the draw."""
    found = list(KINDS[kind]().items())
    random.Random("mutation").shuffle(found)
    return dict(found)


@cache
def copy() -> Path:
    """A copy of what is tracked, and of the compiled module, for this process alone."""
    target = COPIES / str(os.getpid())
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=journal.ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    compiled = [str(path.relative_to(journal.ROOT)) for path in (journal.ROOT / "python").rglob("*.so")]
    for name in [*tracked.stdout.split("\0")[:-1], *compiled]:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(journal.ROOT / name, target / name)
    return target


def limit(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def ended(status: int) -> str:
    """What became of tests, by how their process ended."""
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
        return "timed out"
    return "failed" if status else "passed"


def forked(do: Callable[[], int], seconds: int) -> str:
    """What becomes of tests that `do` runs in a process of its own."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setsid()  # so that what the tests have started ends with them
            signal.signal(signal.SIGINT, signal.default_int_handler)
            limit(seconds)
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nothing, stream)
            code = do()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return ended(status)


def execute(folder: Path, command: list[str], **more: str) -> Callable[[], int]:
    def do() -> int:
        os.chdir(folder)
        os.execvpe(command[0], command, {**os.environ, **more})

    return do


def rust_outcome(mutant: Mutant) -> str:
    crate, program, tests = rust()
    if mutant.number in crate.refused:
        return "not Rust"  # the compiler is the first of the tests
    if mutant.number in crate.outside:
        return rust_alone(mutant)
    near = mutant.file.removeprefix("rust/src/").removesuffix(".rs").replace("/", "::")

    def order(test: rust_faults.Test) -> tuple[bool, bool, float]:
        return not test.name.startswith(near), not test.name.startswith(NEAR), test.seconds

    widely = WIDELY in os.environ
    for test in sorted(tests, key=order):
        is_asked = widely or test.name.startswith(NEAR) or test.seconds < 0.2
        if not is_asked or mutant.number not in test.reached:
            continue
        command = [str(program), "--exact", test.name]
        do = execute(crate.folder, command, **{rust_faults.VARIABLE: str(mutant.number)})
        found = forked(do, int(2 + 3 * test.seconds))
        if found != "passed":
            return {"failed": "caught", "timed out": "timed out"}[found]
    return "survived"


def rust_alone(mutant: Mutant) -> str:
    path = copy() / mutant.file
    test = ["cargo", "test", "--lib"]
    try:
        path.write_text(mutant.text, encoding="utf-8")
        if forked(execute(copy() / "rust", [*test, "--no-run"], **QUICK_BUILD), 600) != "passed":
            return "not Rust"
        found = forked(execute(copy() / "rust", [*test, "--", *NEAR], **QUICK_BUILD), SECONDS)
        return {"passed": "survived", "failed": "caught", "timed out": "timed out"}[found]
    finally:
        shutil.copy(journal.ROOT / mutant.file, path)


def tested(tests: tuple[str, ...]) -> Callable[[], int]:
    """Runs tests in Python, in the copy."""
    folder = copy()

    def do() -> int:
        os.chdir(folder)
        sys.path.insert(0, str(folder / "python"))
        import pytest

        # (A clock would see how long this was held up.)
        words = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "timeout=0"]
        words += ["-W", "ignore::pytest.PytestAssertRewriteWarning", "-m", "not slow and not shared"]
        return int(pytest.main([*words, *tests]))

    return do


@cache
def prepared() -> None:
    """Import what the tests import, but for the project itself, so that each fork begins with it."""
    files = sorted({test for mutant in mutants("python").values() for test in mutant.tests})
    list_of_names = COPIES / "modules"

    def names() -> int:
        code = tested(tuple(files))()
        list_of_names.write_text("\n".join(sys.modules), encoding="utf-8")
        return code

    forked(names, 600)
    ours = {
        "sokoplan",
        "tests",
        "helpers",
        "conftest",
        *(path.stem for path in (journal.ROOT / "scripts").glob("*.py")),
    }
    for name in list_of_names.read_text(encoding="utf-8").split("\n"):
        if name.partition(".")[0] not in ours and not name.startswith(("test_", "__")):
            try:
                importlib.import_module(name)
            except Exception:  # whatever a module says that wants to be imported in its own way
                continue
    if forked(tested(tuple(files)), 600) != "passed":
        # Otherwise they would seem to notice everything.
        sys.exit(f"without a fault, these do not pass in {copy()}: {' '.join(files)}")


def python_outcome(mutant: Mutant) -> str:
    prepared()
    path = copy() / mutant.file
    try:
        path.write_text(mutant.text, encoding="utf-8")
        forget(path)
        found = forked(tested(mutant.tests), SECONDS)
        return {"passed": "survived", "failed": "caught", "timed out": "timed out"}[found]
    finally:
        shutil.copy(journal.ROOT / mutant.file, path)
        forget(path)


def forget(path: Path) -> None:
    """What Python has compiled of a file: it tells by the second and the size whether that is up to date."""
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        compiled.unlink()


def work(name: str) -> journal.Part:
    kind = name.partition("/")[0]
    outcome = {"rust": rust_outcome, "python": python_outcome}[kind]
    return journal.Part({f"{kind} {outcome(mutants(kind)[name])}": 1})


def forget_survivors() -> None:
    """So that they are tried again."""
    path = journal.JOURNALS / "mutation.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    kept = [line for line in lines if not any(key.endswith("survived") for key in json.loads(line)["counts"])]
    path.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")


def main() -> None:
    parser = journal.parser(__doc__ or "", 100_000, "mutants of each language at the most")
    parser.add_argument("--only", choices=KINDS, help="only this language")
    parser.add_argument("--again", action="store_true", help="try the survivors again")
    parser.add_argument(
        "--wide", action="store_true", help="ask tests of the search as well: a quarter of a minute each"
    )
    options = parser.parse_args()
    if options.wide:
        os.environ[WIDELY] = "1"
    journal.JOURNALS.mkdir(exist_ok=True)
    if options.again:
        forget_survivors()
    for kind in KINDS if options.only is None else [options.only]:
        try:
            if kind == "rust":
                rust()  # before there are several processes
            journal.run("mutation", list(mutants(kind))[: options.size], work, options)
        finally:
            shutil.rmtree(COPIES, ignore_errors=True)
    # Not those of lines that are gone.
    known = {name for kind in KINDS for name in mutants(kind)}
    parts = {name: part for name, part in journal.parts("mutation").items() if name in known}
    total = journal.Total()
    for part in parts.values():
        total.add(part)
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    survivors = sorted(name for name, part in parts.items() if any(key.endswith("survived") for key in part.counts))
    print(*survivors, sep="\n", file=sys.stderr)
    rows = [row for row in page.splitlines() if "Wants a test" not in row and "to be looked at" not in row]
    total.wrong += [name for name in survivors if not any(f"`{name}`" in row.replace("\\|", "|") for row in rows)]
    journal.finish("mutation", total, figure(total.counts), options)


def figure(counts: Counter[str]) -> str:
    def of(kind: str, where: str) -> str:
        caught = counts[f"{kind} caught"] + counts[f"{kind} timed out"]
        tried = caught + counts[f"{kind} survived"]
        possible = len(mutants(kind)) - counts[f"{kind} not Rust"]
        return f"{caught:,} of {tried:,} faults in {where} noticed (of {possible:,} that are possible)"

    where = {"rust": "bounds and deadlock tests", "python": "the rules, the check of plans and the grounding"}
    ran = [kind for kind in where if any(key.startswith(kind) for key in counts)]
    return "; ".join(of(kind, where[kind]) for kind in ran) + "; the others are in docs/mutants.md"


if __name__ == "__main__":
    main()
