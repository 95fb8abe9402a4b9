"""`sokoplan check`: levels put to the test, as a table that grows, with a picture of what failed."""

from __future__ import annotations

import json
from pathlib import Path

from sokoplan.cli.command import option
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.options import (
    JSON,
    MEMORY,
    How,
    Levels,
    budget_of,
    level_command,
    levels_argument,
    note_objective,
    objective_option,
    time_option,
)
from sokoplan.cli.output import out, print_board
from sokoplan.cli.progress import progress_of
from sokoplan.cli.values import FILE, Choices
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Objective
from sokoplan.errors import InputError, printable
from sokoplan.lab.check import STORED, Checked, rounds
from sokoplan.lab.check import check as check_all
from sokoplan.lab.expected import Expectations, read_expectations
from sokoplan.puzzle.level import count
from sokoplan.puzzle.library import Entry
from sokoplan.solving.wording import figure
from sokoplan.system.files import check_writable, discard, save

_FIGURES = ("moves", "pushes", "CPU s")


@level_command(
    levels_argument(),
    option(
        "--engine",
        "-e",
        type=Choices(("auto", *ENGINES)),
        default="search",
        help=f"The engines that must answer, with commas between: auto, {', '.join(ENGINES)}.",
    ),
    objective_option("moves"),
    time_option("The time limit for each answer.", "60"),
    MEMORY,
    option(
        "--expect",
        metavar="FILE",
        type=FILE,
        help='What must come out, as TOML: "map1.txt" = 13, "map9.txt" = "unsolvable", or {moves = 13, pushes = 5}.',
    ),
    option("--junit", metavar="FILE", type=FILE, help="Write the results as JUnit XML, for a build server."),
    JSON,
)
def check(
    levels: tuple[str, ...],
    engine: str,
    objective: Objective,
    time: float,
    memory: int | None,
    expect: Path | None,
    junit: Path | None,
    as_json: bool,
    *,
    how: How,
) -> int:
    """Put levels to the test: every engine answers, and everything known of them holds.

    Each level must be solved or proved unsolvable, plans must hold, answers must agree with each other, with the
    solutions in the level's file and with what --expect says. Exit code 0 if all is well, else 34.
    """
    engines = list(dict.fromkeys(engine.split(",")))
    if junit is not None:
        check_writable(junit)
        discard(junit)  # whatever happens, a build server must not take an older one for today's
    expectations = _expectations(expect)
    asked = Levels(levels, how)
    entries = list(asked)
    if not entries:
        return asked.code
    for entry in entries:
        expectations.of(entry)
    unknown = expectations.unused()
    if unknown is not None:
        raise unknown
    note_objective(objective, entries)
    done: list[Checked] = []
    table = _Table(entries, engines)
    if not as_json:
        table.head()
    with progress_of([entry for entry in entries for _ in range(rounds([entry], engines))], prints=True) as tell:
        checks = check_all(
            entries, engines, objective, budget_of(time, memory), expectations,
            watch=lambda entry, _, sign: tell(entry, sign),
        )  # fmt: skip
        for checked in checks:
            tell(checked.entry, None)
            done.append(checked)
            if as_json:
                print(json.dumps(checked.facts()), flush=True)
            else:
                table.add(checked)
    if junit is not None:
        from sokoplan.lab.junit import as_xml

        save(junit, [as_xml(done)])
    if not as_json:
        _print_failures(done)
    return max(_code(done), asked.code)


def _code(done: list[Checked]) -> ExitCode:
    if done and done[-1].row.reason == "cancelled":
        return ExitCode.INTERRUPTED
    return ExitCode.SOLVED if all(checked.ok for checked in done) else ExitCode.NOT_VERIFIED


def _expectations(path: Path | None) -> Expectations:
    if path is None:
        return Expectations()
    try:
        return read_expectations(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"cannot read {path}: {reason}") from None


class _Table:
    """One line for each answer, printed when it is there. Widths are known before: the names are."""

    def __init__(self, entries: list[Entry], engines: list[str]) -> None:
        stored = [STORED] if any(entry.level.solutions for entry in entries) else []
        self.console = out()
        self.who = max(map(len, ("by", *engines, *stored)))
        rest = self.who + len("unknown (horizon)") + sum(8 for _ in _FIGURES) + len("failed") + 2 * 4
        longest = max(len(printable(entry.name)) for entry in entries)
        self.name = max(8, min(longest, self.console.width - rest))

    def head(self) -> None:
        figures = "".join(f"{name:>8}" for name in _FIGURES)
        line = f"{'level':{self.name}}  {'by':{self.who}}  {'answer':17}{figures}  check"
        self.console.print(line, style="bold")

    def add(self, checked: Checked) -> None:
        from rich.text import Text

        row, name = checked.row, printable(checked.entry.name)
        short = name if len(name) <= self.name else f"{name[: self.name - 1]}…"
        figures = "".join(f"{cell:>8}" for cell in (figure(row.moves), figure(row.pushes), f"{row.cpu:.2f}"))
        line = Text(f"{short:{self.name}}  {checked.who:{self.who}}  {checked.outcome:17}{figures}  ")
        line.append("ok" if checked.ok else "failed", "green" if checked.ok else "bold red")
        self.console.print(line)


def _print_failures(done: list[Checked]) -> None:
    console = out()
    failed = [checked for checked in done if not checked.ok]
    for checked in failed:
        console.print()
        console.print(f"{printable(checked.entry.name)}, {checked.who}: {printable(checked.why)}", style="bold red")
        print_board(console, checked.entry.level, checked.position)
        if checked.row.plan:
            console.print(checked.row.plan)
    words = f"{count(len(done), 'check')}: {len(done) - len(failed)} ok"
    console.print(f"{words}, {len(failed)} failed" if failed else words)
