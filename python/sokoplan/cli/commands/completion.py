"""`sokoplan completion`: commands, options and bundled levels at a press of Tab."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from sokoplan.cli.command import argument, command
from sokoplan.cli.values import Choice


@command(argument("shell", type=Choice(("bash", "zsh", "fish")), metavar="SHELL", help="bash, zsh or fish."))
def completion(shell: str) -> int:
    """Print the script that completes commands and options in a shell.

    Bash: add `eval "$(sokoplan completion bash)"` to ~/.bashrc. Zsh: the same with zsh, in ~/.zshrc. Fish: run
    `sokoplan completion fish > ~/.config/fish/completions/sokoplan.fish`.
    """
    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(click.get_current_context().find_root().command, {}, "sokoplan", "_SOKOPLAN_COMPLETE").source())
    return 0
