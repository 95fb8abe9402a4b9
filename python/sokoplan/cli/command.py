"""Commands, arguments and options as this program has them, on top of click.

Click parses, completes in shells and suggests near names. Added here: help in sections, arguments with help, and help
texts that are made only when they are shown, because making them may need an import.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

Text = str | Callable[[], str]
_ARGUMENTS, _OPTIONS = "Arguments", "Options"


class Option(click.Option):
    def __init__(self, *arguments: Any, help: Text, section: str = _OPTIONS, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.late_help = help
        self.section = section

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = self.late_help() if callable(self.late_help) else self.late_help
        return super().get_help_record(ctx)

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Without the range of a number, which click writes as `1<=x<=64`: the help says it, or the error does."""
        extra = super().get_help_extra(ctx)
        extra.pop("range", None)
        return extra


class Argument(click.Argument):
    def __init__(self, *arguments: Any, help: str, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.described = help
        self.section = _ARGUMENTS

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        return self.make_metavar(ctx), self.described


# While click breaks lines, so that it does not break them inside `--write-cnf`.
_HYPHEN = "\N{NON-BREAKING HYPHEN}"


class Formatter(click.HelpFormatter):
    """Help with bold headings. click removes the colour if the output is not a terminal."""

    def write(self, string: str) -> None:
        super().write(string.replace(_HYPHEN, "-"))

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{_bold(f'{heading}:')}\n")


def _bold(text: str) -> str:
    return text if os.environ.get("NO_COLOR") else click.style(text, bold=True)


click.Context.formatter_class = Formatter


class Command(click.Command):
    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                name, help_text = record
                section = getattr(parameter, "section", _OPTIONS)
                sections.setdefault(section, []).append((name, help_text.replace("-", _HYPHEN)))
        for section, records in sections.items():
            with formatter.section(section):
                formatter.write_dl(records, col_max=28)


def command(*parameters: click.Parameter) -> Callable[[Callable[..., int]], Command]:
    """A command by the name of its function; the docstring is its help, and its first line the one-line help."""

    def made(function: Callable[..., int]) -> Command:
        help_text = inspect.getdoc(function) or ""
        return Command(
            function.__name__, callback=function, params=list(parameters), help=help_text,
            short_help=help_text.partition("\n")[0],
        )  # fmt: skip

    return made


def option(*names: str, help: Text, **more: Any) -> Option:
    return Option(names, help=help, **more)


def flag(*names: str, help: Text, **more: Any) -> Option:
    return Option(names, help=help, is_flag=True, **more)


def argument(name: str, *, help: str, **more: Any) -> Argument:
    return Argument([name], help=help, **more)


Completions = list[CompletionItem[Any]]
