"""Promise: no text breaks a reader. Texts that libFuzzer invents, guided by which code they reach.

    python benchmarks/trust/fuzz.py [RUNS] [--target board,proof,formats,notation]

| target | what is fed | tool |
| --- | --- | --- |
| board | the core's reader of boards, and the normal form of a level | cargo-fuzz (nightly Rust) |
| proof | the core's checker of proofs; small formulas are also tried by every assignment | cargo-fuzz |
| formats | every level format, and our own JSON both ways | atheris (`pip install atheris`) |
| notation | every plan notation, and the check of the plan | atheris |

RUNS are for each target. A crash, a run of more than a second, or more than 2 GB is a broken promise: libFuzzer's
report is shown and the input kept. A part is 100,000 runs; each goes on from the inputs that earlier ones found.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import journal

TARGETS = {"board": "rust", "proof": "rust", "formats": "python", "notation": "python"}
A_PART = 100_000
HERE = Path(__file__).parent
CRATE = journal.ROOT / "rust"
FOUND = journal.JOURNALS / "fuzz"


def seeds(target: str) -> list[bytes]:
    """Where the search for inputs begins: one good text of each kind."""
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
    folder = CRATE / "fuzz" / "target" / "x86_64-unknown-linux-gnu" / "release"
    return [str(folder / target)]


def work(name: str) -> journal.Part:
    _, target, number = name.split()
    corpus = FOUND / target
    corpus.mkdir(parents=True, exist_ok=True)
    for index, data in enumerate(seeds(target)):
        (corpus / f"seed-{index}").write_bytes(data)
    limits = [f"-runs={A_PART}", f"-seed={int(number) + 1}", "-timeout=1", "-rss_limit_mb=2048", "-max_len=2000"]
    shown = ["-print_final_stats=1", "-verbosity=0", f"-artifact_prefix={FOUND}/{target}-"]
    ran = subprocess.run(
        [*command(target), *limits, *shown, str(corpus)],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )
    runs = [int(line.split()[-1]) for line in ran.stderr.splitlines() if "number_of_executed_units" in line]
    wrong = [] if ran.returncode == 0 else ["\n".join(ran.stderr.splitlines()[-40:])]
    return journal.Part({target: sum(runs)}, wrong)


def main() -> None:
    parser = journal.parser(__doc__ or "", 10_000_000, "runs a target")
    parser.add_argument("--target", default=",".join(TARGETS), help="which ones, with commas between")
    options = parser.parse_args()
    wanted = options.target.split(",")
    if unknown := sorted(set(wanted) - set(TARGETS)):
        sys.exit(f"unknown target {unknown[0]!r}. Choose one of: {', '.join(TARGETS)}.")
    if any(TARGETS[target] == "rust" for target in wanted):
        subprocess.run(["cargo", "+nightly", "fuzz", "build", "--fuzz-dir", "fuzz"], cwd=CRATE, check=True)
    parts = [f"fuzz {target} {n}" for n in range(-(-options.size // A_PART)) for target in wanted]
    total = journal.run("fuzz", parts, work, options)
    journal.finish("fuzz", total, ", ".join(f"{name} {total.counts[name]:,} runs" for name in wanted), options)


if __name__ == "__main__":
    main()
