"""Signs of life on standard error, where somebody is watching: one line for one level, a bar for several."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sokoplan.cli.output import err
from sokoplan.engines.answer import Progress
from sokoplan.errors import printable
from sokoplan.puzzle.library import Entry

Tell = Callable[[Entry, Progress | None], None]


@contextmanager
def progress_of(entries: list[Entry], nodes: str = "positions") -> Iterator[Tell]:
    """`tell(entry, sign)` shows a sign of life, `tell(entry, None)` says that one is done."""
    console = err()
    if not console.is_terminal or not entries:
        yield lambda entry, sign: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*(columns if len(entries) > 1 else (columns[0], columns[3])), console=console, transient=True) as bar:
        task = bar.add_task(printable(entries[0].name), total=len(entries))

        def tell(entry: Entry, sign: Progress | None) -> None:
            name = printable(entry.name)
            if sign is None:
                bar.update(task, advance=1, description=name)
                return
            bound = f", at least {sign.bound}" if sign.bound is not None else ""
            memory = f", {sign.memory_mb} MB" if sign.memory_mb is not None else ""
            words = f" {sign.words}" if sign.words else ""
            bar.update(task, description=f"{name}: {sign.nodes:,} {nodes}{bound}{memory}{words}")

        yield tell
