"""`sokoplan draw`: a level as a picture, a plan as an animation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from sokoplan.cli.options import How, LevelArgument, one_level, one_of, reads_levels, values
from sokoplan.errors import InputError, printable
from sokoplan.files import save
from sokoplan.notation import read_plan
from sokoplan.plan import Plan
from sokoplan.views.tiles import THEMES

_KINDS = ("svg", "gif", "html")


@reads_levels
def draw(
    level: LevelArgument,
    plan: Annotated[
        str | None, typer.Option("--plan", metavar="LURD", help="The plan to animate, in any notation.")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            autocompletion=values(*_KINDS),
            metavar="|".join(_KINDS),
            help="svg: a vector picture; gif: an animation; html: a page that replays the plan. "
            "Default: by the ending of --output, else svg.",
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Default: standard output.")
    ] = None,
    theme: Annotated[
        str,
        typer.Option("--theme", autocompletion=values(*THEMES), metavar="|".join(THEMES), help="Of svg and gif."),
    ] = "light",
    *,
    how: How,
) -> int:
    """Draw a level, or animate a plan of it, as one file that needs nothing else."""
    ending = output.suffix.lower().removeprefix(".") if output is not None else ""
    kind = to or (ending if ending in _KINDS else "svg")
    kind = one_of(kind, _KINDS, "--to")
    colours = one_of(theme, THEMES, "--theme")
    if output is None and kind == "gif" and sys.stdout.isatty():
        raise InputError("a terminal cannot show a GIF", "Say where to write it: --output FILE.")
    chosen = one_level(level, how).level
    keys = read_plan(plan, chosen).plan if plan is not None else Plan()
    # Pillow is worth its start only to those who want a GIF.
    from sokoplan.views import gif, replay, svg

    if kind == "gif":
        data = gif.animation(chosen, keys, colours)
    elif kind == "html":
        data = replay.page(chosen, keys).encode()
    else:
        data = svg.animation(chosen, keys, colours).encode()
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        save(output, data)
        typer.echo(printable(str(output)))
    return 0


def register(app: typer.Typer) -> None:
    app.command()(draw)
