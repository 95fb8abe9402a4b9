"""`sokoplan teach`: one small level all the way, for people who teach or learn how a puzzle becomes logic."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sokoplan.cli.exitcodes import of_reason
from sokoplan.cli.options import How, LevelArgument, megabytes_of, one_level, reads_levels, seconds_of
from sokoplan.cli.output import complain, out
from sokoplan.engines.answer import Budget
from sokoplan.errors import printable
from sokoplan.system.files import save


@reads_levels
def teach(
    level: LevelArgument,
    step: Annotated[
        int | None,
        typer.Option("--step", metavar="N", help="Whose clauses and rules are shown, from 0.", min=0),
    ] = None,
    lines: Annotated[
        int, typer.Option("--lines", metavar="N", help="Of long lists show so many lines; 0 shows all.", min=0)
    ] = 12,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write all of it as a page for a browser."),
    ] = None,
    time: Annotated[
        str, typer.Option("--time", metavar="SECONDS", help="For finding the plan: 60, 1.5m, 2h.")
    ] = "60",
    *,
    how: How,
) -> int:
    """The facts, the law, the operators, the clauses and the ASP rules of one step, the search tree, the plan."""
    # Only here: the other commands should not wait for clingo and numpy.
    from sokoplan.learn.lesson import Unfinished, lesson, pages

    entry = one_level(level, how)
    try:
        chapters = lesson(entry.level, step, Budget(seconds_of(time), megabytes_of(None)))
    except Unfinished as stop:
        complain(f"{entry.name}: no plan and no proof was found ({stop.reason}), so there is nothing to teach")
        return of_reason(stop.reason)
    title = printable(entry.name)
    if html is not None:
        save(html, [pages.html(title, chapters)])
        out().print(f"{html} has the whole lesson")
        return 0
    console = out()
    for line in pages.text(title, chapters, lines, min(console.width, 100)):
        console.print(line)
    return 0


def register(app: typer.Typer) -> None:
    app.command()(teach)
