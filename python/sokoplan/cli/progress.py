"""Signs of life on standard error, where somebody is watching: one line for one level, a bar for several."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sokoplan.cli.output import err
from sokoplan.engines.answer import Progress
from sokoplan.errors import printable
from sokoplan.puzzle.level import plural
from sokoplan.puzzle.library import Entry
from sokoplan.solving.wording import doing

_WIDE = 100  # columns of a window in which a bar leaves room for words

Tell = Callable[[Entry, Progress | None], None]


@contextmanager
def progress_line() -> Iterator[Callable[[str], None]]:
    """A line on standard error that is written over again and again, where somebody is watching; "" erases it."""
    import sys

    if not sys.stderr.isatty():
        yield lambda words: None
        return

    def show(words: str) -> None:
        print(f"\r{words}\x1b[K", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        show("")


@contextmanager
def progress_of(entries: list[Entry], nodes: str = "positions", *, prints: bool = False) -> Iterator[Tell]:
    """`tell(entry, sign)` shows a sign of life, `tell(entry, None)` says that one is done.

    If the caller `prints` each answer, the line is gone from then until the next sign: both share one screen.
    """
    console = err()
    if not console.is_terminal or not entries:
        yield lambda entry, sign: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar
    from rich.table import Column

    # In a window that is too narrow the words are cut, never the figures behind them.
    words = TextColumn("{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1))
    several = len(entries) > 1
    figures = (
        *([BarColumn(20, table_column=Column(min_width=20))] if several and console.width >= _WIDE else []),
        *([MofNCompleteColumn(table_column=Column(no_wrap=True, min_width=5))] if several else []),
        TimeElapsedColumn(table_column=Column(no_wrap=True, min_width=7)),
    )
    with Bar(words, *figures, console=console, transient=True, expand=True) as bar:
        task = bar.add_task(printable(entries[0].name), total=len(entries))

        def tell(entry: Entry, sign: Progress | None) -> None:
            name = printable(entry.name)
            if sign is None:
                bar.update(task, advance=1, description=name)
                if prints:
                    bar.stop()
                return
            bar.start()
            bar.update(task, description=f"{name}: {doing(sign, nodes)}")

        yield tell


@contextmanager
def progress_towards(total: int, word: str) -> Iterator[Callable[[int], None]]:
    """`tell(done)`, where work is counted and not named: a bar, if somebody is watching."""
    console = err()
    if not console.is_terminal:
        yield lambda done: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (SpinnerColumn(), BarColumn(20), MofNCompleteColumn(), TextColumn(plural(word)), TimeElapsedColumn())
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=done)
