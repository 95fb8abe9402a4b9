"""`sokoplan convert`: from any level format to another."""

from __future__ import annotations

from pathlib import Path

from sokoplan.cli.command import option
from sokoplan.cli.options import How, Levels, level_command, levels_argument
from sokoplan.cli.values import FILE, Choice
from sokoplan.system.files import save


def _writable() -> list[str]:
    from sokoplan.puzzle.formats import FORMATS

    return [name for name, format in FORMATS.items() if format.write is not None]


@level_command(
    levels_argument(),
    option(
        "--to",
        type=Choice(_writable),
        metavar="FORMAT",
        default="xsb",
        help=lambda: f"The format to write: {', '.join(_writable())}.",
    ),
    option("--output", "-o", metavar="FILE", type=FILE, help="Write to a file rather than to standard output."),
)
def convert(levels: tuple[str, ...], to: str, output: Path | None, *, how: How) -> int:
    """Write levels in another format.

    Levels that cannot be read are skipped; nothing is written unless all others can be.
    """
    from sokoplan.puzzle.formats import write

    found = Levels(levels, how)
    entries = list(found)
    if not entries:
        return found.code
    text = write([entry.level for entry in entries], to)
    if output is None:
        print(text, end="")
    else:
        save(output, [text])
    return found.code
