"""`sokoplan version`: the same as --version."""

from __future__ import annotations

from sokoplan import __version__
from sokoplan.cli.command import command


@command()
def version() -> int:
    """Print the version."""
    print(f"sokoplan {__version__}")
    return 0
