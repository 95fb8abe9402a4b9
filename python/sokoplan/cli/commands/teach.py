"""`sokoplan teach`: one small level all the way, for people who teach or learn how a puzzle becomes logic."""

from __future__ import annotations

from pathlib import Path

import click

from sokoplan.cli.command import option
from sokoplan.cli.exitcodes import of_reason
from sokoplan.cli.options import How, budget_of, level_argument, level_command, one_level, time_option
from sokoplan.cli.output import complain, out
from sokoplan.cli.values import FILE
from sokoplan.errors import printable
from sokoplan.system.files import save


@level_command(
    level_argument(),
    option(
        "--step", metavar="N", type=click.IntRange(min=0), help="The step whose clauses and rules are shown, from 0."
    ),
    option(
        "--lines",
        metavar="N",
        type=click.IntRange(min=0),
        default=12,
        help="Show at most N lines of a long list; 0 = all.",
    ),
    option("--html", metavar="FILE", type=FILE, help="Write the whole lesson as a page for a browser."),
    time_option("The time limit for finding the plan: 60, 1.5m, 2h.", "60"),
)
def teach(level: str, step: int | None, lines: int, html: Path | None, time: float, *, how: How) -> int:
    """Show step by step how a small level becomes logic.

    The facts, the rules, the operators, the clauses and the ASP rules of one step, the search tree, the plan.
    """
    # Only here: the other commands should not wait for clingo and numpy.
    from sokoplan.learn.lesson import Unfinished, lesson, pages

    entry = one_level(level, how)
    try:
        chapters = lesson(entry.level, step, budget_of(time, None))
    except Unfinished as stop:
        complain(f"{entry.name}: no plan was proved shortest ({stop.reason}), so there is nothing to teach")
        return of_reason(stop.reason)
    title = printable(entry.name)
    if html is not None:
        save(html, [pages.html(title, chapters)])
        out().print(f"the whole lesson is in {html}")
        return 0
    console = out()
    for line in pages.text(title, chapters, lines, min(console.width, 100)):
        console.print(line)
    return 0
