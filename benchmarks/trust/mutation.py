"""Promise: the tests notice when a line is wrong. Small faults are put into the code, one at a time, and tests run.

    python benchmarks/trust/mutation.py [MUTANTS] [--only rust|python]

cargo-mutants names the faults of the bounds and deadlock tests in Rust, cosmic-ray those of the rules, the check of
plans and the grounding in Python (`cargo install cargo-mutants`, `pip install cosmic-ray`). They are taken in the
order of a seeded draw, so a run over a part of them is a fair sample. Each is tested in a copy of the checkout.
A fault that no test notices is a survivor; docs/mutants.md says of each what it is. One that it does not explain,
or that wants a test, is wrong.
"""

from __future__ import annotations

import ast
import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import journal
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

PAGE = journal.ROOT / "docs" / "mutants.md"
COPIES = journal.JOURNALS / f"mutation {os.getpid()}"
RUST = ("src/bounds/*.rs", "src/deadlocks/*.rs")
# The quick tests of each Python file. (The others notice more, but minutes for a mutant are days for all.)
PYTHON = {
    "puzzle/rules/*.py": ("test_push_law.py", "test_kick_law.py", "test_verify.py", "test_new_game.py"),
    "puzzle/verify.py": ("test_verify.py",),
    "planning/ground.py": ("test_ground.py", "test_task_json.py"),
}
# Most of the time goes into building: what is built quickly is tested slowly enough.
QUICK_BUILD = {
    "CARGO_PROFILE_TEST_OPT_LEVEL": "1",
    "CARGO_PROFILE_TEST_DEBUG": "0",
    "CARGO_PROFILE_TEST_CODEGEN_UNITS": "64",
    "CARGO_INCREMENTAL": "1",
}
SECONDS = 240  # for the near tests; a loop that a fault has made endless counts as noticed, and is counted apart


@dataclass(frozen=True)
class Mutant:
    file: str  # within the checkout
    text: str  # of the whole file, with the fault in it
    tests: tuple[str, ...]


def rust_mutants() -> dict[str, Mutant]:
    command = ["cargo", "mutants", "--list", "--json", *(word for files in RUST for word in ("-f", files))]
    listed = subprocess.run(command, cwd=journal.ROOT / "rust", stdout=subprocess.PIPE, text=True, check=True).stdout
    found = {}
    for row in json.loads(listed):
        lines = (journal.ROOT / "rust" / row["file"]).read_text(encoding="utf-8").splitlines(keepends=True)
        start, end = row["span"]["start"], row["span"]["end"]
        before = "".join(lines[: start["line"] - 1]) + lines[start["line"] - 1][: start["column"] - 1]
        after = lines[end["line"] - 1][end["column"] - 1 :] + "".join(lines[end["line"] :])
        text = f"{before}{row['replacement']}{after}"
        found[f"rust/{row['name']}"] = Mutant(f"rust/{row['file']}", text, ())
    return found


def python_mutants() -> dict[str, Mutant]:
    found = {}
    package = journal.ROOT / "python" / "sokoplan"
    for pattern, tests in PYTHON.items():
        for path in sorted(package.glob(pattern)):
            code = path.read_text(encoding="utf-8")
            file = path.relative_to(journal.ROOT).as_posix()
            room = f"tests/{pattern.partition('/')[0]}"
            # (Those for variables want to be told which.)
            for name in sorted(name for name in operator_names() if "Variable" not in name):
                number = 0
                while (text := mutate_code(code, get_operator(name)(), number)) is not None:
                    line = next(
                        (
                            at
                            for at, two in enumerate(zip(*map(str.splitlines, (code, text)), strict=False), 1)
                            if two[0] != two[1]
                        ),
                        0,
                    )
                    if without_annotations(text) not in ("", without_annotations(code)):
                        what = f"{file}:{line}: {name.partition('/')[2]} {number}"
                        found[what] = Mutant(file, text, tuple(f"{room}/{test}" for test in tests))
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


def run(command: list[str], seconds: float) -> str:
    """What becomes of tests: "passed", "failed" or "timed out"."""
    environment = {**os.environ, **QUICK_BUILD, "PYTHONPATH": str(copy() / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("CARGO_TARGET_DIR", None)
    with subprocess.Popen(
        command,
        cwd=copy(),
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # so that what the tests have started ends with them
    ) as running:
        try:
            return "failed" if running.wait(seconds) else "passed"
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return "timed out"


def steps(mutant: Mutant) -> list[tuple[list[str], float]]:
    """The tests that are near the file, one command after the other, each with the seconds that it may take."""
    if mutant.file.startswith("rust/"):
        test = ["cargo", "test", "--lib", "--manifest-path", "rust/Cargo.toml", "--"]
        near = mutant.file.split("/")[2] + "::"
        # Not all of the crate's tests: a fault that only slows the search down would take them half an hour.
        return [([*test, near], SECONDS), ([*test, "bounds::", "deadlocks::", "known_plan_tests::"], SECONDS)]
    test = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not slow and not shared"]
    return [([*test, *mutant.tests], SECONDS)]


@cache
def sound(kind: str) -> None:
    """Without a fault the near tests pass in the copy: otherwise they would seem to notice everything."""
    firsts = {mutant.tests: mutant for mutant in mutants(kind).values()}
    for mutant in firsts.values():
        command, _ = steps(mutant)[0]
        if run(command, 1200) != "passed":
            sys.exit(f"without a fault, this does not pass in {copy()}: {' '.join(command)}")


def outcome(mutant: Mutant) -> str:
    build = ["cargo", "test", "--lib", "--manifest-path", "rust/Cargo.toml", "--no-run"]
    if mutant.file.startswith("rust/") and run(build, 1200) != "passed":
        return "not Rust"  # the compiler is the first of the tests
    for command, seconds in steps(mutant):
        found = run(command, seconds)
        if found != "passed":
            return {"failed": "caught", "timed out": "timed out"}[found]
    return "survived"


def work(name: str) -> journal.Part:
    kind = name.partition("/")[0]
    sound(kind)
    mutant = mutants(kind)[name]
    path = copy() / mutant.file
    try:
        path.write_text(mutant.text, encoding="utf-8")
        return journal.Part({f"{kind} {outcome(mutant)}": 1})
    finally:
        shutil.copy(journal.ROOT / mutant.file, path)


def main() -> None:
    parser = journal.parser(__doc__ or "", 100_000, "mutants of each language at the most")
    parser.add_argument("--only", choices=KINDS, help="only this language")
    options = parser.parse_args()
    for kind in KINDS if options.only is None else [options.only]:
        try:
            journal.run("mutation", list(mutants(kind))[: options.size], work, options)
        finally:
            shutil.rmtree(COPIES, ignore_errors=True)
    parts = journal.parts("mutation")
    total = journal.everything("mutation")
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    survivors = sorted(name for name, part in parts.items() if any(key.endswith("survived") for key in part.counts))
    print(*survivors, sep="\n", file=sys.stderr)
    rows = [row for row in page.splitlines() if "Wants a test" not in row and "to be looked at" not in row]
    total.wrong += [name for name in survivors if not any(f"`{name}`" in row for row in rows)]
    journal.finish("mutation", total, figure(total.counts), options)


def figure(counts: Counter[str]) -> str:
    def of(kind: str, where: str) -> str:
        caught = counts[f"{kind} caught"] + counts[f"{kind} timed out"]
        tried = caught + counts[f"{kind} survived"]
        return f"{caught:,} of {tried:,} faults in {where} noticed (of {len(mutants(kind)):,} that are possible)"

    where = {"rust": "bounds and deadlock tests", "python": "the rules, the check of plans and the grounding"}
    ran = [kind for kind in where if any(key.startswith(kind) for key in counts)]
    return "; ".join(of(kind, where[kind]) for kind in ran) + "; the others are in docs/mutants.md"


if __name__ == "__main__":
    main()
