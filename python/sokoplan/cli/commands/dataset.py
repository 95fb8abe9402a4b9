"""`sokoplan dataset`: positions along optimal plans with proved labels, as a file for those who train."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sokoplan.cli.command import option
from sokoplan.cli.exitcodes import ExitCode, of_reason
from sokoplan.cli.options import (
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
from sokoplan.cli.output import complain_of
from sokoplan.cli.progress import progress_of
from sokoplan.cli.values import FILE, Choice
from sokoplan.engines.answer import Budget, Objective
from sokoplan.errors import InputError, printable
from sokoplan.puzzle.level import count
from sokoplan.puzzle.library import Entry
from sokoplan.solving.failure import InternalError
from sokoplan.system.files import save

if TYPE_CHECKING:
    from sokoplan.lab.dataset.files import Labelled
    from sokoplan.lab.dataset.plans import Ask
    from sokoplan.lab.dataset.store import Store


def _kinds() -> tuple[str, ...]:
    from sokoplan.lab.dataset.files import FILES

    return tuple(FILES)


@level_command(
    levels_argument(),
    objective_option("pushes"),
    option("--to", type=Choice(_kinds), default="parquet", help="The kind of file."),
    option("--output", "-o", metavar="FOLDER", type=FILE, required=True, help="A new folder, or one to go on with."),
    option("--store", metavar="FILE", type=FILE, help="Take best plans from this `batch` store, and add new ones."),
    time_option("The time limit for the plan of each level.", "60"),
    MEMORY,
)
def dataset(
    levels: tuple[str, ...],
    objective: Objective,
    to: str,
    output: Path,
    store: Path | None,
    time: float,
    memory: int | None,
    *,
    how: How,
) -> int:
    """Label levels for learning: best actions, distances and lost positions on optimal plans.

    Each level that is done is kept in the folder, so a run that was stopped goes on where it was. With `--store`,
    what `batch run` has proved is not proved again.
    """
    from sokoplan.lab.dataset.card import card
    from sokoplan.lab.dataset.files import FILES, Grid, check_packages
    from sokoplan.lab.dataset.plans import asking
    from sokoplan.lab.dataset.store import Store

    if objective == "any":
        raise click.BadParameter("a label says what is best; choose moves or pushes", param_hint="--objective")
    check_packages(to)
    found = Levels(levels, how)
    entries = list(found)
    if not entries:
        return found.code
    if len({entry.level.game for entry in entries}) > 1:
        raise InputError("these are levels of several games", "Label the levels of one game at a time.")
    note_objective(objective, entries)
    with asking(store) as ask:
        done, code = _label(Store(output, objective), entries, objective, budget_of(time, memory), ask)
    pushes = objective.startswith("pushes") and entries[0].level.law.plain_pushes
    grid = Grid(done, pushes)
    path = FILES[to](grid, output)
    words = ["sokoplan dataset", *map(shlex.quote, levels), f"--objective {objective} --to {to} --time {time:g}"]
    words += [f"--store {shlex.quote(str(store))}"] if store else []
    save(output / "README.md", [card(grid, done, objective, " ".join(words), to)])
    rows = sum(len(one.labels.rows) for one in done)
    labelled = sum(one.labels.status == "solved" for one in done)
    click.echo(f"{printable(str(path))}: {count(rows, 'row')} from {labelled} of {count(len(entries), 'level')}")
    if code == ExitCode.INTERRUPTED:
        click.echo("stopped; the same command goes on from here", err=True)
    return max(code, found.code)


def _label(
    store: Store, entries: list[Entry], objective: Objective, budget: Budget, ask: Ask
) -> tuple[list[Labelled], ExitCode]:
    """The levels with their labels, and how it went; after Ctrl-C, those that this run or an earlier one has done."""
    from sokoplan.lab.dataset.files import Labelled
    from sokoplan.lab.dataset.label import labels_of

    done: list[Labelled] = []
    code = ExitCode.SOLVED
    with progress_of(entries) as tell:
        for entry in entries:
            try:
                labels = store.get(entry.level)
                if labels is None and code == ExitCode.INTERRUPTED:
                    continue
                if labels is None:
                    result = ask(entry, objective, budget, partial(tell, entry))
                    labels = labels_of(result, budget)
                    if labels.reason == "cancelled":
                        raise KeyboardInterrupt
                    store.put(entry.level, labels)
            except KeyboardInterrupt:
                code = ExitCode.INTERRUPTED
                continue
            except InternalError as error:
                code = max(code, complain_of(entry.name, error))
                continue
            tell(entry, None)
            done.append(Labelled(entry.name, entry.level, labels))
            if labels.status == "unknown":
                code = max(code, of_reason(labels.reason))  # type: ignore[arg-type]
    return done, code
