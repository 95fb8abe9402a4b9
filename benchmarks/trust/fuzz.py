"""Promise: no text breaks a reader. Texts that libFuzzer invents, guided by which code they reach.

    python benchmarks/trust/fuzz.py [RUNS] [--target board,proof,formats,notation] [--keep]

| target | what is fed | tool |
| --- | --- | --- |
| board | the core's reader of boards, and the normal form of a level | cargo-fuzz (nightly Rust) |
| proof | the core's checker of proofs; small formulas are also tried by every assignment | cargo-fuzz |
| formats | every level format, and our own JSON both ways | atheris (`pip install atheris`) |
| notation | every plan notation, and the check of the plan | atheris |

RUNS are for each target. A crash, a run of more than a second, or more than 2 GB is a broken promise: libFuzzer's
report is shown and the input kept. A part is 100,000 runs; each goes on from the inputs that earlier ones found, the
first from those in `tests/fuzz`. `--keep` renews these: the fewest and smallest that reach all that was reached.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

import journal

TARGETS = {"board": "rust", "proof": "rust", "formats": "python", "notation": "python"}
# Longer texts take longer and reach nothing new; what is large is in `tests/broken`.
LONGEST = {"board": 300, "proof": 500, "formats": 800, "notation": 400}
A_PART = 100_000
HERE = Path(__file__).parent
CRATE = journal.ROOT / "rust"
FOUND = journal.JOURNALS / "fuzz"
BUILT = CRATE / "fuzz" / "target"
KEPT = journal.ROOT / "tests" / "fuzz"


def seeds(target: str) -> list[bytes]:
    """Where the search for inputs begins: one good text of each kind, and what was kept."""
    kept = KEPT / f"{target}.hex"
    lines = kept.read_text(encoding="ascii").splitlines() if kept.exists() else []
    return [*_good(target), *map(bytes.fromhex, lines)]


def _good(target: str) -> list[bytes]:
    sys.path[:0] = [str(journal.ROOT / "tests")]
    from helpers.samples import SAMPLES

    if target == "formats":
        return [text.encode() for text in SAMPLES.values()]
    if target == "board":
        return [b"#####\n#@$.#\n#####", b"  ####\n###  #\n#+*$ #\n######"]
    if target == "proof":
        formula = b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
        return [
            b"\0" + formula + b"\0" + b"2 0\n0\n",
            b"\4" + formula + b"\0" + b"d 1 2 0\n2 0\n0\n",
            b"\5\x14\x1c\0",
        ]
    plans = ["lUlurD", "2(uR)3l", "push(1,1,down,0)\nmove(1,1,left,1)", "( 4,  1) --> right", "( 7,  3) --> ( 8,  3)"]
    plans += ["do(pushRight(sokoban,l1_3,l1_4,l1_5,crate_01), 2)", "do(right,3) do(push((2,3),left),1)"]
    plans += ["(move c1-1 c1-2)", "clingo version 5.7\nAnswer: 1\ndo(up,1)\nSATISFIABLE"]
    return [bytes([level]) + plan.encode() for plan in plans for level in (0, 1)]


def command(target: str) -> list[str]:
    if TARGETS[target] == "python":
        return [sys.executable, str(HERE / "fuzz_targets" / "text.py"), target]
    return [str(BUILT / "x86_64-unknown-linux-gnu" / "release" / target)]


def keep(target: str) -> None:
    """The inputs that are worth it go where tests replay them."""
    inputs = _fewest(target) if TARGETS[target] == "python" else _merged(target)
    lines = [data.hex() + "\n" for data in sorted(inputs, key=lambda data: (len(data), data)) if data]
    (KEPT / f"{target}.hex").write_text("".join(lines), encoding="ascii")
    print(f"{target}: {len(lines):,} inputs kept, {sum(map(len, lines)):,} characters")


def _fewest(target: str) -> set[bytes]:
    """The smallest first, each that takes a step from line to line which none before it took. libFuzzer cannot start
    a program in Python again, which its own way needs."""
    from helpers.any_text import TARGETS as CHECKS

    seen: set[tuple[str, int, int]] = set()
    kept: set[bytes] = set()
    for data in sorted((path.read_bytes() for path in (FOUND / target).iterdir()), key=len):
        steps: set[tuple[str, int, int]] = set()

        def trace(frame: FrameType, event: str, arg: object, steps: set[tuple[str, int, int]] = steps) -> Any:
            name = frame.f_code.co_filename
            if "sokoplan/puzzle" not in name:
                return None
            before = frame.f_lineno

            def line(frame: FrameType, event: str, arg: object) -> Any:
                nonlocal before
                steps.add((name, before, frame.f_lineno))
                before = frame.f_lineno
                return line

            return line

        sys.settrace(trace)
        try:
            CHECKS[target](data)
        finally:
            sys.settrace(None)
        if not steps <= seen:
            seen |= steps
            kept.add(data)
    return kept


def _merged(target: str) -> set[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        merge = [
            *command(target),
            "-merge=1",
            "-verbosity=0",
            f"-max_len={LONGEST[target]}",
            folder,
            str(FOUND / target),
        ]
        subprocess.run(merge, check=True, capture_output=True)
        return {path.read_bytes() for path in Path(folder).iterdir()}


def work(name: str) -> journal.Part:
    _, target, number = name.split()
    corpus = FOUND / target
    corpus.mkdir(parents=True, exist_ok=True)
    for index, data in enumerate(seeds(target)):
        (corpus / f"seed-{index}").write_bytes(data)
    limits = ["-timeout=1", "-rss_limit_mb=2048", f"-max_len={LONGEST[target]}"]
    shown = ["-print_final_stats=1", "-verbosity=0", f"-artifact_prefix={FOUND}/{target}-"]
    wrong: list[str] = []
    runs = turn = 0
    while runs < A_PART and not wrong:
        seed = 1 + int(number) + 1000 * turn
        ran = _run([*command(target), f"-runs={A_PART - runs}", f"-seed={seed}", *limits, *shown, str(corpus)])
        told = ran.stderr.splitlines()
        runs += sum(int(line.split()[-1]) for line in told if "number_of_executed_units" in line)
        turn += 1
        if ran.returncode != 0 and not _was_the_machine(target):
            wrong.append("\n".join(told[-40:]))
    return journal.Part({target: runs}, wrong)


def _was_the_machine(target: str) -> bool:
    """The second is one of the clock: an input that is quick when it is alone met a machine that stood still."""
    late = list(FOUND.glob(f"{target}-timeout-*"))
    if not late or any(_run([*command(target), "-timeout=1", str(path)]).returncode for path in late):
        return False
    for path in late:
        path.unlink()
    return True


def _run(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )


def main() -> None:
    parser = journal.parser(__doc__ or "", 10_000_000, "runs a target")
    parser.add_argument("--target", default=",".join(TARGETS), help="which ones, with commas between")
    parser.add_argument("--keep", action="store_true", help="renew the inputs in tests/fuzz")
    options = parser.parse_args()
    wanted = options.target.split(",")
    if unknown := sorted(set(wanted) - set(TARGETS)):
        sys.exit(f"unknown target {unknown[0]!r}. Choose one of: {', '.join(TARGETS)}.")
    if any(TARGETS[target] == "rust" for target in wanted):
        # Without the address sanitizer, which takes most of the time: nothing that they reach is unsafe code.
        build = ["cargo", "+nightly", "fuzz", "build", "--fuzz-dir", "fuzz", "--sanitizer", "none"]
        subprocess.run([*build, "--target-dir", str(BUILT)], cwd=CRATE, check=True)
    parts = [f"fuzz {target} {n}" for n in range(-(-options.size // A_PART)) for target in wanted]
    journal.run("fuzz", parts, work, options)
    for target in wanted if options.keep else ():
        keep(target)
    # Of all targets, however many of them were run now: a figure without one of them would be half of the promise.
    total = journal.everything("fuzz")
    journal.finish("fuzz", total, ", ".join(f"{name} {total.counts[name]:,} runs" for name in TARGETS), options)


if __name__ == "__main__":
    main()
