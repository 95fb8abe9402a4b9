"""The program's commands: one a file in `commands/`, imported when it is run or asked for its own help.

The table says what `sokoplan --help` says of each, so that listing them imports none; a test holds it equal to the
commands' own first lines.
"""

from __future__ import annotations

from importlib import import_module

import click
from click.shell_completion import CompletionItem

from sokoplan.cli.command import Command, Completions
from sokoplan.cli.exitcodes import TABLE

COMMANDS: dict[str, dict[str, str]] = {
    "Solve and prove": {
        "solve": "Find plans for levels, and prove them best.",
        "improve": "Make a plan shorter; it is never made worse.",
        "verify": "Check a plan: is it legal, does it solve the level, how long is it?",
        "check": "Put levels to the test: every engine answers, and everything known of them holds.",
        "explain": "Show why a level cannot be solved.",
        "certify": "Check a certificate that no plan is shorter.",
    },
    "Look and play": {
        "show": "Draw levels in the terminal, with their sizes and whatever is unusual about them.",
        "draw": "Draw a level, or animate a plan, as a picture, film or web page.",
        "play": "Play levels in the terminal: arrows, undo, redo, hints. Press ? for the keys.",
        "web": "Play, solve, watch and draw levels in a browser.",
        "levels": "List the levels that come with the program.",
    },
    "Make": {
        "generate": "Make new levels: solved, proved best and measured.",
    },
    "Convert": {
        "convert": "Write levels in another format.",
        "export": "Write a level as a planning problem, a formula or data for other programs.",
    },
    "Many levels": {
        "batch": "Solve very many levels in a store that can be stopped and taken up again.",
    },
    "Measure": {
        "bench": "Measure engines on many levels, or compare two measurements.",
        "compare": "Run every engine and strategy on the same levels.",
        "dataset": "Label levels for learning: best actions, distances and lost positions on optimal plans.",
        "dump": "Show the record of a search, as written by `solve --dump`.",
    },
    "Learn": {
        "teach": "Show step by step how a small level becomes logic.",
    },
    "This program": {
        "help": "Show the help of the program or of a command.",
        "version": "Print the version.",
        "completion": "Print the script that completes commands and options in a shell.",
    },
}
ONE_LINE = {name: words for section in COMMANDS.values() for name, words in section.items()}

_HELP = """Push puzzles as planning problems: Sokoban, its sink variant and Helltaker.

A LEVEL is a file, file#3 or file#title for one level of a collection, a folder, - for standard input, or the name of
a bundled level (`sokoplan levels` lists them)."""


class App(Command, click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(ONE_LINE)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in ONE_LINE:
            return None
        found: click.Command = getattr(import_module(f"sokoplan.cli.commands.{cmd_name}"), cmd_name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in ONE_LINE and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(name, ONE_LINE, 1)
            raise click.UsageError(f"no such command: {name!r}" + (f". Did you mean {near[0]}?" if near else ""), ctx)
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, ONE_LINE))
        for section, commands in COMMANDS.items():
            with formatter.section(section):
                formatter.write_dl([(f"{name:{width}}", words) for name, words in commands.items()])
        super().format_options(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        formatter.write_heading("Exit codes (for several levels, the worst)")
        for code, words in TABLE.items():
            formatter.write(f"  {code.value:>3}  {words}\n")

    def shell_complete(self, ctx: click.Context, incomplete: str) -> Completions:
        names = [CompletionItem(name, help=words) for name, words in ONE_LINE.items() if name.startswith(incomplete)]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]


def _print_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from sokoplan import __version__

        click.echo(f"sokoplan {__version__}")
        ctx.exit()


app = App(
    "sokoplan",
    help=_HELP,
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_version,
            help="Print the version and exit.",
        )
    ],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
)
