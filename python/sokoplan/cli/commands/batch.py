"""`sokoplan batch`: long work on many levels in a store that loses nothing; `lab/batch/` does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sokoplan.cli.command import Command, argument, command, flag, option
from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.options import (
    JOBS,
    MEMORY,
    How,
    Refusals,
    each_of,
    level_command,
    levels_argument,
    objective_option,
    question_of,
    time_option,
)
from sokoplan.cli.output import complain, warn
from sokoplan.cli.progress import progress_line
from sokoplan.cli.values import FILE, Choice
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import OBJECTIVES, Objective
from sokoplan.errors import InputError, printable
from sokoplan.puzzle.level import count
from sokoplan.system.interrupts import terminate_interrupts

if TYPE_CHECKING:
    from sokoplan.lab.batch.run import Tally
    from sokoplan.lab.batch.store import Pending, Store
    from sokoplan.solving.chunk import Question
    from sokoplan.solving.dispatch import Crew

_STORE = argument("store", metavar="STORE", type=FILE, help="The file that has everything; `run` makes it.")
_ENGINE = option(
    "--engine",
    "-e",
    type=Choice(("auto", *ENGINES)),
    metavar="NAME",
    default="auto",
    help=f"The engine: auto, {', '.join(ENGINES)}.",
)
_TIME = time_option("The time limit for each level.", "60")
_CLUSTER = option(
    "--cluster",
    metavar="ADDRESS",
    help="Send the levels to the Dask scheduler at this address; local:N starts one with N workers here.",
)
_STATUSES = ("unknown", "failed")


def _formats() -> tuple[str, ...]:
    from sokoplan.lab.batch.export import FORMATS

    return FORMATS


class _Batch(Command, click.Group):
    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, found.get_short_help_str(100)) for name, found in self.commands.items()])
        super().format_options(ctx, formatter)


def _about() -> None:
    """Solve very many levels in a store that can be stopped and taken up again.

    The store is one file. It has each puzzle once, however often and however turned it was found, and the best
    answer to each question so far, with its plan and what is proved.
    """


# --- run and retry --------------------------------------------------------------------------------------------------


@level_command(
    _STORE,
    levels_argument(required=False),
    _ENGINE,
    objective_option("any"),
    _TIME,
    MEMORY,
    JOBS,
    _CLUSTER,
)
def run(
    store: Path,
    levels: tuple[str, ...],
    engine: str,
    objective: Objective,
    time: float,
    memory: int | None,
    jobs: int | None,
    cluster: str | None,
    *,
    how: How,
) -> int:
    """Read levels into the store, and solve those that have no answer yet.

    Stop it whenever you like; the same command goes on. Without a LEVEL it goes on with all that the store has.
    """
    from sokoplan.lab.batch.intake import Intake
    from sokoplan.lab.batch.store import writing

    question, workers = question_of(engine, objective, time, memory, jobs, {})
    refusals = Refusals(how)
    with writing(store, create=bool(levels)) as opened:

        def pending(number: int) -> Iterator[Pending]:
            if not levels:
                return opened.pending(number)
            return Intake(opened, each_of(how), refusals.tell, how.reading).pending(levels, number)

        left = None if levels else opened.count_pending
        code = _run(opened, pending, question, workers, cluster, left)
    refusals.summary()
    return max(code, refusals.code)


@command(
    _STORE,
    option("--status", type=Choice(_STATUSES), default="unknown", help="Which levels to ask about again."),
    _ENGINE,
    objective_option("any"),
    _TIME,
    MEMORY,
    JOBS,
    _CLUSTER,
)
def retry(
    store: Path,
    status: str,
    engine: str,
    objective: Objective,
    time: float,
    memory: int | None,
    jobs: int | None,
    cluster: str | None,
) -> int:
    """Ask again about levels without an answer, with other limits or another engine.

    A better answer replaces the one that is there; a worse one never does.
    """
    from sokoplan.lab.batch.store import writing

    question, workers = question_of(engine, objective, time, memory, jobs, {})
    with writing(store, create=False) as opened:
        if objective not in opened.questions():
            asked = ", ".join(opened.questions()) or "nothing"
            raise InputError(f"{store} has no answers for the objective {objective}", f"It has: {asked}.")
        again = partial(opened.with_status, status=status)
        return _run(opened, again, question, workers, cluster, partial(opened.count_status, status=status))


def _run(
    store: Store,
    pending: Callable[[int], Iterator[Pending]],
    question: Question,
    workers: int,
    cluster: str | None,
    left: Callable[[int], int] | None,
) -> ExitCode:
    """`left` says how many there are; None: that shows when all files are read."""
    from sokoplan.lab.batch.run import run as run_all
    from sokoplan.solving.rate import Rate, speed

    number = store.question(question.objective)
    rate = Rate(left(number) if left else None)
    interrupted = all_asked = False
    last: Tally | None = None
    with terminate_interrupts(), progress_line() as show:

        def told(tally: Tally) -> None:
            nonlocal last
            last = tally
            rate.done = tally.stored
            if all_asked:
                rate.total = tally.asked
            show(f"{rate.words}; {_counted(tally)}")

        def asked() -> Iterator[Pending]:
            nonlocal all_asked
            yield from pending(number)
            all_asked = True

        crew = _crew(workers, cluster)
        try:
            last = run_all(store, asked(), question, crew, told)
        except KeyboardInterrupt:
            interrupted = True
    done = last.stored if last else 0
    words = f": {_counted(last)}; {speed(rate.per_second)}" if last and done else ""
    print(f"{count(done, 'answer')} stored{words}", flush=True)
    for why in last.failures if last else ():
        complain(printable(why))
    if interrupted:
        warn("stopped; the same command goes on from here")
        return ExitCode.INTERRUPTED
    return ExitCode.INTERNAL if last and last.statuses.get("failed") else ExitCode.SOLVED


def _crew(workers: int, cluster: str | None) -> Crew:
    if cluster is None:
        from sokoplan.solving.crew import LocalCrew

        return LocalCrew(workers)
    from sokoplan.solving.cluster import DaskCrew

    return DaskCrew(cluster)


def _counted(tally: Tally) -> str:
    return ", ".join(f"{number:,} {status}" for status, number in sorted(tally.statuses.items()))


# --- status and export ----------------------------------------------------------------------------------------------


@command(
    _STORE,
    flag("--check", help="Also check the whole file for damage, which takes a while if it is large."),
    flag("as_json", "--json", help="Print one JSON object per line, one for each objective."),
)
def status(store: Path, check: bool, as_json: bool) -> int:
    """Show what a store has: levels, puzzles, and the answers by objective.

    It may be asked while a run is writing.
    """
    from sokoplan.lab.batch.status import facts_of, print_facts
    from sokoplan.lab.batch.store import reading

    with reading(store) as opened:
        facts = facts_of(opened)
        print_facts(facts, as_json=as_json)
        wrong = opened.check() if check else []
    for words in wrong:
        complain(f"{store} is damaged: {words}")
    if check and not wrong and not as_json:
        print("the file is sound")
    return ExitCode.BAD_INPUT if wrong else ExitCode.SOLVED


@command(
    _STORE,
    option("--to", type=Choice(_formats), required=True, help="The kind of file."),
    option(
        "--output", "-o", metavar="FILE", type=FILE, help="Where to write it. Default: STORE with another ending."
    ),
    option("--objective", type=Choice(OBJECTIVES), default=None, help="Only the answers for this. Default: for all."),
)
def export(store: Path, to: str, output: Path | None, objective: Objective | None) -> int:
    """Write all levels and answers as a collection, a table or a page.

    sok: the levels with their solutions. csv, jsonl, parquet: one row for each level and objective. html: a page with
    counts, times, the hardest levels and what is still open, which opens without a server.
    """
    from sokoplan.lab.batch.export import export as export_rows
    from sokoplan.lab.batch.export import stored
    from sokoplan.lab.batch.store import reading
    from sokoplan.solving.rate import Rate
    from sokoplan.system.files import save

    path = output or store.with_suffix(f".{to}")
    with reading(store) as opened, progress_line() as show:
        if to == "html":
            from sokoplan.lab.batch.page import page

            save(path, [page(opened)])
        else:
            rate = Rate()

            def counted() -> Iterator[object]:
                for row in stored(opened, objective):
                    rate.add()
                    if rate.is_due:
                        show(f"{path}: {rate.words}")
                    yield row

            export_rows(counted(), to, path)  # type: ignore[arg-type]
    print(f"{path} is written")
    return ExitCode.SOLVED


batch = _Batch(
    "batch",
    callback=_about,
    help=_about.__doc__,
    commands={"run": run, "status": status, "export": export, "retry": retry},
)
