"""`sokoplan draw`: a level as a picture, a plan as an animation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sokoplan.cli.command import option
from sokoplan.cli.options import How, level_argument, level_command, one_level
from sokoplan.cli.values import FILE, Choice
from sokoplan.errors import InputError, printable
from sokoplan.system.files import save

if TYPE_CHECKING:
    from sokoplan.puzzle.level import Level
    from sokoplan.puzzle.plan import Plan
    from sokoplan.views.tiles import Theme

_KINDS = ("svg", "png", "gif", "webp", "mp4", "html")
_PIXELS = ("png", "gif", "webp", "mp4")
_ENDINGS = ", ".join(f".{kind}" for kind in _KINDS)


def _themes() -> tuple[str, ...]:
    from sokoplan.views.tiles import THEMES

    return tuple(THEMES)


@level_command(
    level_argument(),
    option("--plan", metavar="LURD", help="The plan to animate, in any notation."),
    option(
        "--to",
        type=Choice(_KINDS),
        help="svg: a vector picture; png: pixels; gif, webp, mp4: an animation; html: a page that replays the plan. "
        "Default: by the ending of --output, else svg.",
    ),
    option(
        "--output",
        "-o",
        metavar="FILE",
        type=FILE,
        help=f"The file to write, ending in {_ENDINGS}. Default: standard output.",
    ),
    option("--theme", type=Choice(_themes), default="light", help="The colours; an HTML page has both."),
    option(
        "--size",
        metavar="PIXELS",
        type=click.IntRange(4, 256),
        help=f"The width of a cell, for {', '.join(_PIXELS)}. Default: 32.",
    ),
)
def draw(
    level: str, plan: str | None, to: str | None, output: Path | None, theme: Theme, size: int | None, *, how: How
) -> int:
    """Draw a level, or animate a plan, as a picture, film or web page.

    The file needs nothing else to be shown.
    """
    kind = _kind(to, output)
    if output is None and kind in _PIXELS and sys.stdout.isatty():
        raise InputError(f"a terminal cannot show {kind.upper()} files", "Say where to write it: --output FILE.")
    if size is not None and kind not in _PIXELS:
        raise click.BadParameter(
            f"an {kind.upper()} file has no pixels; it can be shown in any size", param_hint="--size"
        )
    if kind == "png" and plan is not None:
        raise click.BadParameter("a PNG does not move; use gif, webp, mp4, svg or html", param_hint="--plan")
    from sokoplan.puzzle.notation import read_plan
    from sokoplan.puzzle.plan import Plan

    chosen = one_level(level, how).level
    keys = read_plan(plan, chosen).plan if plan is not None else Plan()
    # Pillow is worth its start only to those who want pixels.
    if kind in _PIXELS:
        data = _pixels(kind, chosen, keys, theme, size or 32)
    elif kind == "html":
        from sokoplan.views import replay

        data = replay.page(chosen, keys).encode()
    else:
        from sokoplan.views import svg

        data = svg.animation(chosen, keys, theme).encode()
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        save(output, data)
        click.echo(printable(str(output)))
    return 0


def _pixels(kind: str, level: Level, plan: Plan, theme: Theme, size: int) -> bytes:
    from sokoplan.views import film, gif

    if kind == "png":
        return film.png(level, theme, size)
    return {"gif": gif.animation, "webp": film.webp, "mp4": film.mp4}[kind](level, plan, theme, size)


def _kind(to: str | None, output: Path | None) -> str:
    """What is asked for; else what the file's name promises."""
    ending = output.suffix.lower() if output is not None else ""
    if to is not None or not ending:
        return to or "svg"
    if ending[1:] not in _KINDS:
        raise click.BadParameter(
            f"cannot tell what to draw from the ending {printable(ending)}; use {_ENDINGS}, or choose with --to",
            param_hint="--output",
        )
    return ending[1:]
