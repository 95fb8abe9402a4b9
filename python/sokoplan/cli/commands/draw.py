"""`sokoplan draw`: a level as a picture, a plan as an animation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from sokoplan.cli.options import How, LevelArgument, one_level, one_of, reads_levels, values
from sokoplan.errors import InputError, printable
from sokoplan.puzzle.notation import read_plan
from sokoplan.puzzle.plan import Plan
from sokoplan.system.files import save
from sokoplan.views.tiles import THEMES

_KINDS = ("svg", "gif", "html")
_ENDINGS = ", ".join(f".{kind}" for kind in _KINDS)


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
            "Default: by the ending of --output; svg where that has none.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help=f"Ends in {_ENDINGS}. Default: standard output."),
    ] = None,
    theme: Annotated[
        str,
        typer.Option("--theme", autocompletion=values(*THEMES), metavar="|".join(THEMES), help="Of svg and gif."),
    ] = "light",
    *,
    how: How,
) -> int:
    """Draw a level, or animate a plan of it, as one file that needs nothing else."""
    kind = _kind(to, output)
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


def _kind(to: str | None, output: Path | None) -> str:
    """What is asked for; else what the file's name promises, which must be one of the things there are."""
    ending = output.suffix.lower() if output is not None else ""
    if to is not None or not ending:
        return one_of(to or "svg", _KINDS, "--to")
    if ending[1:] not in _KINDS:
        raise typer.BadParameter(
            f"no picture ends in {printable(ending)} here; known endings: {_ENDINGS}. "
            "--to says what to write under another name",
            param_hint="--output",
        )
    return ending[1:]


def register(app: typer.Typer) -> None:
    app.command()(draw)
