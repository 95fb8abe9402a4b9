"""How long the program takes to start, beside the libraries that a command line usually imports.

    python benchmarks/start_up.py [--program /path/to/sokoplan] [--runs 15]

Prints the median CPU seconds (user and system) of each command, and how many times those of
`python -c "import typer, rich"` that is. Seconds differ from machine to machine; the ratios hardly do. Wanted: at
most 1.5 for --version and --help, and 2.5 for solving a small level.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys

_TAB = {"_SOKOPLAN_COMPLETE": "bash_complete", "COMP_CWORD": "2"}
COMMANDS: dict[str, tuple[list[str], dict[str, str]]] = {
    "--version": (["--version"], {}),
    "--help": (["--help"], {}),
    "solve two-yardsticks": (["solve", "two-yardsticks"], {}),
    "solve --help": (["solve", "--help"], {}),
    "solve --str<Tab>": ([], {**_TAB, "COMP_WORDS": "sokoplan solve --str"}),
    "solve two<Tab>": ([], {**_TAB, "COMP_WORDS": "sokoplan solve two"}),
}


def cpu_seconds(command: list[str], environment: dict[str, str], runs: int) -> float:
    """The median. One more run comes first, so that bytecode is written and files are cached."""
    # Without bytecode every start would compile the program again.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    measured = []
    for _ in range(runs + 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, env=kept | environment, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        measured.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(measured[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", help="another sokoplan than this Python's")
    parser.add_argument("--runs", type=int, default=15)
    given = parser.parse_args()
    program = [given.program] if given.program else [sys.executable, "-m", "sokoplan"]
    unit = cpu_seconds([sys.executable, "-c", "import typer, rich"], {}, given.runs)
    print(f"{'import typer, rich':22} {unit:6.3f} CPU s  {1:5.2f}")
    for name, (arguments, environment) in COMMANDS.items():
        seconds = cpu_seconds([*program, *arguments], environment, given.runs)
        print(f"{name:22} {seconds:6.3f} CPU s  {seconds / unit:5.2f}", flush=True)


if __name__ == "__main__":
    main()
