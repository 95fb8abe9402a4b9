"""`sokoplan help`: the same as --help, for those who type it as a command."""

from __future__ import annotations

import click

from sokoplan.cli.command import argument, command
from sokoplan.cli.values import Choice


def _names() -> tuple[str, ...]:
    from sokoplan.cli.app import ONE_LINE  # which imports us

    return tuple(ONE_LINE)


@command(argument("name", metavar="[COMMAND]", required=False, type=Choice(_names), help="The command to explain."))
def help(name: str | None) -> int:
    """Show the help of the program or of a command."""
    parent = click.get_current_context().find_root()
    if name is None:
        click.echo(parent.get_help())
        return 0
    assert isinstance(parent.command, click.Group)
    wanted = parent.command.get_command(parent, name)
    assert wanted is not None
    with click.Context(wanted, parent=parent, info_name=name) as context:
        click.echo(wanted.get_help(context))
    return 0
